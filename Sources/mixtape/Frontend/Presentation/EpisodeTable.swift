import EpisodeDownloads
import MixtapeModel
import TerminalUI

/// A table of episodes: id, title, playing time, rating, and whether the sound is on this machine.
struct EpisodeTable {
  let lines: [StyledText]

  /// Fits the table to a terminal.
  ///
  /// - Parameters:
  ///   - width: The width of the terminal, if there is one.
  ///   - downloads: The downloads, to mark their episodes.
  ///   - marksMissingFiles: Whether episodes without their music files are marked, which takes a system call for each.
  init(
    _ episodes: [Episode], width: Int?, indentation: Int = 0, downloads: Downloads = Downloads(),
    marksMissingFiles: Bool = false
  ) {
    var table = TextTable(rightAligned: [2], indentation: indentation, freeText: [1], dispensable: [2, 3, 4])
    for episode in episodes {
      let isMissing = marksMissingFiles && episode.isMusicFileMissing
      table.append(
        StyledText(episode.id, .bold), StyledText(episode.title),
        StyledText(episode.duration.map(playingTime) ?? ""),
        StyledText(episode.rating.map { "rated \($0)" } ?? "", .faint),
        isMissing
          ? StyledText("file missing", .red)
          : StyledText(downloads.path(of: episode.id) == nil ? "" : "downloaded", .faint))
    }
    lines = table.lines(within: width)
  }
}

/// The lines of `episode show`: all values of an episode.
struct EpisodeDetails {
  let lines: [StyledText]

  /// Lists the values, and wraps long texts.
  ///
  /// - Parameter width: The width of the terminal, if there is one.
  init(_ episode: Episode, _ download: Downloads.Item?, width: Int?) {
    var table = TextTable()
    table.append(key: "guid", episode.guid)
    table.append(key: "url", episode.url)
    table.append(key: "file", episode.isMusicFileMissing ? "missing" : nil)
    table.append(key: "published", episode.published.map(Timestamp.utc))
    for field in TrackField.allCases where ![.title, .description, .notes].contains(field) {
      table.append(key: field.rawValue, episode.fields[field]?.text)
    }
    table.append(key: "downloaded", download.map(Self.text(of:)))
    lines =
      ["\(episode.title, .bold) (\(episode.id))", ""] + table.lines
      + Paragraphs.lines([episode.text(.description), episode.text(.notes)], width: width)
  }
}

extension EpisodeDetails {
  private static func text(of download: Downloads.Item) -> String {
    if download.isComplete { return "\(download.path) (\(byteCount(download.bytes)))" }
    return download.bytes > 0 ? "in part (\(byteCount(download.bytes)))" : "no (the file is missing)"
  }
}

extension Episode.FieldValue {
  /// The value for people.
  var text: String {
    switch self {
    case .text(let text), .address(let text): text
    case .integer(let number): String(number)
    case .seconds(let seconds): playingTime(seconds)
    case .date(let date): Timestamp.utc(date)
    }
  }
}
