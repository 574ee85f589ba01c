import MixtapeModel
import Testing

@Suite struct PlaylistLimitAmountsTests {
  @Test(
    "A percentage is exact in decimals and rounded down",
    arguments: [
      ("10%", 99, 9), ("10%", 100, 10), ("0.1%", 999, 0), ("0.1%", 1_000, 1), ("0.29%", 10_000, 29),
      ("1.15%", 10_000, 115),
      ("57.3%", 1_000, 573), ("100%", 7, 7), ("33.333%", 3, 0), ("0.001%", 1_000_000, 10),
    ])
  func percent(_ text: String, of count: Int, expected: Int) throws {
    #expect(try #require(PlaylistLimit(text)).items(of: count) == expected)
  }

  @Test("A number of episodes is limited by those found")
  func items() {
    #expect(PlaylistLimit.items(5).items(of: 3) == 3)
    #expect(PlaylistLimit.items(5).items(of: 9) == 5)
  }

  @Test(
    "An amount is in seconds or bytes",
    arguments: [
      ("1.1 h", RuleField.duration, 3_960), ("90 min", .duration, 5_400), ("0.29 GB", .fileSize, 290_000_000),
    ])
  func total(_ text: String, field: RuleField, amount: Double) throws {
    let total = try #require(PlaylistLimit(text)?.total)
    #expect(total.field == field)
    #expect(total.amount == amount)
    #expect(PlaylistLimit(text)?.items(of: 3) == nil)
  }
}
