extension MediaPlayer {
  /// Returns the value of a property; `nil` if the interface has no such property.
  func value(of property: String, in interface: DBusInterface, at now: Duration) -> DBusValue? {
    switch interface.name {
    case DBusInterface.root.name: valueOfRoot(property)
    case DBusInterface.player.name: property == "Position" ? position(at: now) : valueOfPlayer(property)
    case DBusInterface.trackList.name: valueOfTrackList(property)
    case DBusInterface.playlists.name: valueOfPlaylists(property)
    default: nil
    }
  }

  /// Returns the values of all properties of an interface.
  func values(of interface: DBusInterface, at now: Duration) -> [String: DBusValue] {
    let pairs = interface.properties.compactMap { property in
      value(of: property.name, in: interface, at: now).map { (property.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func valueOfRoot(_ property: String) -> DBusValue? {
    switch property {
    case "CanQuit", "HasTrackList": .bool(true)
    case "CanRaise": .bool(false)
    case "Identity": .string("Mixtape")
    case "SupportedUriSchemes": .strings([EpisodeAddress.scheme])
    case "SupportedMimeTypes": .strings([])
    default: nil
    }
  }

  private func valueOfPlayer(_ property: String) -> DBusValue? {
    switch property {
    case "PlaybackStatus": .string(playbackStatus)
    case "Rate": .double(report.speed)
    case "MinimumRate": .double(Self.speeds.lowerBound)
    case "MaximumRate": .double(Self.speeds.upperBound)
    case "Shuffle": .bool(isShuffled)
    case "Volume": .double(Double(report.volume) / 100)
    case "Metadata": .dictionary(report.track.map(\.metadata) ?? [:])
    case "CanGoNext", "CanPlay", "CanPause": .bool(!tracks.isEmpty)
    case "CanGoPrevious": .bool(report.track != nil)
    case "CanSeek": .bool(isActive)
    case "CanControl": .bool(true)
    default: nil
    }
  }

  private func valueOfTrackList(_ property: String) -> DBusValue? {
    switch property {
    case "Tracks": trackPaths
    case "CanEditTracks": .bool(true)
    default: nil
    }
  }

  private func valueOfPlaylists(_ property: String) -> DBusValue? {
    switch property {
    case "PlaylistCount": .unsigned(UInt32(clamping: playlists.count))
    case "Orderings": .strings(["Alphabetical"])
    case "ActivePlaylist":
      .structure([
        .bool(report.playlist != nil),
        report.playlist?.value ?? .structure([.path(.noPlaylist), .string(""), .string("")]),
      ])
    default: nil
    }
  }

  /// The range of `Rate`: that of the player's speed.
  static let speeds = 0.25...4.0

  /// The paths of all tracks.
  var trackPaths: DBusValue { .paths(tracks.map { .track($0.id) }) }

  private var playbackStatus: String {
    switch report.state {
    case "playing", "loading": "Playing"
    case "paused": "Paused"
    default: "Stopped"
    }
  }

  private func position(at now: Duration) -> DBusValue {
    .integer(report.position(after: now - reported).microseconds)
  }
}

extension PlayerReport.Track {
  /// The metadata of the track.
  var metadata: [String: DBusValue] {
    var metadata: [String: DBusValue] = ["mpris:trackid": .path(.track(id)), "xesam:title": .string(title)]
    if let duration { metadata["mpris:length"] = .integer(duration.microseconds) }
    if let artist { metadata["xesam:artist"] = .strings([artist]) }
    if let album { metadata["xesam:album"] = .string(album) }
    if let url { metadata["xesam:url"] = .string(url) }
    if let cover { metadata["mpris:artUrl"] = .string(cover) }
    return metadata
  }
}

extension PlayerReport.Playlist {
  /// The structure of the playlist: path, name, and the address of its icon, which it does not have.
  var value: DBusValue { .structure([.path(.playlist(id)), .string(name), .string("")]) }
}

extension Double {
  /// A time in seconds as microseconds, from 0 to about 30,000 years.
  var microseconds: Int64 { isNaN ? 0 : Int64((Swift.max(0, Swift.min(self, 1e12)) * 1e6).rounded()) }
}

extension MediaPlayer {
  /// Returns the signals for the changes since an earlier state.
  func changes(since before: MediaPlayer) -> [DBusSignal] {
    DBusInterface.mediaPlayerInterfaces.compactMap { propertiesChanged(of: $0, since: before) }
      + seeked(since: before) + trackListChanges(since: before) + renamedPlaylists(since: before)
  }

  private func propertiesChanged(of interface: DBusInterface, since before: MediaPlayer) -> DBusSignal? {
    let changed = interface.properties.filter {
      // `Position` alone depends on the time, and has no announcement.
      $0.announcement != .none
        && value(of: $0.name, in: interface, at: .zero) != before.value(of: $0.name, in: interface, at: .zero)
    }
    guard !changed.isEmpty else { return nil }
    let values = changed.filter { $0.announcement == .value }.compactMap { property in
      value(of: property.name, in: interface, at: .zero).map { (property.name, $0) }
    }
    return DBusSignal(
      .properties, "PropertiesChanged",
      [
        .string(interface.name), .dictionary(Dictionary(values) { first, _ in first }),
        .strings(changed.filter { $0.announcement == .name }.map(\.name)),
      ])
  }

  private func seeked(since before: MediaPlayer) -> [DBusSignal] {
    guard report.track != nil, before.report.jumps(to: report, after: reported - before.reported) else { return [] }
    return [DBusSignal(.player, "Seeked", [.integer(report.position.microseconds)])]
  }

  private func trackListChanges(since before: MediaPlayer) -> [DBusSignal] {
    guard tracks != before.tracks else { return [] }
    if tracks.map(\.id) != before.tracks.map(\.id) {
      return [DBusSignal(.trackList, "TrackListReplaced", [trackPaths, .path(currentTrack)])]
    }
    return zip(tracks, before.tracks).filter { $0 != $1 }.map { track, _ in
      DBusSignal(.trackList, "TrackMetadataChanged", [.path(.track(track.id)), .dictionary(track.metadata)])
    }
  }

  private func renamedPlaylists(since before: MediaPlayer) -> [DBusSignal] {
    guard playlists != before.playlists else { return [] }
    let names = Dictionary(before.playlists.map { ($0.id, $0.name) }) { first, _ in first }
    return playlists.filter { names[$0.id].map { [name = $0.name] in $0 != name } ?? false }.map {
      DBusSignal(.playlists, "PlaylistChanged", [$0.value])
    }
  }
}
