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

/// Episodes in little memory, for completion as one types. Those of a library are read in parts.
struct EpisodeCatalog {
  /// An episode.
  struct Entry {
    let id: String
    let title: String
    /// The title, podcast, date and length.
    let description: String
    /// The folded id, title and podcast.
    let searched: String
    /// The date of publication; the distant past without one.
    let published: Date
  }

  /// The folded texts of the episodes. Each ends with a NUL. When the last episode was read, they get the order of ``rows``: a search
  /// through memory in its order takes a fraction of the time.
  private var searched: [UInt8] = []
  /// The id, the title and the rest of the description of each episode. Each text ends with a NUL.
  private var shown: [UInt8] = []
  /// The episodes, the newest first when the last one was read.
  private var rows: [Row] = []
  private var last: Episode.ID?
  private(set) var isComplete = false

  /// The starts of the texts of an episode.
  private struct Row {
    var searched: Int32
    let shown: Int32
    let published: Date
  }

  /// The number of episodes that are read at once.
  private static let partSize = 500

  /// Makes an empty catalog of a library.
  init() {}

  /// Makes the complete catalog of some episodes.
  init(_ episodes: some Sequence<Episode>) {
    for episode in episodes { append(episode) }
    complete()
  }

  /// Reads a part of the episodes of a library.
  mutating func readPart(of store: Store) throws(MixtapeError) {
    let episodes = try store.episodes(after: last, atMost: Self.partSize)
    for episode in episodes { append(episode) }
    last = episodes.last?.id
    if episodes.count < Self.partSize || searched.count + shown.count > Self.maximumSize { complete() }
  }

  private mutating func append(_ episode: Episode) {
    rows.append(
      Row(
        searched: Int32(searched.count), shown: Int32(shown.count), published: episode.published ?? .distantPast))
    let names = "\(episode.id) \(episode.title) \(episode.artist ?? "") \(episode.album ?? "")"
    Self.append(Self.folded(names), to: &searched)
    for text in [episode.id.rawValue, episode.title, episode.factsInOneLine] { Self.append(text, to: &shown) }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes += text.utf8.filter { $0 != 0 }
    bytes.append(0)
  }

  private mutating func complete() {
    isComplete = true
    rows.sort { ($1.published, $0.searched) < ($0.published, $1.searched) }
    var sorted: [UInt8] = []
    sorted.reserveCapacity(searched.count)
    for index in rows.indices {
      let text = searched[Int(rows[index].searched)...].prefix { $0 != 0 }
      rows[index].searched = Int32(sorted.count)
      sorted += text
      sorted.append(0)
    }
    searched = sorted
  }

  /// The maximum size of the texts in bytes, about that of 200,000 episodes. Episodes beyond it are not completed. Until a new catalog is
  /// complete, the old one stays, and the server should need at most 100 MB.
  private static let maximumSize = 40 * 1024 * 1024

  /// Returns the newest episodes that have all words of a text in their id, title, artist or podcast.
  ///
  /// - Parameter podcasts: The podcasts without their episodes.
  func entries(matching text: String, atMost limit: Int, except podcasts: some Sequence<Podcast.ID> = []) -> [Entry] {
    let words = Self.folded(text).split(separator: " ").map { Array(String($0).utf8CString) }
    let unwanted = podcasts.map { Array("\($0)/".utf8CString.dropLast()) }
    var found: [Entry] = []
    searched.withUnsafeBufferPointer { searched in
      shown.withUnsafeBufferPointer { shown in
        for row in rows {
          if found.count == limit { break }
          guard let text = Self.text(in: searched, at: row.searched), words.allSatisfy({ strstr(text, $0) != nil }),
            let id = Self.text(in: shown, at: row.shown),
            !unwanted.contains(where: { strncmp(id, $0, $0.count) == 0 })
          else { continue }
          let title = id + strlen(id) + 1
          let facts = title + strlen(title) + 1
          found.append(
            Entry(
              id: String(cString: id), title: String(cString: title),
              description: String(cString: title) + String(cString: facts), searched: String(cString: text),
              published: row.published))
        }
      }
    }
    return found
  }

  private static func text(in bytes: UnsafeBufferPointer<UInt8>, at start: Int32) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(bytes.baseAddress)?.advanced(by: Int(start)).assumingMemoryBound(to: CChar.self)
  }

  /// Returns a text without differences of case and accents, as the search of the library compares it.
  private static func folded(_ text: String) -> String {
    let folded = TextFolding.fold(text)
    if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
    let letters = NameRules.decomposed(folded).unicodeScalars.filter { !accents.contains($0.value) }
    return NameRules.composed(String(letters))
  }

  /// The combining marks that the index of the library removes: `remove_diacritics 2` of FTS5.
  private static let accents: ClosedRange<UInt32> = 0x300...0x36F
}

extension Episode {
  /// The title, the podcast or the artist and the album, the date and the length, in a line.
  var inOneLine: String { title + factsInOneLine }

  /// The rest of ``inOneLine`` after the title.
  fileprivate var factsInOneLine: String {
    let artist = traits.contains(.track) ? artist : nil
    return [artist, album ?? id.podcast.rawValue, day, length].compactMap { $0.map { " · \($0)" } }.joined()
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
