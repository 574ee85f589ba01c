internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapePlayer
internal import MixtapeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The episodes of a library in little memory, for completion as one types. It is read in parts.
struct EpisodeCatalog {
  /// An episode, by its offset.
  struct Entry {
    let id: String
    /// The title, podcast, date and length.
    let description: String
    /// The folded id, title and podcast.
    let searched: String
  }

  private var bytes: [UInt8] = []
  /// The starts of the three texts of each episode. Each text ends with a NUL.
  private var starts: [Int32] = []
  /// The dates of publication of the episodes.
  private var dates: [Date] = []
  /// The numbers of the episodes, the newest first. They are sorted after the last episode was read.
  private var newestFirst: [Int32] = []
  private var last: Episode.ID?
  private(set) var isComplete = false

  /// The number of episodes that are read at once.
  private static let partSize = 500

  /// Reads a part of the episodes of a library.
  mutating func readPart(of store: Store) throws(MixtapeError) {
    let episodes = try store.episodes(after: last, atMost: Self.partSize)
    for episode in episodes { append(episode) }
    last = episodes.last?.id
    isComplete = episodes.count < Self.partSize || bytes.count > Self.mostBytes
    if isComplete {
      newestFirst = dates.indices.sorted { (dates[$1], $0) < (dates[$0], $1) }.map(Int32.init)
    }
  }

  private mutating func append(_ episode: Episode) {
    let searched = "\(episode.id) \(episode.title) \(episode.artist ?? "") \(episode.album ?? "")"
    for text in [episode.id.rawValue, episode.inOneLine, TextFolding.fold(searched)] {
      starts.append(Int32(bytes.count))
      bytes += text.utf8.filter { $0 != 0 }
      bytes.append(0)
    }
    dates.append(episode.published ?? .distantPast)
  }

  /// The maximum size. Episodes beyond it are not completed.
  private static let mostBytes = 256 * 1024 * 1024

  /// Returns the newest episodes that have all words of a text in their id, title, artist or podcast.
  func entries(matching text: String, atMost limit: Int) -> [Entry] {
    let words = TextFolding.fold(text).split(separator: " ").map { Array(String($0).utf8CString) }
    var found: [Entry] = []
    bytes.withUnsafeBytes { all in
      for offset in newestFirst.lazy.map(Int.init) {
        if found.count == limit { break }
        guard let searched = Self.text(in: all, at: starts[3 * offset + 2]),
          words.allSatisfy({ strstr(searched, $0) != nil }), let id = Self.text(in: all, at: starts[3 * offset]),
          let description = Self.text(in: all, at: starts[3 * offset + 1])
        else { continue }
        found.append(
          Entry(
            id: String(cString: id), description: String(cString: description), searched: String(cString: searched)))
      }
    }
    return found
  }

  private static func text(in bytes: UnsafeRawBufferPointer, at start: Int32) -> UnsafePointer<CChar>? {
    bytes.baseAddress?.advanced(by: Int(start)).assumingMemoryBound(to: CChar.self)
  }
}

extension Episode {
  /// The title, the podcast or the artist and the album, the date and the length, in a line.
  var inOneLine: String {
    let artist = traits.contains(.track) ? artist : nil
    return
      ([title, artist, album ?? id.podcast.rawValue] + [day, length]).compactMap(\.self).joined(separator: " · ")
  }

  /// The day of publication in UTC.
  var day: String? { published.flatMap(CalendarDay.init(of:)).map(\.description) }

  /// The length as players show it.
  private var length: String? { duration.flatMap(Self.length) }

  /// Returns a number of seconds as players show it; `nil` if it is not a possible length.
  static func length(_ seconds: Double) -> String? {
    guard seconds.isFinite, (0..<1e9).contains(seconds) else { return nil }
    return Duration.seconds(Int64(seconds.rounded())).playingTime
  }
}
