import MixtapeModel

/// A playlist with all that its file says.
struct PlaylistDetails {
  private(set) var lines: [StyledText] = []

  /// - Parameters:
  ///   - library: The playlist's episodes, those that the library has.
  ///   - width: The width of the terminal, if there is one.
  init(_ playlist: Playlist, library: [Episode.ID: Episode], width: Int?) {
    lines.append("\(playlist.name, .bold) (\(playlist.id))")
    lines += playlist.description.split(whereSeparator: \.isNewline).map { StyledText($0) }
    lines.append("")
    lines += Self.settings(of: playlist).lines
    if playlist.isSmart { lines += [""] + Self.rules(of: playlist.criteria).lines }
    if !playlist.episodes.isEmpty { lines += [""] + Self.episodes(of: playlist, library).lines(within: width) }
  }

  private static func settings(of playlist: Playlist) -> TextTable {
    var table = TextTable()
    if playlist.folder != .top { table.append(StyledText("folder", .faint), StyledText(playlist.folder.path)) }
    for key in PlaybackSettings.Key.allCases {
      table.append(StyledText(key.rawValue, .faint), StyledText(playlist.settings.wording(of: key)))
    }
    return table
  }

  private static func rules(of criteria: SmartCriteria) -> TextTable {
    var table = TextTable()
    func append(_ key: String, _ value: String?) {
      if let value { table.append(StyledText(key, .faint), StyledText(value)) }
    }
    if let conditions = criteria.conditions {
      append("match", criteria.match.rawValue)
      for (index, condition) in conditions.enumerated() { append(index == 0 ? "conditions" : "", condition.text) }
    }
    append("search", criteria.search)
    append("sort", criteria.sort.map(\.description).joined(separator: ", "))
    append("limit", criteria.limit?.wording)
    append("seed", criteria.seed.map(String.init))
    return table
  }

  private static func episodes(of playlist: Playlist, _ library: [Episode.ID: Episode]) -> TextTable {
    var table = TextTable(rightAligned: [0, 3], indentation: 2, freeText: [1, 2], dispensable: [2, 3])
    for (offset, id) in playlist.episodes.enumerated() {
      let number = StyledText(offset + 1, .faint)
      if let episode = library[id] {
        table.append(
          number, StyledText(episode.title), StyledText(episode.collection),
          StyledText(episode.duration.map(playingTime) ?? ""), StyledText(id, .faint))
      } else {
        table.append(number, StyledText("missing", .yellow), "", "", StyledText(id, .faint))
      }
    }
    return table
  }
}

extension Episode {
  /// The podcast or album that the episode belongs to, by title where it has one.
  fileprivate var collection: String {
    if case .text(let album)? = fields[.album] { album } else { id.podcast.rawValue }
  }
}

extension PlaybackSettings {
  /// A setting in words.
  func wording(of key: Key) -> String {
    if key == .shuffle, case .by(let algorithm) = shuffle { return algorithm.rawValue }
    return self[key] ? "yes" : "no"
  }
}

extension PlaylistLimit {
  /// The limit in words.
  var wording: String {
    if case .items(let count) = self { counted(count, "episode") } else { description }
  }
}
