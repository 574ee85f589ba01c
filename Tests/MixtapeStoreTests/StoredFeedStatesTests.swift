import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite struct StoredFeedStatesTests {
  @Test func statesOfFeedsAreKeptAndNotCommitted() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    #expect(try fixture.store.feedStates(atMost: 100) == nil)
    try fixture.store.keepFeedStates(Array("first".utf8))
    try fixture.store.keepFeedStates(Array("second".utf8))
    #expect(try fixture.store.feedStates(atMost: 100) == Array("second".utf8))
    #expect(try fixture.sandbox.read(".git/mixtape/feeds") == Array("second".utf8))
    try fixture.expectClean()
  }

  @Test func statesThatCannotBeReadAreNone() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.store.keepFeedStates(Array("long".utf8))
    #expect(try fixture.store.feedStates(atMost: 3) == nil)
    try fixture.sandbox.remove(".git/mixtape/feeds")
    try fixture.sandbox.makeDirectory("store/.git/mixtape/feeds")
    #expect(try fixture.store.feedStates(atMost: 3) == nil)
    #expect(throws: MixtapeError.self) { try fixture.store.keepFeedStates([1]) }
  }
}
