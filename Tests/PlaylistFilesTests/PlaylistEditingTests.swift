import Foundation
import LosslessTOML
import MixtapeModel
import PlaylistFiles
import TestSupport
import Testing

@Suite("Editing playlist files")
struct PlaylistEditingTests {
  /// An unusual file: byte order mark, CRLF, irregular spacing, tabs, both kinds of quotes, comments.
  private let messy = """
    \u{FEFF}#  My list \r
    name='Morning'\t\t# short\r
      description   =   "News"\r
    \r
    episodes=[\r
    \t'a/1' ,# one\r
    \t"a/2",\t\t# two\r
    \r
      # and then\r
    \t'a/3'\r
    ]\r
    conditions = ['year > 2000', "rating >= 4"]  # two\r
    sort = [ "title" ]\r
    limit=25\r
    [extra] # mine\r
    limit = 1\r
    name = 'x'
    """

  @Test func onlyTheEditedLineChanges() throws {
    try expect(in: messy, "-name='Morning'\t\t# short", "+name='Evening'\t\t# short") { try $0.withName("Evening") }
    try expect(in: messy, "-  description   =   \"News\"", "+  description   =   \"Old\"") {
      $0.withDescription("Old")
    }
    try expect(in: messy, "-  description   =   \"News\"") { $0.withDescription("") }
    try expect(in: messy, "-limit=25", "+limit=\"90 min\"") {
      $0.withCriteria(try $0.criteria.with(limit: .amount(90, .minutes)))
    }
    let perPodcast = try #require(GroupLimit("3 per podcast"))
    try expect(in: messy, "-limit=25", "+limit=[25, \"3 per podcast\"]") {
      $0.withCriteria { $0.groupLimit = perPodcast }
    }
    try expect(in: messy, "-limit=25", "+limit=\"3 per podcast\"") {
      $0.withCriteria { $0.limits = PlaylistLimits(perGroup: perPodcast) }
    }
    try expect(
      in: "conditions = []\nlimit = [ '3 per podcast', 25 ] # a\n", "-limit = [ '3 per podcast', 25 ] # a",
      "+limit = 25 # a"
    ) {
      $0.withCriteria { $0.groupLimit = nil }
    }
    try expect(in: "conditions = []\nlimit = [ '3 per podcast', 25 ] # a\n", "+name = \"B\"") { try $0.withName("B") }
  }

  @Test func episodesAreAddedRemovedAndMovedWithTheirLines() throws {
    try expect(in: messy, "+\t'a/4',") { $0.withEpisodes(try [Episode.ID]("a/1", "a/4", "a/2", "a/3")) }
    try expect(in: messy, "-\t\"a/2\",\t\t# two") { $0.withEpisodes(try [Episode.ID]("a/1", "a/3")) }
    try expect(in: messy, "-\t'a/1' ,# one", "+\t'a/1' ,# one") {
      $0.withEpisodes(try [Episode.ID]("a/2", "a/1", "a/3"))
    }
  }

  @Test func anEntryWithAnotherIDKeepsItsComment() throws {
    let ids = try [Episode.ID]("a/1", "a/2", "b/2")
    let file = try PlaylistFile("name = 'a'\nepisodes = [\n  'a/1', # one\n  'a/2', # two\n]\n")
    let target = try #require(file.playlist).withEpisodes([ids[0], ids[2]])
    let text = "name = 'a'\nepisodes = [\n  'a/1', # one\n  'b/2', # two\n]\n"
    #expect(try file.changed(to: target, renamed: [ids[1]: ids[2]]).text == text)
    // Another episode in its place is another entry.
    #expect(try file.changed(to: target).text != text)
  }

  @Test func aListOnOneLineStaysOnOneLine() throws {
    try expect(
      in: messy, "-conditions = ['year > 2000', \"rating >= 4\"]  # two", "+conditions = [\"rating >= 4\"]  # two"
    ) { $0.withCriteria(try $0.criteria.with(conditions: [WrittenRule(parsing: "rating >= 4")])) }
    let text = "episodes = ['a/1', 'a/2'] # both"
    try expect(in: text, "-\(text)", "+episodes = ['a/1', 'a/3', 'a/2'] # both") {
      $0.withEpisodes(try [Episode.ID]("a/1", "a/3", "a/2"))
    }
  }

  @Test func aReplacedRuleKeepsItsComment() throws {
    let text = """
      conditions = [
        'year > 2000',   # lately
        'rating >= 4',   # good
        'bpm < 100',
      ]
      """
    func rules(_ rules: String...) throws -> [WrittenRule] { try rules.map(WrittenRule.init(parsing:)) }
    try expect(in: text, "-  'year > 2000',   # lately", "+  'year > 2015',   # lately") {
      $0.withCriteria(try $0.criteria.with(conditions: rules("year > 2015", "rating >= 4", "bpm < 100")))
    }
    try expect(
      in: text, "-  'rating >= 4',   # good", "-  'bpm < 100',", "+  'rating = 5',   # good", "+  'bpm < 90',",
      "+  'title is present',"
    ) {
      $0.withCriteria(
        try $0.criteria.with(conditions: rules("year > 2000", "rating = 5", "bpm < 90", "title is present")))
    }
    // It is ambiguous which of two rules it replaces.
    try expect(in: text, "-  'year > 2000',   # lately", "-  'rating >= 4',   # good", "+  'title is present',") {
      $0.withCriteria(try $0.criteria.with(conditions: rules("title is present", "bpm < 100")))
    }
  }

  @Test func keysOfRulesAreRemovedWithTheRules() throws {
    let text = """
      conditions = ['year > 2000']
      match = "any"
      sort = ["random"]
      seed = 3

      """
    try expect(in: text, "-sort = [\"random\"]", "-seed = 3") {
      $0.withCriteria(try SmartCriteria(conditions: [WrittenRule(parsing: "year > 2000")], match: .any))
    }
    try expect(
      in: text, "-conditions = ['year > 2000']", "-match = \"any\"", "-sort = [\"random\"]", "-seed = 3"
    ) { $0.withCriteria(SmartCriteria()) }
    let defaults = """
      conditions = ['year > 2000']
      # newest
      match = "all"  # each
      search = "jazz"
      sort = ["title"]
      limit = 5

      """
    try expect(
      in: defaults, "-conditions = ['year > 2000']", "-match = \"all\"  # each", "-search = \"jazz\"",
      "-sort = [\"title\"]", "-limit = 5"
    ) { $0.withCriteria(SmartCriteria()) }
    try expect(in: defaults, "-conditions = ['year > 2000']", "-match = \"all\"  # each") {
      $0.withCriteria { $0.conditions = nil }
    }
    // They had no effect before.
    try expect(in: "match = \"all\"\nsort = [\"library\"]\n", "+name = \"B\"") { try $0.withName("B") }
  }

  @Test func aNewKeyGetsASeparateLine() throws {
    try expect(in: messy, "+  shuffle = true") { $0.with(.shuffle(true)) }
    try expect(in: messy, "+seed = 7") { $0.withCriteria(try $0.criteria.with(seed: 7)) }
  }

  @Test func theNameOfAShuffleStaysUntilItIsChanged() throws {
    let named = "shuffle = 'grouped'  # whole albums"
    try expect(in: named) { $0.with(.continuous(true)) }
    try expect(in: named, "-\(named)", "+shuffle = true  # whole albums") {
      $0.with(.shuffle(true))
    }
    try expect(in: named, "-\(named)", "+shuffle = false  # whole albums") {
      $0.with(.shuffle(false))
    }
    try expect(in: "shuffle = true", "-shuffle = true", "+shuffle = \"weighted\"") {
      $0.withSettings(PlaybackSettings(shuffle: .by(.weighted)))
    }
  }

  @Test func aKeyIsRemovedWithItsLine() throws {
    try expect(in: messy, "-limit=25") { $0.withCriteria(try $0.criteria.with(limit: .some(nil))) }
    try expect(in: messy, "-conditions = ['year > 2000', \"rating >= 4\"]  # two") {
      $0.withCriteria(try $0.criteria.with(conditions: .some(nil)))
    }
  }

  @Test func repeatedEpisodesAreDistinguished() throws {
    let text = """
      episodes = [
        "a/1", # first
        "b/1",
        "a/1", # second
      ]

      """
    try expect(in: text, "-  \"a/1\", # second") { $0.withEpisodes(try [Episode.ID]("a/1", "b/1")) }
    try expect(in: text, "-  \"a/1\", # first") { $0.withEpisodes(try [Episode.ID]("b/1", "a/1")) }
  }

  @Test func anEqualPlaylistKeepsEveryByte() throws {
    try expect(in: messy) { $0 }
    try expect(in: messy) { $0.withTimes(created: .distantPast, updated: .distantFuture) }
  }

  @Test func aChangedDefaultAddsTheKey() throws {
    try expect(in: "", "+name = \"N\"") { try $0.withName("N") }
    let file = try PlaylistFile("# Just a comment")
    let changed = try file.changed(to: try #require(file.playlist).withEpisodes(try [Episode.ID]("a/1", "a/2")))
    #expect(
      changed.text == """
        # Just a comment
        episodes = [
          "a/1",
          "a/2",
        ]
        """)
  }

  @Test func aNewFile() throws {
    let id = try Playlist.ID(validating: "night")
    #expect(
      try PlaylistFile.new(try Playlist(id: id, name: "A \"quoted\" name")).text == """
        name = 'A "quoted" name'

        episodes = [
        ]

        """)
    let full = try Playlist(
      id: id, name: "Night", description: "Two\nlines", episodes: [Episode.ID]("a/1", "a/2"),
      criteria: SmartCriteria(
        conditions: [WrittenRule(parsing: "artist = \"A\""), WrittenRule(parsing: "year > 1")], match: .any,
        search: "x",
        sort: [.random, .field(.year, descending: true)],
        limit: .items(3), seed: 7), settings: PlaybackSettings(continuous: false, shuffle: true))
    #expect(
      try PlaylistFile.new(full).text == """
        name = "Night"
        description = "Two\\nlines"
        continuous = false
        shuffle = true

        episodes = [
          "a/1",
          "a/2",
        ]
        conditions = [
          'artist = "A"',
          "year > 1",
        ]
        match = "any"
        search = "x"
        sort = ["random", "-year"]
        limit = 3
        seed = 7

        """)
  }

  @Test(arguments: [
    PlaylistLimit.items(1), .items(.max), .amount(1.5, .hours), .amount(90, .minutes), .amount(0.001, .seconds),
    .amount(12, .kilobytes), .amount(1, .megabytes), .amount(2, .gigabytes), .amount(100, .percent),
  ])
  func limitsAreReadBack(limit: PlaylistLimit) throws {
    try expectReadBack(SmartCriteria(limit: limit))
    for group in GroupLimit.Group.allCases {
      try expectReadBack(SmartCriteria(limit: limit, groupLimit: GroupLimit(2, per: group)))
      try expectReadBack(SmartCriteria(groupLimit: GroupLimit(2, per: group)))
    }
  }

  @Test func allSortKeysAndSeedsAreReadBack() throws {
    let keys = RuleField.allCases.filter(\.isSortable).flatMap {
      [SortKey.field($0, descending: false), .field($0, descending: true)]
    }
    try expectReadBack(SmartCriteria(sort: keys + [.random]))
    try expectReadBack(SmartCriteria(sort: []))
    for seed in [.number(.min), -1, 0, .number(.max), .day] as [PlaylistSeed] {
      try expectReadBack(SmartCriteria(seed: seed))
    }
    for match in SmartCriteria.Match.allCases { try expectReadBack(SmartCriteria(conditions: [], match: match)) }
    try expectReadBack(SmartCriteria(search: ""))
  }

  @Test(arguments: ["'", "\"", "'\"'", "a\\b", "line\nline", "\u{1}\u{7F}", "\r\n", "\"\"\"", "'''", "🎧\u{FEFF}é"])
  func anyTextIsReadBack(text: String) throws {
    let file = try PlaylistFile(messy)
    let changed = try file.changed(to: try #require(file.playlist).withDescription(text))
    #expect(changed.playlist?.description == text)
  }

  @Test func theFileOfACopyStartsFromTheOriginal() throws {
    let file = try PlaylistFile(messy)
    let copy = try #require(file.playlist).withID(try Playlist.ID(validating: "y")).withName("Copy")
    let changed = try file.changed(to: copy)
    #expect(changed.id.rawValue == "y")
    #expect(changed.text == messy.replacing("'Morning'", with: "'Copy'"))
  }

  @Test func aFileWithErrorsIsNotChanged() throws {
    let file = try PlaylistFile("conditons = []")
    let target = try Playlist(id: file.id)
    #expect(
      performing: { try file.changed(to: target) }, throws: { ($0 as? PlaylistFileError)?.code == .fileHasErrors })
  }

  @Test func playlistsThatCannotBeWrittenAreRefused() throws {
    let file = try PlaylistFile(messy)
    let target = try #require(file.playlist).withCriteria(SmartCriteria(limit: .items(0)))
    #expect(
      performing: { try file.changed(to: target) }, throws: { ($0 as? PlaylistFileError)?.code == .differentMeaning })
  }

  private func expectReadBack(
    _ criteria: SmartCriteria, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    for text in [messy, ""] {
      let file = try PlaylistFile(text)
      let target = try #require(file.playlist).withCriteria(criteria)
      let changed = try file.changed(to: target)
      #expect(changed.playlist == target, sourceLocation: sourceLocation)
      // Keys are also tested alone, where some have no effect.
      #expect(changed.diagnostics.filter { $0.id != .noEffect } == [], sourceLocation: sourceLocation)
    }
  }

  /// Checks the lines that a change removes (`-`) and adds (`+`).
  private func expect(
    in text: String, _ expected: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ change: (Playlist) throws -> Playlist
  ) throws {
    let file = try PlaylistFile(text)
    let target = try change(try #require(file.playlist))
    let changed = try file.changed(to: target)
    #expect(changedLines(from: text, to: changed.text) == expected, sourceLocation: sourceLocation)
  }
}

extension SmartCriteria {
  /// Returns a copy with some of the criteria changed. Omitted ones stay.
  func with(
    conditions: [WrittenRule]?? = nil, limit: PlaylistLimit?? = nil, seed: PlaylistSeed?? = nil
  ) throws -> SmartCriteria {
    SmartCriteria(
      conditions: conditions ?? self.conditions, match: match, search: search, sort: sort, limit: limit ?? self.limit,
      groupLimit: groupLimit, seed: seed ?? self.seed)
  }
}
