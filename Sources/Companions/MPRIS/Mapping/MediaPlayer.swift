internal import MixtapeModel

/// A player as the interfaces of MPRIS show it. It turns calls into requests to the player, and reports of the player into signals.
///
/// Times are those of any clock that does not jump.
package struct MediaPlayer: Sendable {
  var report: PlayerReport
  /// The time of the report.
  var reported: Duration
  /// The last shuffle that was not `off`.
  var shuffle = "spread"

  /// Makes a player from its first report.
  package init(_ report: PlayerReport, at now: Duration) {
    self.report = report
    reported = now
    noteShuffle()
  }

  /// Replaces the state by that of a report, and returns the signals about the differences, in order.
  package mutating func receive(_ report: PlayerReport, at now: Duration) -> [DBusSignal] {
    let before = self
    (self.report, reported) = (report, now)
    noteShuffle()
    return changes(since: before)
  }

  private mutating func noteShuffle() { if isShuffled { shuffle = report.shuffle } }

  var isShuffled: Bool { report.shuffle != "off" }

  /// Whether an episode is loading, playing or paused.
  var isActive: Bool { ["loading", "playing", "paused"].contains(report.state) }
}

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

extension MediaPlayer {
  /// Returns the answer to a call of `org.mpris.MediaPlayer2.Player`.
  func answerOfPlayer(to call: DBusCall) -> DBusAnswer {
    switch call.member {
    case "OpenUri": open(call.string(at: 0))
    case "Seek": call.integer(at: 0).map(seek) ?? .error(.invalidArguments)
    case "SetPosition": setPosition(call.integer(at: 1), of: call.path(at: 0))
    case "Pause": pause()
    // Without episodes, the other methods have no effect.
    case _ where !report.hasEpisodes: .done
    case "Next": .request("next")
    case "Previous": report.track == nil ? .done : .request("previous")
    case "PlayPause": .request("toggle")
    case "Stop": .request("stop")
    case "Play": .request("play")
    default: .error(.unknownMethod)
    }
  }

  private func open(_ address: String?) -> DBusAnswer {
    address.flatMap(EpisodeAddress.episode).map { .request("now \($0)") } ?? .error(.unsupportedAddress)
  }

  private func seek(by offset: Int64) -> DBusAnswer {
    isActive ? .request("seek \(offset < 0 ? "-" : "+")\(Self.seconds(offset.magnitude))") : .done
  }

  private func setPosition(_ position: Int64?, of path: DBusPath?) -> DBusAnswer {
    // The specification wants calls for another track, or beyond its ends, to have no effect.
    guard isActive, let position, let track = report.track, path == .track(track.id), position >= 0,
      position <= track.duration?.microseconds ?? .max
    else { return .done }
    return .request("seek \(Self.seconds(position.magnitude))")
  }

  /// Returns a time in microseconds as seconds, up to the longest time that the player reads.
  private static func seconds(_ microseconds: UInt64) -> String {
    let time = min(microseconds, 300_000_000_000_000)
    return "\(time / 1_000_000).\(String(time % 1_000_000).paddedWithZeros(to: 6))"
  }
}

/// An address of an episode of the library, such as `mixtape:night-sky/auroras`.
enum EpisodeAddress {
  /// The scheme of the addresses.
  static let scheme = "mixtape"

  /// Reads an address; `nil` if it is not the address of an episode.
  static func episode(in address: String) -> Episode.ID? {
    guard address.utf8.count <= longest, address.hasPrefix("\(scheme):") else { return nil }
    let name = PercentDecoding(Array(address.dropFirst(scheme.count + 1).utf8)).strictText
    return name.flatMap(Episode.ID.init(rawValue:))
  }

  /// The maximum length in bytes.
  private static let longest = 2_048
}
