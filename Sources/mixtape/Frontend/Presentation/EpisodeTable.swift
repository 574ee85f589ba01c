import MixtapeModel
import TerminalUI

/// A table of episodes.
struct EpisodeTable {
  let lines: [StyledText]

  /// - Parameter width: The width of the terminal, if there is one.
  init(_ episodes: [Episode], width: Int?, indentation: Int = 0) {
    var table = TextTable(rightAligned: [2], indentation: indentation, freeText: [1], dispensable: [2, 3])
    for episode in episodes {
      table.append(
        StyledText(episode.id, .bold), StyledText(episode.title),
        StyledText(episode.duration.map(playingTime) ?? ""),
        StyledText(episode.rating.map { "rated \($0)" } ?? "", .faint))
    }
    lines = table.lines(within: width)
  }
}

/// All details of an episode.
struct EpisodeDetails {
  let lines: [StyledText]

  /// - Parameter width: The width of the terminal, if there is one.
  init(_ episode: Episode, width: Int?) {
    var table = TextTable()
    table.append(key: "guid", episode.guid)
    table.append(key: "url", episode.url)
    table.append(key: "published", episode.published.map(Timestamp.utc))
    for field in TrackField.allCases where ![.title, .description, .notes].contains(field) {
      table.append(key: field.rawValue, episode.fields[field]?.text)
    }
    lines =
      ["\(episode.title, .bold) (\(episode.id))", ""] + table.lines
      + Paragraphs.lines([episode.text(.description), episode.text(.notes)], width: width)
  }
}

extension Episode.FieldValue {
  /// The value for people.
  var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .seconds(let seconds): playingTime(seconds)
    case .date(let date): Timestamp.utc(date)
    }
  }
}
