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
