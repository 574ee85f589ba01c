import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Two clones that decide one conflict differently before they sync.
@Suite struct ContraryDecisionTests {
  private static let path = "playlists/a.toml"
  private static let base = """
    name = "A"
    episodes = []
    # what to find
    conditions = [
      "rating > 1",  # stars
      "year > 2000",  # new
    ]
    limit = 5  # a few

    """

  /// Returns two clones with different texts after both have synced. The text of the second one was taken.
  private func synced(_ texts: (String, String), from base: String = Self.base) throws -> [StoreFixture] {
    let stores = try Clones([Self.path: base]).stores(ofDays: [1, 2])
    for (store, text) in zip(stores, [texts.0, texts.1]) {
      try store.sandbox.write(text, to: Self.path)
      try store.store.sync(by: .quiet)
    }
    try stores[0].store.sync(by: .quiet)
    for store in stores { #expect(try store.store.openConflicts().count == 1) }
    return stores
  }

  private func opened(_ store: StoreFixture, onDay day: Int) throws -> StoreFixture {
    store.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-0\(day)T07:00:00Z"
    return try StoreFixture(opening: store.sandbox)
  }

  private func decide(_ choice: ConflictChoice, in store: StoreFixture) throws {
    try store.store.decide(try store.store.openConflicts(), taking: choice)
  }

  /// Texts of both clones, and the key in conflict.
  private static let texts: [(first: String, second: String, key: String)] = [
    (base.replacing("\"A\"", with: "\"Day\""), base.replacing("\"A\"", with: "\"Night\""), "name"),
    (
      base.replacing("\"year > 2000\",  # new", with: "\"year > 1990\",  # old").replacing(
        "5  # a few", with: "9  # some"),
      "name = \"A\"\nepisodes = []\n# what to find\n", "conditions"
    ),
    (
      "name = \"A\"\nepisodes = []\n# what to find\n", base.replacing("5  # a few", with: "9  # some"), "limit"
    ),
  ]

  /// Each clone chooses its own value, so the decision of the second one changes no file.
  @Test(arguments: texts, [(true, true), (true, false), (false, true), (false, false)])
  func `the newer decision wins, and both values are listed`(
    _ texts: (first: String, second: String, key: String), _ second: (isNewer: Bool, syncsLast: Bool)
  ) throws {
    var stores = try synced((texts.first, texts.second))
    for (number, day) in [(0, 4), (1, second.isNewer ? 5 : 3)] {
      stores[number] = try opened(stores[number], onDay: day)
      try decide(.mine, in: stores[number])
    }
    for (store, text) in zip(stores, [texts.first, texts.second]) {
      expectMeaning(try store.text(Self.path), text, at: Self.path)
    }
    let order = second.syncsLast ? stores : stores.reversed()
    try order[0].store.sync(by: .quiet)
    let conflict = try #require(try order[1].store.sync(by: .quiet).conflicts.first)
    #expect(conflict.key == texts.key && (conflict.winner == .ours) == (second.isNewer == second.syncsLast))
    try order[0].store.sync(by: .quiet)
    let taken = second.isNewer ? texts.second : texts.first
    for store in stores { expectMeaning(try store.text(Self.path), taken, at: Self.path) }
    for (store, values) in [(stores[0], [texts.first, texts.second]), (stores[1], [texts.second, texts.first])] {
      let conflicts = try store.store.openConflicts()
      #expect(conflicts.map(\.key) == [texts.key])
      for (choice, expected) in zip([ConflictChoice.mine, .theirs], values) {
        try store.store.decide(conflicts, taking: choice)
        expectMeaning(try store.text(Self.path), expected, at: Self.path)
        #expect(try store.store.openConflicts() == [])
        try store.store.undo()
        expectMeaning(try store.text(Self.path), taken, at: Self.path)
      }
      try store.expectClean()
    }
  }

  @Test(arguments: [true, false])
  func `a decision for the present value and another change are a conflict`(isDecisionNewer: Bool) throws {
    var stores = try synced((Self.texts[0].first, Self.texts[0].second))
    stores = [try opened(stores[0], onDay: 4), try opened(stores[1], onDay: isDecisionNewer ? 5 : 3)]
    try stores[0].store.rename(.id("a"), to: "Noon")
    try decide(.mine, in: stores[1])
    for store in stores { try store.store.sync(by: .quiet) }
    let names = ["\"Noon\"", "\"Night\""]
    #expect(try stores[1].text(Self.path) == Self.base.replacing("\"A\"", with: names[isDecisionNewer ? 1 : 0]))
    let conflict = try #require(try stores[1].store.openConflicts().first)
    #expect([conflict.ours.value, conflict.theirs.value] == [names[1], names[0]])
  }

  /// The limit belongs to the rules that one clone removes after its decision, so the removal is in conflict with a new limit, too.
  @Test(arguments: [true, false])
  func `a decision and the removal of rules are one conflict with a change of a key`(isRemovalNewer: Bool) throws {
    let frozen = "name = \"A\"\nepisodes = []\n"
    let rules = frozen + "conditions = [\"rating > 1\"]\n"
    var stores = try synced((rules + "limit = 7\n", rules), from: rules + "limit = 5\n")
    stores = [try opened(stores[0], onDay: 5), try opened(stores[1], onDay: 3)]
    try decide(.mine, in: stores[1])
    stores[1] = try opened(stores[1], onDay: isRemovalNewer ? 6 : 4)
    try stores[1].sandbox.write(frozen, to: Self.path)
    try stores[0].sandbox.write(rules + "limit = 9\n", to: Self.path)
    for store in stores { try store.store.captureHandEdits() }
    try stores[0].store.sync(by: .quiet)
    let conflicts = try stores[1].store.sync(by: .quiet).conflicts
    #expect(conflicts.map(\.key) == ["limit"])
    #expect(conflicts.map(\.winner) == [isRemovalNewer ? .ours : .theirs])
    #expect(try stores[1].message().split(separator: "\n").count { $0.hasPrefix("Mixtape-Conflict:") } == 1)
    #expect(try stores[1].text(Self.path) == (isRemovalNewer ? frozen : rules + "limit = 9\n"))
    try stores[1].expectClean()
  }

  @Test func `equal or undone decisions are no conflict`() throws {
    for isUndone in [true, false] {
      let stores = try synced((Self.texts[0].first, Self.texts[0].second))
      try decide(isUndone ? .mine : .theirs, in: stores[0])
      try decide(.mine, in: stores[1])
      if isUndone { try stores[1].store.undo() }
      try stores[0].store.sync(by: .quiet)
      #expect(try stores[1].store.sync(by: .quiet).conflicts.isEmpty)
      #expect(try stores[1].store.openConflicts() == [])
      #expect(try stores[1].text(Self.path) == (isUndone ? Self.texts[0].first : Self.texts[0].second))
    }
  }
}
