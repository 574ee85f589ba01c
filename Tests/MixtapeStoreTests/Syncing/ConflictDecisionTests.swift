import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Values that both sides of a sync changed, and the decisions about them.
@Suite struct ConflictDecisionTests {
  private func name(in fixture: StoreFixture) throws -> String {
    try fixture.store.playlist(.id("a"), at: "HEAD").name
  }

  /// Returns the stores of different people with the playlist `a`.
  private func people(ofDays days: [Int]) throws -> [StoreFixture] {
    try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"]).people(ofDays: days)
  }

  /// Returns the store of the older changes after a sync. The values of the other side were taken.
  private func syncedStore(withDescriptions: Bool = false) throws -> StoreFixture {
    let stores = try people(ofDays: [1, 2])
    let (ours, theirs) = (stores[0], stores[1])
    for (fixture, text) in [(theirs, "Night"), (ours, "Day")] {
      try fixture.store.rename(.id("a"), to: text)
      if withDescriptions { try fixture.store.describe(.id("a"), as: text) }
      try fixture.store.sync(by: .quiet)
    }
    return ours
  }

  @Test func `a conflict is listed until it is decided`() throws {
    let ours = try syncedStore()
    let conflicts = try ours.store.openConflicts()
    #expect(conflicts.map(\.name) == ["a"])
    #expect(conflicts.map(\.key) == ["name"])
    #expect(conflicts.first?.ours.value?.contains("Day") == true)
    #expect(conflicts.first?.taken == .theirs)
    try ours.store.decide(conflicts, taking: .mine)
    #expect(try name(in: ours) == "Day")
    #expect(try ours.store.openConflicts() == [])
    try ours.store.undo()
    #expect(try name(in: ours) == "Night")
    let again = try ours.store.openConflicts()
    #expect(again.count == 1)
    try ours.store.decide(again, taking: .theirs)
    #expect(try ours.store.openConflicts() == [])
    #expect(try name(in: ours) == "Night")
    // The decision changed no file, and is a change like any other.
    try ours.store.undo()
    #expect(try ours.store.openConflicts().count == 1)
    try ours.store.redo()
    #expect(try ours.store.openConflicts() == [])
    try ours.expectClean()
  }

  @Test func `another clone of a person knows the own change by the email address`() throws {
    let stores = try people(ofDays: [1, 2, 3])
    for (fixture, text) in [(stores[1], "Night"), (stores[0], "Day")] {
      try fixture.store.rename(.id("a"), to: text)
      try fixture.store.sync(by: .quiet)
    }
    stores[2].sandbox.environment["GIT_AUTHOR_EMAIL"] = "1@example.org"
    let other = try StoreFixture(opening: stores[2].sandbox)
    try other.store.sync(by: .quiet)
    try other.store.decide(try other.store.openConflicts(), taking: .theirs)
    #expect(try name(in: other) == "Day")
  }

  @Test func `the undo of the change that lost has no effect, and leaves nothing to decide`() throws {
    let ours = try syncedStore()
    #expect(try !ours.store.undo().hasEffect)
    #expect(try ours.store.openConflicts() == [])
    #expect(try name(in: ours) == "Night")
    try ours.expectClean()
  }

  @Test func `a conflict follows its playlist to another id`() throws {
    let ours = try syncedStore()
    try ours.sandbox.git("mv", "playlists/a.toml", "playlists/zen.toml")
    try ours.sandbox.git("commit", "-q", "-m", "Rename")
    let conflicts = try ours.store.openConflicts()
    #expect(conflicts.map(\.name) == ["zen"])
    try ours.store.decide(conflicts, taking: .mine)
    #expect(try ours.store.playlist(.id("zen"), at: "HEAD").name == "Day")
    #expect(try ours.store.openConflicts() == [])
    try ours.store.undo()
    #expect(try ours.store.openConflicts() == conflicts)
  }

  @Test func `a key in quotes is found and taken`() throws {
    let base = "name = \"A\"\n\n[extra]\n\"a.b\" = 1\n"
    let stores = try Clones(["playlists/a.toml": base]).people(ofDays: [2, 1])
    let own = stores[1]
    for (fixture, number) in [(stores[0], 2), (own, 3)] {
      try fixture.sandbox.write(base.replacing("1", with: "\(number)"), to: "playlists/a.toml")
      try fixture.store.sync(by: .quiet)
    }
    let conflicts = try own.store.openConflicts()
    #expect(conflicts.map(\.key) == ["extra.\"a.b\""])
    for name in ["extra.\"a.b\"", "extra.'a.b'"] { #expect(conflicts.allSatisfy { $0.hasKey(named: name) }) }
    #expect(!conflicts.contains { $0.hasKey(named: "extra.a.b") })
    try own.store.decide(conflicts, taking: .mine)
    #expect(try own.text("playlists/a.toml") == base.replacing("1", with: "3"))
    #expect(try own.store.openConflicts() == [])
    try own.expectClean()
  }

  /// One side removes a table, and the other one changes a key of it.
  @Test(arguments: [true, false])
  func `a table is taken as a whole`(isRemovedLater: Bool) throws {
    let (name, table) = ("name = \"A\"\n", "\n[extra]\ncolour = \"red\"\n")
    let stores = try Clones(["playlists/a.toml": name + table]).people(ofDays: isRemovedLater ? [2, 1] : [1, 2])
    let (removing, changing) = (stores[0], stores[1])
    let changed = name + table.replacing("red", with: "blue")
    for (fixture, text) in [(removing, name), (changing, changed)] {
      try fixture.sandbox.write(text, to: "playlists/a.toml")
      try fixture.store.sync(by: .quiet)
    }
    #expect(try changing.text("playlists/a.toml") == (isRemovedLater ? name : changed))
    let conflicts = try changing.store.openConflicts()
    #expect(conflicts.map(\.key) == ["extra"])
    let values = try changing.store.values(of: conflicts)
    #expect(values.map(\.mine.value) == ["{ colour = \"blue\" }"] && values.map(\.theirs.value) == [nil])
    for (choice, hasTable) in [(ConflictChoice.mine, true), (.theirs, false)] {
      try changing.store.decide(conflicts, taking: choice)
      #expect(try changing.text("playlists/a.toml")?.contains("colour = \"blue\"") == hasTable)
      #expect(try changing.store.openConflicts() == [])
      try changing.store.undo()
    }
    #expect(try changing.store.openConflicts() == conflicts)
    try changing.expectClean()
  }

  @Test func `mine is the value of the clone, also if one person has both clones`() throws {
    let stores = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"]).stores(ofDays: [1, 2])
    let (merging, receiving) = (stores[0], stores[1])
    for (fixture, text) in [(receiving, "Night"), (merging, "Day")] {
      try fixture.store.rename(.id("a"), to: text)
      try fixture.store.sync(by: .quiet)
    }
    try receiving.store.sync(by: .quiet)
    for (fixture, mine, taken) in [(merging, "'Day'", ConflictChoice.theirs), (receiving, "'Night'", .mine)] {
      let values = try fixture.store.values(of: try fixture.store.openConflicts())
      #expect(values.map(\.mine.value) == [mine])
      #expect(values.map(\.taken) == [taken])
    }
    try receiving.store.decide(try receiving.store.openConflicts(), taking: .theirs)
    #expect(try name(in: receiving) == "Day")
  }

  @Test func `a value that a clone began with is not its own`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"])
    let ann = try clones.stores(ofDays: [1, 2])[1]
    try clones.first.store.rename(.id("a"), to: "Day")
    try clones.first.store.sync(by: .quiet)
    // Ann gets another clone before she syncs the first one.
    let other = try clones.another()
    for sandbox in [ann.sandbox, other.sandbox] { sandbox.environment["GIT_AUTHOR_EMAIL"] = "ann@example.org" }
    let stores = try [ann, other].map { try StoreFixture(opening: $0.sandbox) }
    try stores[0].store.rename(.id("a"), to: "Night")
    for fixture in stores { try fixture.store.sync(by: .quiet) }
    for fixture in stores {
      let values = try fixture.store.values(of: try fixture.store.openConflicts())
      #expect(values.map(\.mine.value) == ["'Night'"])
    }
  }

  @Test func `the undo of two decisions opens both conflicts`() throws {
    let ours = try syncedStore(withDescriptions: true)
    let conflicts = try ours.store.openConflicts()
    #expect(Set(conflicts.map(\.key)) == ["name", "description"])
    // Only the second decision changes the file.
    try ours.store.decide(conflicts.filter { $0.key == "description" }, taking: .theirs)
    try ours.store.decide(conflicts.filter { $0.key == "name" }, taking: .mine)
    #expect(try ours.store.openConflicts() == [])
    try ours.store.undo(2)
    #expect(Set(try ours.store.openConflicts().map(\.key)) == ["name", "description"])
  }

  @Test func `the value that a merge had taken counts with its own date`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"])
    let stores = try clones.stores(ofDays: [1, 2, 3])
    for (store, name) in zip(stores, ["Old", "Middle", "New"]) { try store.store.rename(.id("a"), to: name) }
    try stores[0].store.sync(by: .quiet)
    // The user takes the older value.
    try stores[2].store.sync(by: .quiet) { $0.map { _ in .theirs } }
    #expect(try name(in: stores[2]) == "Old")
    try stores[1].store.sync(by: .quiet)
    #expect(try name(in: stores[1]) == "Middle")
    let conflict = try #require(try stores[1].store.openConflicts().first)
    #expect(conflict.theirs.value == "'Old'")
    let entry = try stores[1].store.openRepository().commit(conflict.theirs.commit)
    #expect(entry.subject == #"Rename a to "Old""#)
  }

  /// The description of a playlist in a store.
  private func description(in fixture: StoreFixture) throws -> String {
    try fixture.store.playlist(.id("a"), at: "HEAD").description
  }

  @Test func `a value that its author replaced is not offered any more`() throws {
    let stores = try people(ofDays: [2, 1])
    let (first, second) = (stores[0], stores[1])
    try second.store.describe(.id("a"), as: "b2")
    try second.store.sync(by: .quiet)
    try second.store.describe(.id("a"), as: "b3")
    try first.store.describe(.id("a"), as: "a3")
    for fixture in [first, second, first] { try fixture.store.sync(by: .quiet) }
    #expect(try description(in: first) == "a3")
    let conflicts = try first.store.openConflicts()
    #expect(conflicts.map { [$0.ours.value, $0.theirs.value] } == [["\"b3\"", "\"a3\""]])
    try first.store.decide(conflicts, taking: .theirs)
    #expect(try description(in: first) == "b3")
    #expect(try first.store.openConflicts() == [])
    try first.store.undo()
    #expect(try first.store.openConflicts() == conflicts)
  }

  @Test func `of the conflicts of three people, the newest is offered`() throws {
    let stores = try people(ofDays: [1, 2, 3])
    for (store, text) in zip(stores, ["Ann", "Ben", "Cat"]) { try store.store.describe(.id("a"), as: text) }
    for number in [0, 1, 0, 2, 0] { try stores[number].store.sync(by: .quiet) }
    let ann = stores[0]
    #expect(try description(in: ann) == "Cat")
    let conflicts = try ann.store.openConflicts()
    #expect(conflicts.map { Set([$0.ours.value, $0.theirs.value]) } == [["\"Cat\"", "\"Ben\""]])
    try ann.store.decide(conflicts, taking: .theirs)
    #expect(try description(in: ann) == "Ben")
    #expect(try ann.store.openConflicts() == [])
    for number in [0, 1] { try stores[number].store.sync(by: .quiet) }
    #expect(try stores[1].store.openConflicts() == [])
  }

  @Test(arguments: [true, false])
  func `a decision that changes the file is taken, also if another clone decided for the present value`(
    isUndone: Bool
  ) throws {
    let stores = try people(ofDays: [1, 2])
    for (store, name) in zip(stores, ["Day", "Night"]) {
      try store.store.rename(.id("a"), to: name)
      try store.store.sync(by: .quiet)
    }
    try stores[0].store.sync(by: .quiet)
    for store in stores { try store.store.decide(try store.store.openConflicts(), taking: .mine) }
    if isUndone { try stores[1].store.undo() }
    try stores[0].store.sync(by: .quiet)
    #expect(try stores[1].store.sync(by: .quiet).conflicts.isEmpty)
    #expect(try name(in: stores[1]) == "Day")
    #expect(try stores[1].store.openConflicts() == [])
    try stores[1].expectClean()
  }
}
