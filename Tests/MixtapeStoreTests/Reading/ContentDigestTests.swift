import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Digests of the files of podcasts")
struct ContentDigestTests {
  private let fixture: StoreFixture
  private let ids: [Podcast.ID]

  init() throws {
    fixture = try StoreFixture([
      "library/talk/show.toml": "title = 'Show'\n", "library/other.toml": "title = 'Other'\n",
    ])
    ids = try ["show", "other", "gone"].map(Podcast.ID.init(validating:))
  }

  @Test func `equal contents have equal digests, others have not`() throws {
    let before = try fixture.store.contentDigests(of: ids)
    #expect(Set(before.keys) == Set(ids.prefix(2)))
    #expect(before[ids[0]] != before[ids[1]])
    #expect(try fixture.store.contentDigests(of: ids) == before)
    try fixture.sandbox.write("title = 'Shop'\n", to: "library/talk/show.toml")
    let after = try fixture.store.contentDigests(of: ids)
    #expect(after[ids[0]] != before[ids[0]])
    #expect(after[ids[1]] == before[ids[1]])
    try fixture.sandbox.write("title = 'Show'\n", to: "library/talk/show.toml")
    #expect(try fixture.store.contentDigests(of: ids) == before)
  }

  @Test func `a file that is too large or no plain file has no digest`() throws {
    _ = try fixture.sandbox.shell("truncate -s 17M library/talk/show.toml; ln -sf talk/show.toml library/other.toml")
    #expect(try fixture.store.contentDigests(of: ids).isEmpty)
  }
}
