import Foundation
import TestSupport
import Testing

@Suite("Random histories against a model")
struct RandomHistoryTests {
  /// How many steps each history has; `MIXTAPE_TEST_STEPS` makes it longer.
  private static let steps =
    ProcessInfo.processInfo.environment["MIXTAPE_TEST_STEPS"].flatMap { Int($0) } ?? 400

  @Test(.timeLimit(.minutes(5)), arguments: 0..<6)
  func everyStateIsWhatTheModelSaysAndIsReachedAgain(_: Int) throws {
    var history = try RandomHistory(SeededGenerator())
    for _ in 0..<Self.steps { try history.takeStep() }
    try history.undoAndRedoEverything()
  }
}
