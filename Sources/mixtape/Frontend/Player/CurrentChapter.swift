import MixtapeModel
import MixtapePlayer

/// The chapter at the position of a player.
struct CurrentChapter: Equatable, Sendable {
  let chapter: Chapter
  /// The number of the chapter, counted from 1.
  let number: Int
  /// The number of all chapters of the episode.
  let count: Int

  /// Finds the chapter at a position; `nil` without chapters, and before the first one.
  init?(of chapters: ChapterList, at position: Duration, speed: PlaybackSpeed) {
    guard let index = chapters.index(at: position, speed: speed) else { return nil }
    chapter = chapters.chapters[index]
    number = index + 1
    count = chapters.chapters.count
  }

  /// The number of the chapter and of all chapters: `2/5`.
  var place: String { "\(number)/\(count)" }

  /// The place, and the title if there is one.
  var wording: String { chapter.title.isEmpty ? place : "\(place) \(chapter.title)" }
}

/// A step to another chapter.
enum ChapterStep: Hashable, Sendable {
  case next
  /// The start of the chapter, or of the one before it.
  case previous
  /// The chapter with a number, counted from 1.
  case number(Int)
}

extension PlayerController {
  /// Seeks to another chapter.
  ///
  /// - Returns: The refusal for an episode without that chapter.
  func step(to step: ChapterStep) -> PlayerPanel.Message? {
    let hasMoved =
      switch step {
      case .next: player.skipToNextChapter()
      case .previous: player.skipToPreviousChapter()
      case .number(let number): player.skipToChapter(at: number - 1)
      }
    return hasMoved ? nil : PlayerPanel.Message(text: refusal(of: step), isRefusal: true)
  }

  private func refusal(of step: ChapterStep) -> String {
    let count = player.chapters.chapters.count
    guard count > 0 else { return "No chapters are known" }
    guard case .number(let number) = step else { return "This is the last chapter" }
    return "There is no chapter \(number); the episode has \(counted(count, "chapter"))"
  }
}
