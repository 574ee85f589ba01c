import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo, redo and revert of a change that was merged with changes of the same values by others: what others did stays.
@Suite struct UndoOfMergedChangeTests {
  private let first: StoreFixture
  private let second: StoreFixture

  /// Makes two clones. The changes of the first one are newer.
  init() throws {
    let clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = []\n", "library/p.toml": "title = 'P'\n\n[[episodes]]\nid = '1'\n",
    ])
    let stores = try clones.stores(ofDays: [2, 1])
    (first, second) = (stores[0], stores[1])
  }

  private func name(in fixture: StoreFixture) throws -> String {
    try fixture.store.playlist(.id("a"), at: "HEAD").name
  }

  /// Lets the second clone sync first, so that the first one merges, or the other way round.
  private func syncAll(mergingIn merging: StoreFixture? = nil) throws {
    let isFirst = merging == nil || merging?.sandbox.root == first.sandbox.root
    for fixture in isFirst ? [second, first, second] : [first, second, first] { try fixture.store.sync(by: .quiet) }
  }

  @Test(arguments: [true, false])
  func `the value of the other side comes back`(firstMerges: Bool) throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try syncAll(mergingIn: firstMerges ? first : second)
    #expect(try name(in: first) == "FA")
    #expect(try first.store.undo().steps.map(\.subject) == [#"Rename a to "FA""#])
    #expect(try name(in: first) == "FB")
    #expect(try first.store.openConflicts() == [])
    try first.store.redo()
    #expect(try name(in: first) == "FA")
    #expect(try first.store.openConflicts().count == 1)
    try first.store.undo()
    #expect(try name(in: first) == "FB")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    #expect(try name(in: second) == "FB")
    try first.expectClean()
  }

  @Test func `the undo of one playlist and a revert bring it back, too`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try syncAll()
    try first.store.undo(StoreItem.id("a"))
    #expect(try name(in: first) == "FB")
    try first.store.undo()
    #expect(try name(in: first) == "FA")
    try second.store.sync(by: .quiet)
    try second.store.revert("HEAD^1")
    #expect(try name(in: second) == "FB")
  }

  /// The description is in conflict, too, but the undone change did not touch it.
  @Test func `a value that the change did not touch stays`() throws {
    try first.store.describe(.id("a"), as: "Ours")
    try second.store.describe(.id("a"), as: "Theirs")
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try syncAll()
    #expect(try first.store.playlist(.id("a"), at: "HEAD").description == "Ours")
    try first.store.undo()
    #expect(try name(in: first) == "FB")
    #expect(try first.store.playlist(.id("a"), at: "HEAD").description == "Ours")
    try first.store.undo()
    #expect(try first.store.playlist(.id("a"), at: "HEAD").description == "Theirs")
  }

  @Test func `the undo of a change that lost changes nothing`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try second.store.describe(.id("a"), as: "Mine")
    try syncAll()
    try second.store.undo()
    #expect(try second.store.playlist(.id("a"), at: "HEAD").description.isEmpty == true)
    #expect(try second.store.undo().steps.map(\.subject) == [#"Rename a to "FB""#])
    #expect(try name(in: second) == "FA")
    try second.expectClean()
  }

  @Test func `a change that both sides made stays`() throws {
    for fixture in [first, second] {
      try fixture.store.rename(.id("a"), to: "Same")
      try fixture.store.add(.ids("p/1"), to: .id("a"))
    }
    try syncAll()
    for fixture in [first, second] {
      try fixture.store.undo()
      try fixture.store.undo()
      #expect(try name(in: fixture) == "Same")
      #expect(try fixture.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/1"))
    }
  }

  @Test func `a file that both sides created stays with the content of the other side`() throws {
    try first.sandbox.write("name = 'Ours'\ndescription = 'd'\n", to: "playlists/new.toml")
    try second.sandbox.write("name = 'Theirs'\n", to: "playlists/new.toml")
    try syncAll()
    #expect(try first.store.playlist(.id("new"), at: "HEAD").name == "Ours")
    try first.store.undo()
    #expect(try first.text("playlists/new.toml") == "name = 'Theirs'\n")
  }

  @Test func `a rating of the other side comes back`() throws {
    for (fixture, rating) in [(first, 4), (second, 2)] {
      try fixture.sandbox.write("title = 'P'\n\n[[episodes]]\nid = '1'\nrating = \(rating)\n", to: "library/p.toml")
    }
    try syncAll()
    #expect(try first.text("library/p.toml")?.contains("rating = 4") == true)
    try first.store.undo(.podcast(Podcast.ID(validating: "p")))
    #expect(try first.text("library/p.toml")?.contains("rating = 2") == true)
  }

  @Test func `a file that the other side deleted stays`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.delete(.id("a"))
    try syncAll()
    #expect(try name(in: first) == "FA")
    try first.store.undo()
    #expect(try name(in: first) == "A")
    #expect(first.told.filter { $0.hasPrefix("kept") } == ["kept playlists/a.toml"])
    try first.store.redo()
    #expect(try name(in: first) == "FA")
    try first.expectClean()
  }

  @Test func `a later change by others of a file that the other side deleted stays`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.delete(.id("a"))
    try syncAll()
    try first.store.describe(.id("a"), as: "Mine")
    try second.store.add(.ids("p/1"), to: .id("a"))
    try syncAll()
    try first.store.undo()
    try first.store.undo()
    #expect(try name(in: first) == "A")
    #expect(try first.store.playlist(.id("a"), at: "HEAD").description.isEmpty == true)
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/1"))
  }

  @Test(arguments: [true, false])
  func `the undone deletion of a file that others changed brings back own changes`(firstMerges: Bool) throws {
    try first.store.describe(.id("a"), as: "Mine")
    try first.store.delete(.id("a"))
    try second.store.rename(.id("a"), to: "FB")
    try syncAll(mergingIn: firstMerges ? first : second)
    let merged = try #require(try first.text("playlists/a.toml"))
    #expect(merged.contains("FB") && !merged.contains("Mine"))
    #expect(try first.store.undo().steps.map(\.subject) == ["Delete a"])
    let text = try #require(try first.text("playlists/a.toml"))
    #expect(text.contains("FB") && text.contains("Mine"))
    try first.store.redo()
    #expect(try first.text("playlists/a.toml") == merged)
    for _ in 1...2 { try first.store.undo() }
    #expect(try first.text("playlists/a.toml")?.contains("Mine") == false)
    #expect(try name(in: first) == "FB")
    try first.expectClean()
  }

  @Test func `a file that got another id in the merge is renamed back`() throws {
    try second.sandbox.write("name = 'Theirs'\n", to: "playlists/new.toml")
    try first.sandbox.remove("playlists/a.toml")
    try first.sandbox.write("name = 'A'\nepisodes = []\n", to: "playlists/new.toml")
    try syncAll()
    #expect(try first.store.playlistIDs().map(\.rawValue).sorted() == ["new", "new-2"])
    #expect(try first.store.undo().steps.map(\.subject) == ["Rename a to new by hand"])
    #expect(try first.text("playlists/a.toml") == "name = 'A'\nepisodes = []\n")
    #expect(try first.text("playlists/new.toml") == "name = 'Theirs'\n")
    #expect(try first.text("playlists/new-2.toml") == nil)
  }

  @Test(arguments: ["playlists/a", "library/p"])
  func `a created file goes, and one that the other side renamed to its id stays`(name: String) throws {
    let text = try #require(try first.text("\(name).toml"))
    let new = "\(name.prefix { $0 != "/" })/new"
    try second.sandbox.remove("\(name).toml")
    try second.sandbox.write(text, to: "\(new).toml")
    try first.sandbox.write("\(name.hasPrefix("library") ? "title" : "name") = 'New'\n", to: "\(new).toml")
    try syncAll()
    #expect(try first.text("\(new)-2.toml") == text)
    try first.store.undo()
    #expect(try first.text("\(new).toml") == nil)
    #expect(try first.text("\(new)-2.toml") == text)
    try first.store.redo()
    #expect(try first.text("\(new).toml")?.contains("New") == true)
    #expect(try first.text("\(new)-2.toml") == text)
    try first.expectClean()
  }

  @Test func `a file that both sides renamed gets the name of the other side`() throws {
    let text = "name = 'A'\nepisodes = []\n"
    for (fixture, name) in [(first, "b"), (second, "c")] {
      try fixture.sandbox.remove("playlists/a.toml")
      try fixture.sandbox.write(text, to: "playlists/\(name).toml")
      try fixture.store.captureHandEdits()
    }
    try syncAll()
    #expect(try first.store.playlistIDs().map(\.rawValue) == ["b"])
    try first.store.undo()
    #expect(try first.store.playlistIDs().map(\.rawValue) == ["c"])
    #expect(try first.text("playlists/c.toml") == text)
  }

  @Test func `a change that others made later is in conflict`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try syncAll(mergingIn: second)
    try second.store.rename(.id("a"), to: "FC")
    try syncAll()
    try first.expectRefusal(.conflict) { try first.store.undo() }
  }
}
