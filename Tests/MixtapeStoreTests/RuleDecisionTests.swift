import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Decisions about rules in conflict, in files with comments.
@Suite struct RuleDecisionTests {
  private static let path = "playlists/a.toml"
  private static let base = """
    name = "A"
    episodes = []

    # what to find
    conditions = [
      # good
      "rating > 1",  # stars
      "year > 2000",  # new
    ]

    # songs only
    search = "jazz"  # or folk
    limit = 5  # a few

    # private
    [extra]
    color = "red"

    """
  private static let frozen = edited(
    (
      "conditions = [\n  # good\n  \"rating > 1\",  # stars\n  \"year > 2000\",  # new\n]\n", ""
    ), ("search = \"jazz\"  # or folk\nlimit = 5  # a few\n", ""))

  /// Returns the store of one of two clones with different texts after a sync.
  private func synced(_ other: String, _ own: String, isOwnLater: Bool) throws -> StoreFixture {
    let stores = try Clones([Self.path: Self.base]).stores(ofDays: isOwnLater ? [1, 2] : [2, 1])
    stores[1].sandbox.environment["GIT_AUTHOR_EMAIL"] = "other@example.org"
    let fixture = try StoreFixture(opening: stores[1].sandbox)
    for (store, text) in [(stores[0], other), (fixture, own)] {
      try store.sandbox.write(text, to: Self.path)
      try store.store.sync(by: .quiet)
    }
    return fixture
  }

  @Test(arguments: [true, false])
  func `rules come back with their comments`(isOwnLater: Bool) throws {
    let other = Self.edited(
      (
        "  # good\n  \"rating > 1\",  # stars\n",
        "  # better\n  \"rating > 2\",  # two stars\n  \"bpm < 90\",  # slow\n"
      ))
    let own = Self.edited(("\"rating > 1\",  # stars", "\"rating > 3\",  # three stars"))
    let store = try synced(other, own, isOwnLater: isOwnLater)
    let conflicts = try store.store.openConflicts()
    #expect(conflicts.map(\.key) == ["conditions"])
    let taken = try #require(try store.text(Self.path))
    // A comment that is written after the sync stays.
    let later = ("\"year > 2000\",  # new", "\"year > 2000\",  # quite new")
    try store.sandbox.write(taken.replacing(later.0, with: later.1), to: Self.path)
    for (choice, expected) in [(ConflictChoice.mine, own), (.theirs, other)] {
      try store.store.decide(conflicts, taking: choice)
      #expect(try store.text(Self.path) == expected.replacing(later.0, with: later.1))
      try store.store.undo()
    }
    try store.expectClean()
  }

  @Test(arguments: [true, false])
  func `rules of a frozen playlist come back with their comments`(isOwnLater: Bool) throws {
    let own = Self.edited(
      ("  \"year > 2000\",  # new\n", "  \"year > 2000\",  # new\n  # slow\n  \"bpm < 90\",  # very\n"),
      ("limit = 5", "limit = 9"))
    let store = try synced(Self.frozen, own, isOwnLater: isOwnLater)
    let conflicts = try store.store.openConflicts()
    #expect(conflicts.map(\.key) == ["conditions"])
    for (choice, expected) in [(ConflictChoice.mine, own), (.theirs, Self.frozen)] {
      try store.store.decide(conflicts, taking: choice)
      #expect(try store.text(Self.path) == expected)
      #expect(try store.store.openConflicts() == [])
      try store.store.undo()
    }
    try store.expectClean()
  }

  @Test(arguments: [true, false])
  func `a search of a frozen playlist comes back with its comment`(isOwnLater: Bool) throws {
    let own = Self.edited(("\"jazz\"  # or folk", "\"folk\"  # not jazz"))
    let store = try synced(Self.frozen, own, isOwnLater: isOwnLater)
    let conflicts = try store.store.openConflicts()
    #expect(conflicts.map(\.key) == ["search"])
    for (choice, expected) in [(ConflictChoice.mine, own), (.theirs, Self.frozen)] {
      try store.store.decide(conflicts, taking: choice)
      #expect(try store.text(Self.path) == expected)
      try store.store.undo()
    }
  }

  @Test func `a key that was changed since stays, and one of the rules goes with them`() throws {
    let own = Self.edited(("rating > 1", "rating > 3"), ("limit = 5", "limit = 9"))
    let store = try synced(Self.frozen, own, isOwnLater: true)
    let conflicts = try store.store.openConflicts()
    let later = own.replacing("color = \"red\"", with: "color = \"blue\"").replacing("limit = 9", with: "limit = 20")
    try store.sandbox.write(later, to: Self.path)
    try store.store.decide(conflicts, taking: .theirs)
    #expect(try store.text(Self.path) == Self.frozen.replacing("red", with: "blue"))
  }

  private static func edited(_ edits: (String, String)...) -> String {
    edits.reduce(base) { $0.replacing($1.0, with: $1.1) }
  }
}
