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
