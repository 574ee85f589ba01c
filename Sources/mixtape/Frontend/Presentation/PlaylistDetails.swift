import MixtapeModel
import TerminalUI

/// A playlist with all that its file says.
struct PlaylistDetails {
  private(set) var lines: [StyledText] = []

  /// How many episodes are shown that rules find; programs get all of them.
  static let mostFound = 1_000

  /// - Parameters:
  ///   - found: What its rules find.
  ///   - library: The playlist's episodes and the first of those found, as far as the library has them.
  ///   - width: The width of the terminal, if there is one.
  init(_ playlist: Playlist, found: [Episode.ID], library: [Episode.ID: Episode], width: Int?) {
    lines.append("\(playlist.name, .bold) (\(playlist.id))")
    lines += playlist.description.split(whereSeparator: \.isNewline).map { StyledText($0) }
    lines.append("")
    lines += Self.settings(of: playlist).lines
    if playlist.isSmart { lines += [""] + Self.rules(of: playlist.criteria).lines }
    // One table, so that all columns are as wide.
    let table = Self.table(of: playlist.episodes + found.prefix(Self.mostFound), library).lines(within: width)
    if !playlist.episodes.isEmpty { lines += [""] + table.prefix(playlist.episodes.count) }
    if playlist.isSmart {
      lines += ["", "found by its rules: \(found.isEmpty ? "nothing" : counted(found.count, "episode"))"]
      lines += table.dropFirst(playlist.episodes.count)
      if found.count > Self.mostFound { lines.append("  … and \(found.count - Self.mostFound) more") }
    }
  }

  private static func settings(of playlist: Playlist) -> TextTable {
    var table = TextTable()
    table.append(key: "folder", playlist.folder.path.nonEmpty)
    for key in PlaybackSettings.Key.allCases { table.append(key: key.rawValue, playlist.settings.wording(of: key)) }
    return table
  }

  private static func rules(of criteria: SmartCriteria) -> TextTable {
    var table = TextTable()
    if let conditions = criteria.conditions {
      table.append(key: "match", criteria.match.rawValue)
      for (index, condition) in conditions.enumerated() {
        table.append(key: index == 0 ? "conditions" : "", condition.text)
      }
    }
    table.appendOrder(of: criteria)
    return table
  }

  private static func table(of episodes: [Episode.ID], _ library: [Episode.ID: Episode]) -> TextTable {
    var table = TextTable(rightAligned: [0, 3], indentation: 2, freeText: [1, 2], dispensable: [2, 3])
    for (offset, id) in episodes.enumerated() {
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
  var collection: String {
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

extension Folder {
  /// The folder as the end of a sentence.
  var wording: String { self == .top ? "the top" : path }
}

extension PlaylistLimit {
  /// The limit in words.
  var wording: String {
    if case .items(let count) = self { counted(count, "episode") } else { description }
  }
}
