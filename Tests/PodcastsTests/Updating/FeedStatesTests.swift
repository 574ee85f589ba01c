import Companions
import Podcasts
import TestSupport
import Testing

/// The states of feeds between updates, and their file.
@Suite struct FeedStatesTests {
  private let full = FeedState(
    validators: FeedValidators(entityTag: "\"a\"", lastModified: "Sun"), lastSuccess: 1_770_000_000,
    retryAfter: 1_770_000_100,
    appliedTo: "c0ffee")

  @Test func `round trip of states`() throws {
    var states = FeedStates()
    states["https://example.org/a"] = full
    states["https://example.org/ü"] = FeedState(lastSuccess: -1)
    let read = try #require(FeedStates(states.encoded))
    #expect(read == states)
    #expect(read["https://example.org/a"] == full)
    #expect(read["https://example.org/other"] == FeedState())
    #expect(FeedStates(FeedStates().encoded) == FeedStates())
  }

  @Test func `a damaged file is ignored`() {
    var states = FeedStates()
    states["https://example.org/a"] = full
    states["https://example.org/b"] = full
    let bytes = states.encoded
    for length in 0..<bytes.count { #expect(FeedStates(Array(bytes.prefix(length))) == nil, "\(length)") }
    for text in [
      "", "\n", "mixtape feeds 2\n0\n", "mixtape feeds 1\n1\n", "mixtape feeds 1\na\t\t\tx\t\t\n1\n",
      "mixtape feeds 1\n\t\t\t\t\t\n1\n",
    ] {
      #expect(FeedStates(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(FeedStates(bytes + [0xFF]) == nil)
    #expect(FeedStates([UInt8](repeating: 0, count: FeedStates.greatestSize + 1)) == nil)
  }

  @Test func `values with control characters are not written`() throws {
    var states = FeedStates()
    states["https://example.org/\n"] = full
    states["https://example.org/\t"] = full
    states["https://example.org/a"] = FeedState(lastSuccess: 1, appliedTo: "x\ty")
    states["https://example.org/b"] = full
    #expect(try #require(FeedStates(states.encoded)).addresses == ["https://example.org/b"])
  }

  @Test func `validators are only sent if the content is unchanged`() {
    var states = FeedStates()
    states["https://example.org/a"] = full
    #expect(states.request(for: "https://example.org/a", content: "c0ffee").validators == full.validators)
    #expect(states.request(for: "https://example.org/a", content: "other").validators == .none)
    #expect(states.request(for: "https://example.org/a", content: nil).validators == .none)
    #expect(states.request(for: "https://example.org/b", content: nil).validators == .none)
  }

  @Test func `Retry-After is respected, up to 30 days`() {
    var states = FeedStates()
    states["a"] = FeedState(retryAfter: 1_000)
    #expect(states.waitingTime(of: "a", now: 900) == 100)
    #expect(states.waitingTime(of: "a", now: 1_000) == nil)
    #expect(states.waitingTime(of: "b", now: 0) == nil)
    states["a"] = FeedState(retryAfter: .max)
    #expect(states.waitingTime(of: "a", now: .min) == nil)
    #expect(states.waitingTime(of: "a", now: 0) == nil)
  }

  @Test func `states of other feeds are removed`() {
    var states = FeedStates()
    states["a"] = full
    states["b"] = full
    states.keep(["a", "c"])
    #expect(states.addresses == ["a"])
    states["a"] = FeedState()
    #expect(states.addresses.isEmpty)
  }
}
