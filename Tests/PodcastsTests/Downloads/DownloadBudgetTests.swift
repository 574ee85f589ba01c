import Testing

@testable import Podcasts

/// The room that downloads have.
@Suite struct DownloadBudgetTests {
  @Test func `reservations of downloads at the same time count together`() {
    var budget = DownloadBudget(limit: 100, used: 20)
    let answers = [budget.reserve(50, for: 0), budget.reserve(31, for: 1), budget.reserve(30, for: 1)]
    #expect(answers == [true, false, true])
    #expect(budget.free == 0)
    budget.write(50, of: 0)
    budget.end(0)
    #expect(budget.free == 0 && budget.used == 70)
    budget.write(10, of: 1)
    budget.end(1)
    #expect(budget.free == 20)
    budget.remove(70)
    #expect(budget.free == 90)
  }

  @Test func `a lowered limit leaves no room`() {
    var budget = DownloadBudget(limit: 10, used: 20)
    let hasRoom = budget.reserve(1, for: 0)
    #expect(budget.free == -10 && !hasRoom)
  }
}
