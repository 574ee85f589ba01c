import Foundation
import MixtapeModel
import Testing

@Suite struct PlaylistSeedTests {
  @Test(arguments: ["7", "-3", "day"]) func `a seed is read as it is written`(_ text: String) throws {
    #expect(try #require(PlaylistSeed(text)).description == text)
  }

  @Test(arguments: ["", "Day", "1.5", "week", "99999999999999999999"]) func `other texts are no seeds`(_ text: String) {
    #expect(PlaylistSeed(text) == nil)
  }

  @Test func `the seed of a day changes at midnight in UTC`() throws {
    let noon = try Date("2026-03-01T12:00:00Z", strategy: .iso8601)
    #expect(PlaylistSeed.day.number(at: noon) == 20_513)
    #expect(PlaylistSeed.day.number(at: noon.addingTimeInterval(43_199)) == 20_513)
    #expect(PlaylistSeed.day.number(at: noon.addingTimeInterval(43_200)) == 20_514)
    #expect(PlaylistSeed.number(4).number(at: noon) == 4)
  }
}
