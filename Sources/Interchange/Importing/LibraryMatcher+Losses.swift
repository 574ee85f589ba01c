internal import MixtapeModel

extension LibraryMatcher {
  /// Returns the values of entries that differ from those of their episodes. Playlist files contain only ids.
  ///
  /// Only entries that were found by their ids are compared: other programs have other titles for many episodes.
  func losses(ofValuesIn entries: [ImportedEntry], label: String?) -> [Loss] {
    var counts: [String: Int] = [:]
    for entry in entries {
      guard case .episode(let id, .id) = entry.match, let track = track(of: id) else { continue }
      for (name, value, own) in [
        ("title", entry.entry.title, track.title), ("artist", entry.entry.artist, track.artist),
        ("album", entry.entry.album, track.album),
      ] {
        if let value, !value.trimmed.isEmpty, TagText.normalized(value) != own { counts[name, default: 0] += 1 }
      }
    }
    return ["title", "artist", "album"].compactMap { name in
      counts[name].map { count in
        Loss(
          .element("\(name) of \(counted(count, "entry", "entries"))"), of: label,
          "the library has another one, and playlist files contain only ids")
      }
    }
  }
}
