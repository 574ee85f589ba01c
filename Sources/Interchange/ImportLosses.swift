internal import MixtapeModel

/// The parts of imported playlists that playlist files cannot keep.
enum ImportLosses {
  /// Returns the parts of a playlist that have no key. Values that episodes of the library have, such as pictures, are not lost.
  static func parts(of playlist: InterchangePlaylist) -> [Loss] {
    var counts: [String: Int] = [:]
    for entry in playlist.entries { for name in Set(entry.lostParts) { counts[name, default: 0] += 1 } }
    let ofEntries = counts.sorted { $0.key < $1.key }.map { "\($0.key) of \(counted($0.value, "entry", "entries"))" }
    return (playlist.lostParts.withoutRepetitions + ofEntries).map {
      Loss(.element($0), of: playlist.label, Loss.noKey)
    }
  }

  /// Returns the entries that are other lists, or directories: what these contain is not read. Lists on the web are streams.
  static func containers(in entries: [ImportedEntry], label: String?) -> [Loss] {
    entries.compactMap { imported in
      guard imported.match.episode == nil, let path = imported.entry.locations.first.flatMap({ Location($0).path })
      else { return nil }
      if path.hasSuffix("/") {
        return Loss(.entry(path), of: label, "it is a directory, whose files are not read")
      }
      guard let ending = InterchangeFormats.fileExtension(of: path), isOfList(ending) else { return nil }
      return Loss(.entry(path), of: label, "it is another list, whose entries are not read; import it, too")
    }
  }

  private static func isOfList(_ fileExtension: String) -> Bool {
    InterchangeFormats.unsupported(withExtension: fileExtension) != nil
      || InterchangeFormats.withExtension(fileExtension) != nil
        && !ambiguousExtensions.contains(fileExtension.lowercased())
  }

  /// The extensions that lists share with other documents.
  private static let ambiguousExtensions: Set = ["xml", "plist", "rss", "json"]

  /// Returns the values of entries that differ from those of their episodes. Playlist files contain only ids.
  ///
  /// Only entries that were found by their ids are compared: other programs have other titles for many episodes.
  static func values(of entries: [ImportedEntry], in library: LibraryMatcher, label: String?) -> [Loss] {
    var counts: [String: Int] = [:]
    for entry in entries {
      guard case .episode(let id, .id) = entry.match, let track = library.track(of: id) else { continue }
      for (name, value, own) in [
        ("title", entry.entry.title, track.title), ("artist", entry.entry.artist, track.artist),
        ("album", entry.entry.album, track.album),
      ] {
        if let value, !value.trimmed.isEmpty, ComparedText.normalized(value) != own { counts[name, default: 0] += 1 }
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
