internal import MixtapeModel

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
    address.flatMap(EpisodeAddress.episode).map { .request("play \($0)") } ?? .error(.unsupportedAddress)
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
    case "GoTo": request("play", call.path(at: 0))
    default: .error(.unknownMethod)
    }
  }

  private func add(_ address: String?, after predecessor: DBusPath?, asCurrent isCurrent: Bool) -> DBusAnswer {
    guard let episode = address.flatMap(EpisodeAddress.episode) else { return .error(.unsupportedAddress) }
    if isCurrent { return .request("play \(episode)") }
    let isNext = predecessor == .noTrack || predecessor == currentTrack
    return .request("\(isNext ? "next" : "enqueue") \(episode)")
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
