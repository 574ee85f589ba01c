internal import MixtapeModel

/// A player as the interfaces of MPRIS show it. It turns calls into requests to the player, and reports of the player into signals.
///
/// Times are those of any clock that does not jump.
package struct MediaPlayer: Sendable {
  var report: PlayerReport
  var tracks: [PlayerReport.Track]
  var playlists: [PlayerReport.Playlist]
  /// The time of the report.
  var reported: Duration
  /// The last shuffle that was not `off`.
  var shuffle = "spread"

  /// Makes a player from its first update.
  ///
  /// - Returns: `nil` if a part of the state is missing.
  package init?(_ update: PlayerUpdate, at now: Duration) {
    guard let report = update.player, let tracks = update.tracks, let playlists = update.playlists else { return nil }
    self.report = report
    self.tracks = tracks
    self.playlists = playlists
    reported = now
    noteShuffle()
  }

  /// Replaces the state by that of an update, and returns the signals about the differences.
  ///
  /// - Returns: The signals about its changes, in order.
  package mutating func receive(_ update: PlayerUpdate, at now: Duration) -> [DBusSignal] {
    let before = self
    if let report = update.player { (self.report, reported) = (report, now) }
    if let tracks = update.tracks { self.tracks = tracks }
    if let playlists = update.playlists { self.playlists = playlists }
    noteShuffle()
    return changes(since: before)
  }

  private mutating func noteShuffle() { if isShuffled { shuffle = report.shuffle } }

  var isShuffled: Bool { report.shuffle != "off" }

  /// The path of the current episode, or ``DBusPath/noTrack``.
  var currentTrack: DBusPath { report.track.map { .track($0.id) } ?? .noTrack }

  /// Returns the track with a path; `nil` if it is not in the queue.
  func track(at path: DBusPath) -> PlayerReport.Track? { tracks.first { .track($0.id) == path } }

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

extension MediaPlayer {
  /// Returns the answer to a call of `org.mpris.MediaPlayer2.Player`.
  func answerOfPlayer(to call: DBusCall) -> DBusAnswer {
    switch call.member {
    case "OpenUri": open(call.string(at: 0))
    case "Seek": call.integer(at: 0).map(seek) ?? .error(.invalidArguments)
    case "SetPosition": setPosition(call.integer(at: 1), of: call.path(at: 0))
    case "Pause": pause()
    // Without episodes, the other methods have no effect.
    case _ where tracks.isEmpty: .done
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
    guard isActive, let position, path == currentTrack, position >= 0,
      position <= report.track?.duration?.microseconds ?? .max
    else { return .done }
    return .request("seek \(Self.seconds(position.magnitude))")
  }

  /// Returns a time in microseconds as seconds, up to the longest time that the player reads.
  private static func seconds(_ microseconds: UInt64) -> String {
    let time = min(microseconds, 300_000_000_000_000)
    let fraction = String(time % 1_000_000)
    return "\(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
  }
}

extension MediaPlayer {
  /// Returns the answer to a call of `org.mpris.MediaPlayer2.TrackList`.
  func answerOfTrackList(to call: DBusCall) -> DBusAnswer {
    switch call.member {
    case "GetTracksMetadata": .reply([metadata(of: call.elements(at: 0) ?? [])])
    case "AddTrack": add(call.string(at: 0), after: call.path(at: 1), asCurrent: call.bool(at: 2) ?? false)
    case "RemoveTrack": request("remove", call.path(at: 0))
    case "GoTo": request("now", call.path(at: 0))
    default: .error(.unknownMethod)
    }
  }

  private func add(_ address: String?, after predecessor: DBusPath?, asCurrent isCurrent: Bool) -> DBusAnswer {
    guard let episode = address.flatMap(EpisodeAddress.episode) else { return .error(.unsupportedAddress) }
    if isCurrent { return .request("now \(episode)") }
    let isNext = predecessor == .noTrack || predecessor == currentTrack
    return .request("\(isNext ? "next-up" : "enqueue") \(episode)")
  }

  /// Returns the metadata of those tracks that the queue has.
  private func metadata(of paths: [DBusValue]) -> DBusValue {
    let found = Dictionary(tracks.map { (DBusValue.path(.track($0.id)), $0) }) { first, _ in first }
    // Each track once, so that the reply is not longer than the queue.
    var answered: Set<DBusValue> = []
    let wanted = paths.compactMap { answered.insert($0).inserted ? found[$0] : nil }
    return .array(of: "a{sv}", wanted.map { .dictionary($0.metadata) })
  }

  /// Requests something about a track of the queue. Another path has no effect.
  private func request(_ command: String, _ path: DBusPath?) -> DBusAnswer {
    // Ids of reports are checked again, because requests are lines.
    guard let path, let id = track(at: path).flatMap({ Episode.ID(rawValue: $0.id) }) else { return .done }
    return .request("\(command) \(id)")
  }
}

extension MediaPlayer {
  /// Returns the answer to a call of `org.mpris.MediaPlayer2.Playlists`.
  func answerOfPlaylists(to call: DBusCall) -> DBusAnswer {
    switch call.member {
    case "ActivatePlaylist": activate(call.path(at: 0))
    case "GetPlaylists":
      .reply([
        .array(
          of: "(oss)",
          playlists(
            from: Int(call.unsigned(at: 0) ?? 0), atMost: Int(call.unsigned(at: 1) ?? 0),
            isReversed: call.bool(at: 3) ?? false
          ).map(\.value))
      ])
    default: .error(.unknownMethod)
    }
  }

  private func activate(_ path: DBusPath?) -> DBusAnswer {
    guard let playlist = playlists.first(where: { .playlist($0.id) == path }),
      let id = Playlist.ID(rawValue: playlist.id)
    else { return .error(.invalidArguments) }
    return .request("load \(id)")
  }

  private func playlists(from index: Int, atMost count: Int, isReversed: Bool) -> ArraySlice<PlayerReport.Playlist> {
    (isReversed ? playlists.reversed() : playlists).dropFirst(index).prefix(count)
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
