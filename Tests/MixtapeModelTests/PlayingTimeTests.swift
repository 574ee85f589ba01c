import MixtapeModel
import Testing

@Suite struct PlayingTimeTests {
  @Test func `known times are added, and unknown ones counted`() {
    #expect(PlayingTime(of: [60, nil, 0.5, nil]) == PlayingTime(seconds: 60.5, unknownCount: 2))
    #expect(PlayingTime(of: [Double?]()) == PlayingTime(seconds: 0, unknownCount: 0))
  }

  @Test func `a sum is always a number`() {
    let huge = Double.greatestFiniteMagnitude
    #expect(PlayingTime(of: [huge, huge]).seconds == huge)
  }
}
