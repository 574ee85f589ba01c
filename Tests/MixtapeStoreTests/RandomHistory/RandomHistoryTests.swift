import Foundation
import TestSupport
import Testing

/// One after the other, so that they leave other tests a core.
@Suite("Random histories against a model", .serialized)
struct RandomHistoryTests {
  /// How many steps each history has; `MIXTAPE_TEST_STEPS` makes it longer.
  private static let steps =
    ProcessInfo.processInfo.environment["MIXTAPE_TEST_STEPS"].flatMap { Int($0) } ?? 64

  @Test(.timeLimit(.generous), arguments: 0..<8)
  func everyStateIsWhatTheModelSaysAndIsReachedAgain(_: Int) throws {
    var history = try RandomHistory(SeededGenerator())
    for _ in 0..<Self.steps { try history.takeStep() }
    try history.undoAndRedoEverything()
  }

  @Test(.timeLimit(.generous), arguments: 0..<4)
  func theyAreReachedAgainThoughGitRewritesHistory(_: Int) throws {
    var history = try RandomHistory(SeededGenerator(), isRewritten: true)
    for _ in 0..<Self.steps * 3 / 4 { try history.takeStep() }
    try history.undoAndRedoEverything()
  }
}
