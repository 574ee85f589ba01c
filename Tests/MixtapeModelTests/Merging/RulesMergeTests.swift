import MixtapeModel
import Testing

@Suite("Merging the rules of a playlist")
struct RulesMergeTests {
  private static let base = ["rating > 1", "year > 2000"]

  /// A merge without conflict: the rules of three versions, and those of the merged playlist.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: [String]?
    let ours: [String]?
    let theirs: [String]?
    let merged: [String]?

    init(_ description: String, _ base: [String]?, _ ours: [String]?, _ theirs: [String]?, give merged: [String]?) {
      (testDescription, self.base, self.ours, self.theirs, self.merged) = (description, base, ours, theirs, merged)
    }
  }

  static let examples = [
    Example("removed on one side", base, nil, base, give: nil),
    Example("removed on both sides", base, nil, nil, give: nil),
    Example("removed, and another notation", base, nil, ["rating>1", "year > 2000"], give: nil),
    Example("removed, and another order", base, nil, base.reversed(), give: nil),
    Example("removed, and no rules as before", [], nil, [], give: nil),
    Example("added on one side", nil, nil, ["bpm < 90"], give: ["bpm < 90"]),
    Example("added on both sides", nil, ["bpm < 90"], ["bpm > 10"], give: ["bpm < 90", "bpm > 10"]),
    Example("the same added on both sides", nil, ["bpm < 90"], ["bpm<90"], give: ["bpm < 90"]),
    Example("all episodes on one side", nil, nil, [], give: []),
    Example("another one removed on each side", base, ["rating > 1"], ["year > 2000"], give: nil),
    Example("all removed but not the key, and one removed", base, [], ["rating > 1"], give: []),
    Example("all removed but not the key, and one added", base, [], base + ["bpm < 90"], give: ["bpm < 90"]),
    Example("added to a list", base, base + ["bpm < 90"], ["year > 2000"], give: ["year > 2000", "bpm < 90"]),
    Example(
      "another one replaced on each side", base, ["rating > 2", "year > 2000"], ["rating > 1", "year > 1990"],
      give: ["rating > 2", "year > 1990"]),
    Example(
      "replaced alike on both sides", base, ["rating > 2", "year > 2000"], ["rating>2", "year > 2000"],
      give: ["rating > 2", "year > 2000"]),
    Example(
      "replaced alike, and one added beside it", base, ["rating > 2", "bpm < 90", "year > 2000"],
      ["rating > 2", "year > 2000"], give: ["rating > 2", "bpm < 90", "year > 2000"]),
    Example(
      "removed on both sides, and added elsewhere", base, ["year > 2000", "bpm < 90"], ["bpm > 10", "year > 2000"],
      give: ["bpm > 10", "year > 2000", "bpm < 90"]),
    Example(
      "replaced on one side, and removed on the other", base, ["rating > 2", "year > 2000"], ["year > 2000"],
      give: ["rating > 2", "year > 2000"]),
  ]

  @Test(arguments: examples)
  func `rules are merged`(_ example: Example) throws {
    let versions = try [example.base, example.ours, example.theirs].map { try playlist($0) }
    for (ours, theirs) in [(versions[1], versions[2]), (versions[2], versions[1])] {
      let merged = MergedPlaylist(base: versions[0], ours: ours, theirs: theirs)
      #expect(try merged.playlist.criteria.conditions?.map(\.canonicalText) == canonical(example.merged))
      #expect(merged.conflicts.isEmpty && merged.keysOfRulesInConflict.isEmpty)
    }
  }

  @Test(arguments: [base + ["bpm < 90"], ["rating > 1"], ["rating > 2", "year > 2000"], []])
  func `removing the rules and changing them is a conflict`(changed: [String]) throws {
    let (before, removed, kept) = (try playlist(Self.base), try playlist(nil), try playlist(changed))
    for (ours, theirs) in [(removed, kept), (kept, removed)] {
      let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
      #expect(merged.conflicts == [.conditions])
      #expect(merged.playlist == ours)
    }
  }

  /// Rules of two sides that replaced one rule of the base differently.
  private static let replacements: [(ours: [String], theirs: [String])] = [
    (["rating > 2", "year > 2000"], ["rating > 3", "year > 2000"]),
    (["rating > 1", "year > 1990", "bpm < 90"], ["year > 1980", "bpm > 10"]),
    (["bpm < 90"], ["bpm > 10"]), (["rating > 2", "year > 2000"], ["bpm > 10"]),
  ]

  @Test(arguments: replacements)
  func `two rules in the place of one are a conflict`(_ sides: (ours: [String], theirs: [String])) throws {
    let before = try playlist(Self.base, limit: .items(5))
    let (first, second) = (try playlist(sides.ours, limit: .items(5)), try playlist(sides.theirs, limit: .items(9)))
    for (ours, theirs) in [(first, second), (second, first)] {
      let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
      #expect(merged.conflicts == [.conditions])
      // The other keys are merged each.
      #expect(merged.keyOfRulesInConflict == .conditions && merged.keysOfRulesInConflict.isEmpty)
      #expect(merged.playlist.criteria.limit == .items(9))
      #expect(merged.playlist.criteria.conditions == ours.criteria.conditions)
    }
  }

  @Test func `rules come with the keys that need them`() throws {
    let before = try playlist(Self.base, match: .any, limit: .items(5), search: "jazz")
    let frozen = try playlist(nil).withEpisodes([try Episode.ID(validating: "p/1")])
    let smart = try playlist(Self.base + ["bpm < 90"], match: .any, limit: .items(9), search: "jazz")
    let chosen = MergedPlaylist(base: before, ours: frozen, theirs: smart)
    #expect(chosen.conflicts == [.conditions])
    #expect(chosen.playlist == frozen)
    let kept = MergedPlaylist(base: before, ours: smart, theirs: frozen)
    #expect(kept.conflicts == [.conditions])
    #expect(kept.playlist == smart.withEpisodes(frozen.episodes))
    #expect(kept.keysOfRulesInConflict == [.match, .search, .sort, .limit, .seed])
    #expect(kept.keysOfRulesInConflict == chosen.keysOfRulesInConflict)
  }

  @Test func `a search that replaces the rules is a change of its own`() throws {
    let before = try playlist(Self.base, match: .any, limit: .items(5))
    let ours = try playlist(nil, limit: .items(5), search: "jazz")
    let theirs = try playlist(Self.base + ["bpm < 90"], match: .any, limit: .items(9))
    let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
    #expect(merged.conflicts == [.conditions])
    #expect(merged.keysOfRulesInConflict == [.match, .sort, .seed])
    #expect(merged.playlist == (try playlist(nil, limit: .items(9), search: "jazz")))
    let exchanged = MergedPlaylist(base: before, ours: theirs, theirs: ours)
    #expect(
      exchanged.playlist == (try playlist(Self.base + ["bpm < 90"], match: .any, limit: .items(9), search: "jazz")))
  }

  /// A search and rules, those of one side, and the key that is in conflict if the other side froze the list.
  private static let searches: [(old: (String?, [String]?), new: (String?, [String]?), PlaylistKey)] = [
    (("jazz", nil), ("folk", nil), .search), (("jazz", base), ("folk", base), .search),
    ((nil, base), ("folk", base), .search), (("jazz", nil), ("jazz", base), .conditions),
    (("jazz", base), ("folk", base + ["bpm < 90"]), .conditions),
  ]

  @Test(arguments: searches)
  func `a search is a rule`(old: (String?, [String]?), new: (String?, [String]?), _ key: PlaylistKey) throws {
    let before = try playlist(old.1, limit: .items(5), search: old.0)
    let (frozen, smart) = (try playlist(nil), try playlist(new.1, limit: .items(5), search: new.0))
    for (ours, theirs) in [(frozen, smart), (smart, frozen)] {
      let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
      #expect(merged.conflicts == [key])
      #expect(merged.keyOfRulesInConflict == key && merged.keysOfRulesInConflict.isSuperset(of: [.limit, .match]))
      #expect(merged.playlist == ours)
    }
  }

  @Test func `a search that one side removed beside rules is a key of its own`() throws {
    let before = try playlist(Self.base, limit: .items(5), search: "jazz")
    let merged = MergedPlaylist(
      base: before, ours: try playlist(Self.base, limit: .items(5)),
      theirs: try playlist(Self.base, limit: .items(9), search: "folk"))
    #expect(merged.conflicts == [.search] && merged.keysOfRulesInConflict.isEmpty)
    #expect(merged.playlist == (try playlist(Self.base, limit: .items(9))))
  }

  @Test func `keys follow the rules only if there is a conflict`() throws {
    let before = try playlist(Self.base, match: .any, limit: .items(5))
    let merged = MergedPlaylist(base: before, ours: try playlist(nil), theirs: before.withDescription("new"))
    #expect(merged.conflicts.isEmpty)
    #expect(merged.playlist == (try playlist(nil).withDescription("new")))
  }

  /// Criteria of the side that kept the rules, and the key that is in conflict with their removal.
  private static let configurations: [(match: SmartCriteria.Match, limit: PlaylistLimit?, key: PlaylistKey?)] = [
    (.any, .items(9), .limit), (.none, .items(5), .match), (.none, .items(9), .match), (.any, nil, nil),
    (.all, .items(9), .limit),
  ]

  @Test(arguments: configurations)
  func `keys go with the rules that they configure`(
    match: SmartCriteria.Match, limit: PlaylistLimit?, key: PlaylistKey?
  ) throws {
    let before = try playlist(Self.base, match: .any, limit: .items(5))
    let (frozen, smart) = (try playlist(nil), try playlist(Self.base, match: match, limit: limit))
    for (ours, theirs) in [(frozen, smart), (smart, frozen)] {
      let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
      #expect(merged.conflicts == [key].compactMap(\.self))
      #expect(merged.keyOfRulesInConflict == key && merged.playlist == (key == nil ? frozen : ours))
    }
  }

  @Test func `a limit is merged if a search still needs it`() throws {
    let before = try playlist(Self.base, match: .any, limit: .items(5))
    let search = try playlist(nil, limit: .items(5), search: "jazz")
    let smart = try playlist(Self.base, match: .any, limit: .items(9))
    for (ours, theirs) in [(search, smart), (smart, search)] {
      let merged = MergedPlaylist(base: before, ours: ours, theirs: theirs)
      let expected = try playlist(nil, limit: .items(9), search: "jazz")
      #expect(merged.conflicts.isEmpty && merged.playlist == expected)
    }
  }

  // MARK: Reverting

  @Test func `a revert of a rule that was replaced again is a conflict`() throws {
    let now = try playlist(["rating > 3", "year > 2000"])
    let merged = now.reverting(from: try playlist(Self.base), to: try playlist(["rating > 2", "year > 2000"]))
    #expect(merged.conflicts == [.conditions])
    #expect(merged.playlist == now)
  }

  @Test func `a revert removes the rules of the change only`() throws {
    let now = try playlist(["rating > 1", "bpm < 90"])
    let merged = now.reverting(from: try playlist(nil), to: try playlist(["rating > 1"]))
    #expect(merged.conflicts.isEmpty)
    #expect(merged.playlist == (try playlist(["bpm < 90"])))
  }

  @Test func `a revert that removes the last rule removes the list`() throws {
    let now = try playlist(["rating > 1"])
    let merged = now.reverting(from: try playlist(["year > 2000"]), to: try playlist(Self.base))
    #expect(merged.conflicts.isEmpty)
    #expect(merged.playlist == (try playlist(nil)))
  }

  @Test func `a revert brings no rules back to a list that was frozen since`() throws {
    let now = try playlist(nil)
    let merged = now.reverting(from: try playlist(Self.base), to: try playlist(["rating > 1"]))
    #expect(merged.conflicts == [.conditions])
    #expect(merged.playlist == now)
  }

  private func playlist(
    _ rules: [String]?, match: SmartCriteria.Match = .all, limit: PlaylistLimit? = nil, search: String? = nil
  ) throws -> Playlist {
    try Playlist(
      id: Playlist.ID(validating: "a"), name: "A", episodes: [],
      criteria: SmartCriteria(
        conditions: rules?.map { try WrittenRule(parsing: $0) }, match: match, search: search, limit: limit))
  }

  private func canonical(_ rules: [String]?) throws -> [String]? {
    try rules?.map { try WrittenRule(parsing: $0).canonicalText }
  }
}
