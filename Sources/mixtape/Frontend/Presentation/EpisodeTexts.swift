import FileSystem
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts of episodes in lists: the only place that words a row.
struct EpisodeTexts {
  /// The present year with a hyphen, which dates leave out.
  private let thisYear: String
  let downloads: Downloads
  private let marksMissingFiles: Bool

  /// Makes texts. Dates of the present year are shown without it. Missing music files are marked by a system call for each.
  init(now: Date, downloads: Downloads = Downloads(), marksMissingFiles: Bool = false) {
    thisYear = String(Timestamp.day(now).prefix(5))
    self.downloads = downloads
    self.marksMissingFiles = marksMissingFiles
  }

  func text(of episode: Episode) -> EpisodeText {
    text(of: episode, isDownloaded: downloads.path(of: episode.id) != nil)
  }

  func text(of episode: Episode, isDownloaded: Bool) -> EpisodeText {
    EpisodeText(
      title: episode.title, artist: episode.trackArtist,
      collection: episode.collection, date: episode.published.map(date) ?? "",
      playingTime: episode.duration.map(playingTime) ?? "", state: episode.listeningState, rating: episode.rating,
      isDownloaded: isDownloaded, isFileMissing: marksMissingFiles && episode.isMusicFileMissing)
  }

  /// Returns a date as ISO 8601 in UTC, without the present year.
  private func date(_ date: Date) -> String {
    let day = Timestamp.day(date)
    return String(day.hasPrefix(thisYear) ? day.dropFirst(thisYear.count) : day[...])
  }
}

extension EpisodeColumn {
  /// The columns of lists with ids.
  static let printed: [EpisodeColumn] = [.id, .title, .artist, .date, .length, .state, .rating, .downloaded]
  static let ofNew: [EpisodeColumn] = [.date, .podcast, .title, .length, .downloaded, .id]
  static let ofPlaylists: [EpisodeColumn] = [
    .title, .artist, .podcast, .date, .length, .state, .rating, .downloaded, .id,
  ]
}

extension Session {
  /// Returns the texts of episodes in lists of this command.
  func episodeTexts(of store: Store, marksMissingFiles: Bool = false) -> EpisodeTexts {
    EpisodeTexts(now: context.now(), downloads: downloads(of: store), marksMissingFiles: marksMissingFiles)
  }

  /// Returns a list of episodes as lines, with the usual columns, or with those that the user chose: a narrow terminal hides none
  /// of these.
  func lines(
    of episodes: some Sequence<Episode>, _ texts: EpisodeTexts, _ columns: [EpisodeColumn]?,
    usual: [EpisodeColumn] = EpisodeColumn.printed, indentation: Int = 0
  ) -> [StyledText] {
    var table = EpisodeTable(columns ?? usual, indentation: indentation, columns == nil ? .printed : .chosen)
    for episode in episodes { table.append(episode.id, texts.text(of: episode)) }
    return table.lines(within: width)
  }
}

extension [Episode] {
  /// The episodes, the last published first, and those without a date at the end.
  var lastPublishedFirst: [Episode] {
    let times = map { $0.published?.timeIntervalSince1970 ?? -.infinity }
    return indices.sorted { (times[$0], -$0) > (times[$1], -$1) }.map { self[$0] }
  }
}

/// The lines of `show` for an episode: all its values.
struct EpisodeDetails {
  let lines: [StyledText]

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
      + Paragraphs.lines(
        [("description", episode.text(.description)), ("your notes", episode.text(.notes))], width: width)
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

extension Episode {
  /// Whether its music file is on this machine and missing. Takes one system call. A directory that cannot be read proves nothing.
  var isMusicFileMissing: Bool {
    guard let url else { return false }
    do {
      let address = try SoundAddress(url)
      return try address.isFile && FileStatus(of: FilePath(address.location)) == nil
    } catch {
      return false
    }
  }
}

/// Long texts below a table, such as descriptions.
enum Paragraphs {
  /// The width without a terminal.
  private static let usualWidth = 80

  /// Returns texts as lines, each after an empty line and its label, such as `your notes`. Words that are wider than the terminal
  /// get lines of their own.
  static func lines(_ texts: [(label: String, text: String?)], width: Int?) -> [StyledText] {
    texts.flatMap { label, text -> [StyledText] in
      guard let text = text?.nonEmpty else { return [] }
      let paragraphs = text.split(whereSeparator: \.isNewline)
      return ["", "\("\(label):", .faint)"]
        + paragraphs.flatMap { wrapped(String($0), to: max(20, width ?? usualWidth)) }
    }
  }

  private static func wrapped(_ text: String, to width: Int) -> [StyledText] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    for word in text.split(whereSeparator: \.isWhitespace) {
      let size = StyledText(String(word)).width
      if !line.isEmpty, columns + 1 + size > width {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      (line, columns) = line.isEmpty ? (String(word), size) : ("\(line) \(word)", columns + 1 + size)
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { StyledText($0) }
  }
}
