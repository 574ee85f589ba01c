package import MixtapePlayer

/// The chapter at the position of a player.
package struct CurrentChapter: Equatable, Sendable {
  package let chapter: Chapter
  /// The number of the chapter, counted from 1.
  package let number: Int
  /// The number of all chapters of the episode.
  package let count: Int

  /// Finds the chapter at a position; `nil` without chapters, and before the first one.
  package init?(of chapters: ChapterList, at position: Duration, speed: PlaybackSpeed) {
    guard let index = chapters.index(at: position, speed: speed) else { return nil }
    chapter = chapters.chapters[index]
    number = index + 1
    count = chapters.chapters.count
  }

  /// The number of the chapter and of all chapters: `2/5`.
  package var place: String { "\(number)/\(count)" }

  /// The place, and the title if there is one.
  package var wording: String { chapter.title.isEmpty ? place : "\(place) \(chapter.title)" }
}

/// A step to another chapter.
package enum ChapterStep: Hashable, Sendable {
  case next
  /// The start of the chapter, or of the one before it.
  case previous
  /// The chapter with a number, counted from 1.
  case number(Int)
}
