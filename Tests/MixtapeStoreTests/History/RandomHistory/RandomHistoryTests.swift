import TestSupport
import Testing

@Suite("Random histories against a model")
struct RandomHistoryTests {
  /// The number of steps of each history. `MIXTAPE_TEST_STEPS` changes it.
  private static let steps = TestSteps.count(40)

  @Test(.timeLimit(.generous), arguments: 0..<8)
  func everyStateMatchesTheModel(_: Int) throws {
    var history = try RandomHistory(SeededGenerator())
    for _ in 0..<Self.steps { try history.takeStep() }
    try history.undoAndRedoEverything()
  }
}
