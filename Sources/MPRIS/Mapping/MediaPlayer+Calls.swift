extension MediaPlayer {
  /// Returns the types of a method's inputs; `nil` if no interface has the method.
  package static func inputSignature(of interface: String?, _ member: String) -> String? {
    method(interface, member)?.method.signature
  }

  /// Returns the method of a call, with its interface. A call without an interface finds the first method of the name.
  private static func method(
    _ interface: String?, _ member: String
  ) -> (interface: DBusInterface, method: DBusInterface.Method)? {
    for candidate in DBusInterface.all where interface == nil || candidate.name == interface {
      if let method = candidate.methods.first(where: { $0.name == member }) { return (candidate, method) }
    }
    return nil
  }

  /// Returns the answer to a call.
  package func answer(to call: DBusCall, at now: Duration) -> DBusAnswer {
    guard let (interface, method) = Self.method(call.interface, call.member) else { return .error(.unknownMethod) }
    guard call.arguments.map(\.signature).joined() == method.signature else { return .error(.invalidArguments) }
    switch interface.name {
    case DBusInterface.properties.name: return answerAboutProperties(to: call, at: now)
    case DBusInterface.introspectable.name:
      return .reply([.string(DBusInterface.introspection(of: DBusInterface.all))])
    case DBusInterface.root.name: return method.name == "Quit" ? .lastRequest("quit") : .done
    case DBusInterface.player.name: return answerOfPlayer(to: call)
    case DBusInterface.trackList.name: return answerOfTrackList(to: call)
    case DBusInterface.playlists.name: return answerOfPlaylists(to: call)
    default: return .error(.unknownMethod)
    }
  }
}

extension MediaPlayer {
  private func answerAboutProperties(to call: DBusCall, at now: Duration) -> DBusAnswer {
    // A call may leave the interface empty. It then means all of them.
    let name = call.string(at: 0) ?? ""
    let interfaces = DBusInterface.all.filter { name.isEmpty || $0.name == name }
    guard !interfaces.isEmpty else { return .error(.unknownInterface) }
    if call.member == "GetAll" {
      let values = interfaces.map { self.values(of: $0, at: now) }
      return .reply([.dictionary(values.reduce(into: [:]) { $0.merge($1) { first, _ in first } })])
    }
    let member = call.string(at: 1)
    for interface in interfaces {
      guard let property = interface.properties.first(where: { $0.name == member }) else { continue }
      if call.member == "Get" {
        return value(of: property.name, in: interface, at: now).map { .reply([.variant($0)]) }
          ?? .error(.unknownProperty)
      }
      return property.isWritable ? set(property.name, to: call.variant(at: 2)) : .error(.readOnly)
    }
    return .error(.unknownProperty)
  }

  private func set(_ property: String, to value: DBusValue?) -> DBusAnswer {
    switch (property, value) {
    case ("Rate", .double(let rate)?):
      guard rate >= 0 else { return .error(.invalidArguments) }
      if rate == 0 { return pause() }
      let speed = (min(max(rate, Self.speeds.lowerBound), Self.speeds.upperBound) * 100).rounded() / 100
      return .request("speed \(speed)")
    case ("Volume", .double(let volume)?):
      guard !volume.isNaN else { return .error(.invalidArguments) }
      return .request("volume \(Int((min(max(volume, 0), 1) * 100).rounded()))")
    case ("Shuffle", .bool(let isOn)?):
      return isOn == isShuffled ? .done : .request("shuffle \(isOn ? shuffle : "off")")
    default: return .error(.invalidArguments)
    }
  }

  /// Pauses. Has no effect unless an episode is playing or loading.
  func pause() -> DBusAnswer { isActive && report.state != "paused" ? .request("pause") : .done }
}
