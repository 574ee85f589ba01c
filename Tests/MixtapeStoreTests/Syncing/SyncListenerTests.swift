import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Listeners and other programs get what a sync brought.
@Suite struct SyncListenerTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  init() throws {
    clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = ['sky/1']\n", "playlists/b.toml": "name = 'B'\nepisodes = []\n",
    ])
    second = try clones.another()
    try second.store.rename(.id("a"), to: "Night")
    try second.store.delete(.id("b"))
    try second.store.create(try Playlist(id: .id("c"), name: "C"))
    try second.store.sync(by: .quiet)
  }

  @Test(arguments: [false, true])
  func changesAreSentForEachPlaylist(ofAMerge: Bool) async throws {
    if ofAMerge { try first.store.add(.ids("sky/2"), to: .id("a")) }
    var changes = first.store.changes().makeAsyncIterator()
    #expect(try (first.store.sync(by: .quiet).merge != nil) == ofAMerge)
    var words: [String] = []
    for _ in 0..<3 {
      switch await changes.next() {
      case .created(let playlist): words.append("created \(playlist.id)")
      case .deleted(let playlist): words.append("deleted \(playlist.id)")
      case .updated(let before, let after), .moved(let before, let after):
        words.append("\(before.name) → \(after.name), \(after.episodes.count)")
      case nil: break
      }
    }
    #expect(words == ["A → Night, \(ofAMerge ? 2 : 1)", "deleted b", "created c"])
  }

  @Test func aWatchSeesTheChanges() throws {
    let watched = try WatchFixture(opening: first)
    try watched.store.store.sync(by: .quiet)
    #expect(
      try watched.told().sorted() == ["created c at playlists/c.toml", "deleted b", "updated a: A → Night"])
  }

  @Test func theSnapshotIsWritten() throws {
    let sandbox = first.sandbox
    try sandbox.write("format = 1\n[snapshot]\npath = \"state/snapshot.json\"\n", to: "mixtape.toml")
    try FileManager.default.createDirectory(
      atPath: sandbox.store.appending("state").string, withIntermediateDirectories: true)
    let fixture = try StoreFixture(opening: sandbox, keepsSnapshot: true)
    try fixture.store.sync(by: .quiet)
    let text = try #require(try fixture.text("state/snapshot.json"))
    #expect(text.contains("\"name\" : \"Night\"") && text.contains("\"name\" : \"C\""))
    #expect(!text.contains("\"name\" : \"B\""))
  }
}
