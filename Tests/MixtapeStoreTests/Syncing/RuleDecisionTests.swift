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
    let stores = try Clones([Self.path: Self.base]).people(ofDays: isOwnLater ? [1, 2] : [2, 1])
    for (store, text) in zip(stores, [other, own]) {
      try store.sandbox.write(text, to: Self.path)
      try store.store.sync(by: .quiet)
    }
    return stores[1]
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
    // The comment above the first rule belongs to no rule.
    let mine = own.replacing("# good", with: "# better")
    // A comment that is written after the sync stays.
    let later = ("\"year > 2000\",  # new", "\"year > 2000\",  # quite new")
    try store.sandbox.write(taken.replacing(later.0, with: later.1), to: Self.path)
    for (choice, expected) in [(ConflictChoice.mine, mine), (.theirs, other)] {
      try store.store.decide(conflicts, taking: choice)
      expectMeaning(try store.text(Self.path), expected.replacing(later.0, with: later.1), at: Self.path)
      try store.store.undo()
    }
    try store.expectClean()
  }

  /// Edits of a playlist that the other side froze, and the key that is in conflict.
  private static let editsOfFrozen: [(edits: [(String, String)], key: String)] = [
    (
      [
        ("  \"year > 2000\",  # new\n", "  \"year > 2000\",  # new\n  # slow\n  \"bpm < 90\",  # very\n"),
        ("limit = 5", "limit = 9"),
      ], "conditions"
    ),
    ([("\"jazz\"  # or folk", "\"folk\"  # not jazz")], "search"),
    ([("limit = 5  # a few", "limit = 9  # some")], "limit"),
    ([("\n# private", "sort = [\"year\"]  # old ones\n\n# private")], "sort"),
    ([("limit = 5", "match = \"any\"  # one\nsort = [\"year\"]\nlimit = 9")], "match"),
  ]

  @Test(arguments: editsOfFrozen, [(false, false), (false, true), (true, false), (true, true)])
  func `rules of a frozen playlist come back with their comments`(
    _ edit: (edits: [(String, String)], key: String), _ own: (isFrozen: Bool, isLater: Bool)
  ) throws {
    let texts = [edit.edits.reduce(Self.base) { $0.replacing($1.0, with: $1.1) }, Self.frozen]
    let (mine, theirs) = own.isFrozen ? (texts[1], texts[0]) : (texts[0], texts[1])
    let store = try synced(theirs, mine, isOwnLater: own.isLater)
    let conflicts = try store.store.openConflicts()
    #expect(conflicts.map(\.key) == [edit.key])
    expectMeaning(try store.text(Self.path), own.isLater ? mine : theirs, at: Self.path)
    for (choice, expected) in [(ConflictChoice.mine, mine), (.theirs, theirs)] {
      try store.store.decide(conflicts, taking: choice)
      expectMeaning(try store.text(Self.path), expected, at: Self.path)
      #expect(try store.store.openConflicts() == [])
      try store.store.undo()
    }
    try store.expectClean()
  }

  @Test func `rules are removed at the time of the freeze`() throws {
    let stores = try Clones([Self.path: Self.base]).stores(ofDays: [1, 2])
    let sorted = Self.edited(("limit = 5", "sort = [\"year\"]\nlimit = 5"))
    try stores[0].sandbox.write(Self.frozen, to: Self.path)
    try stores[0].store.describe(.id("a"), as: "Frozen")
    stores[0].sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-03T07:00:00Z"
    let renaming = try StoreFixture(opening: stores[0].sandbox)
    try renaming.store.rename(.id("a"), to: "B")
    try renaming.store.sync(by: .quiet)
    try stores[1].sandbox.write(sorted, to: Self.path)
    let conflict = try #require(try stores[1].store.sync(by: .quiet).conflicts.first)
    #expect(conflict.key == "sort" && conflict.winner == .ours && conflict.theirs.value == nil)
    expectMeaning(
      try stores[1].text(Self.path), sorted.replacing("\"A\"", with: "\"B\"\ndescription = \"Frozen\""), at: Self.path)
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
