internal import MixtapeModel

/// The chapters of an episode, in the order of their starts. No two of them start at the same position.
public struct ChapterList: Hashable, Sendable {
  /// The chapters, at most ``capacity``.
  public let chapters: [Chapter]

  /// The maximum number of chapters. Further ones are ignored.
  public static let capacity = 1_000
  /// The list of an episode without chapters.
  public static let none = ChapterList([])

  /// The time after the start of a chapter in which a step back leads to the chapter before it.
  static let beginning = Duration.seconds(3)
  /// Returns the time before its start at which a chapter is already current: after a seek, services report the position of the
  /// sound that is still in the buffer of the device. At a higher speed, the buffer holds more of the episode.
  private static func tolerance(at speed: PlaybackSpeed) -> Duration { .milliseconds(500) * max(1, speed.rawValue) }

  /// Makes a list of chapters in any order. Of chapters that start at the same position, only the first counts.
  public init(_ chapters: [Chapter]) {
    var starts: Set<Duration> = []
    self.chapters = chapters.prefix(Self.capacity).filter { starts.insert($0.start).inserted }
      .sorted { $0.start < $1.start }
  }

  /// Whether there are no chapters.
  public var isEmpty: Bool { chapters.isEmpty }

  /// Returns the chapters that begin before the end of the sound; all of them if the end is unknown.
  public func beginning(before end: Duration?) -> ChapterList {
    guard let end, let last = chapters.last, last.start >= end else { return self }
    return ChapterList(chapters.filter { $0.start < end })
  }

  /// Returns the index of the chapter at a position; `nil` before the first one.
  public func index(at position: Duration, speed: PlaybackSpeed = .normal) -> Int? {
    let position = position + Self.tolerance(at: speed)
    return chapters.lastIndex { $0.start <= position }
  }

  /// Returns the start of the first chapter that begins after a position; `nil` in the last one.
  public func start(after position: Duration, speed: PlaybackSpeed = .normal) -> Duration? {
    let position = position + Self.tolerance(at: speed)
    return chapters.first { $0.start > position }?.start
  }

  /// Returns the position to which a step back leads: the start of the chapter, or that of the one before within the first
  /// 3 seconds. Before the second chapter, it can be the beginning of the episode.
  public func start(before position: Duration, speed: PlaybackSpeed = .normal) -> Duration {
    guard let current = index(at: position, speed: speed) else { return .zero }
    guard position < chapters[current].start + Self.beginning else { return chapters[current].start }
    return current > 0 ? chapters[current - 1].start : .zero
  }
}

/// A chapter of an episode.
public struct Chapter: Hashable, Sendable {
  /// The title, on one line and of limited length; empty for a chapter without one.
  public let title: String
  /// The position at which the chapter begins.
  public let start: Duration

  /// The maximum number of characters of a title, counted as Unicode scalars. Longer titles are cut.
  public static let longestTitle = 200

  /// Makes a chapter. White space in the title becomes single spaces, and a negative start counts as 0.
  public init(_ title: String = "", at start: Duration) {
    self.title = Self.line(title)
    self.start = max(.zero, start)
  }

  private static func line(_ text: String) -> String {
    // White space around the title must not use it up.
    let words = text.unicodeScalars.prefix(4 * longestTitle).split {
      $0.properties.isWhitespace || $0.breaksLine
    }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(longestTitle)))
  }
}

extension ChapterList {
  /// The maximum size in bytes of a file of chapters.
  public static let largestFile = 1 << 20

  /// Reads a file of chapters in the JSON format of Podcasting 2.0.
  ///
  /// Chapters outside of the table of contents (`"toc": false`) are left out. So are those without a start, or with one that is
  /// negative or above 1,000,000,000 seconds. See
  /// [JSON chapters](https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md).
  ///
  /// - Parameter json: The content of the file.
  /// - Returns: `nil` if it is not such a file, or if it is larger than ``largestFile``.
  public init?(json: [UInt8]) {
    guard json.count <= Self.largestFile else { return nil }
    let file: JSONNode
    // One title in another encoding must not cost all chapters.
    do { file = try JSONReader.read(json) { String(decoding: $0, as: UTF8.self) } } catch { return nil }
    guard let items = file["chapters"]?.array else { return nil }
    self.init(
      items.compactMap { item in
        // Some programs write numbers as text.
        let start = item["startTime"].flatMap { $0.number ?? $0.string.flatMap(Double.init) }
        guard let start, (0...1e9).contains(start), item["toc"]?.bool != false else { return nil }
        return Chapter(item["title"]?.string ?? "", at: .milliseconds(Int64(start * 1000)))
      })
  }
}
