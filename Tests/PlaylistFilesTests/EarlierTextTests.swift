import MixtapeModel
import PlaylistFiles
import Testing

/// New playlist files that start from an earlier text.
struct EarlierTextTests {
  @Test func aNewFileKeepsTheRestOfAnEarlierText() throws {
    let ids = try ["a/x", "a/y", "a/z"].map(Episode.ID.init(validating:))
    let text = """
      name = "N" # one
      episodes = [
        "a/x", # two
        # three
        "a/y",
      ]
      [extra]
      mood = 1

      """
    #expect(try source([ids[0], ids[1]], basedOn: text) == text)
    #expect(
      try source([ids[0], ids[1], ids[2]], [0: "missing: a", 1: "missing: b", 2: "missing: c"], basedOn: text) == """
        name = "N" # one
        episodes = [
          # two
          "a/x",  # missing: a
          "a/y",  # missing: b
          "a/z",  # missing: c
          # three
        ]
        [extra]
        mood = 1

        """)
    #expect(try source([], basedOn: "# only a name\nname = \"N\"\n") == "# only a name\nname = \"N\"\n")
    #expect(
      try source([ids[0]], [0: "missing: a"], basedOn: "name = \"N\"  # one\n") == """
        name = "N"  # one
        episodes = [
          "a/x",  # missing: a
        ]

        """)
  }

  @Test func anEntryWithAnotherIDKeepsItsLine() throws {
    let ids = try ["a/x", "a/y", "a/z"].map(Episode.ID.init(validating:))
    let text = "name = \"N\"\nepisodes = [\n  'a/x', # mine\n  'a/y', # missing: old\n]\n"
    #expect(
      try source([ids[2], ids[1]], [1: "missing: new"], earlier: [ids[0], ids[1]], basedOn: text)
        == "name = \"N\"\nepisodes = [\n  'a/z', # mine\n  'a/y', # missing: old\n]\n")
    #expect(
      try source([ids[2], ids[0]], earlier: [ids[0], ids[1]], basedOn: text)
        == "name = \"N\"\nepisodes = [\n  'a/z', # mine\n  \"a/x\",\n]\n")
  }

  @Test func anEditedEntryGetsANewDescription() throws {
    let ids = try ["a/x", "a/y"].map(Episode.ID.init(validating:))
    let text = "name = \"N\"\nepisodes = [\n  'a/x', # missing: edited by me\n  'a/y', # missing: same\n]\n"
    #expect(
      try source(ids, [0: "missing: new", 1: "missing: same"], basedOn: text)
        == "name = \"N\"\nepisodes = [\n  # by me\n  \"a/x\",  # missing: new\n  'a/y', # missing: same\n]\n")
  }

  /// Returns the text of a new playlist.
  ///
  /// - Parameter earlier: The ids of the episodes in the text; `nil` for the same.
  private func source(
    _ episodes: [Episode.ID], _ comments: [Int: String] = [:], earlier: [Episode.ID]? = nil, basedOn text: String
  ) throws -> String {
    let playlist = Playlist(blank: try .init(validating: "n"), folder: .top).withEpisodes(episodes)
    let named = try #require(playlist.with(.name, .text("N")))
    let entries = (earlier ?? episodes).enumerated().map { EarlierEntry($1, comment: comments[$0]) }
    return try PlaylistFile.new(named, entries, basedOn: Array(text.utf8)) { comment, _ in
      guard comment.contains("missing:") else { return .own }
      return .description(isCurrent: !comment.contains("edited"), ownText: comment.contains("by me") ? "by me" : nil)
    }.text
  }

  @Test(arguments: [
    ("name = ", EarlierTextFault.invalid(line: 1, message: "expected a value after `=`, found the end of the file")),
    (
      "name = \"N\"\nepisodes = 1",
      .invalid(line: 2, message: "`episodes` must be an array of episode ids, but this is a whole number")
    ),
    ("# longer than forty bytes by itself, as is", .tooLarge(bytes: 42)),
    ("name = \"N\"  # long", .tooLarge(bytes: 42)),
  ])
  func anEarlierTextThatCannotBeUsed(_ text: String, _ fault: EarlierTextFault) throws {
    let episodes = [try Episode.ID(validating: "a/x")]
    let blank = Playlist(blank: try .init(validating: "n"), folder: .top).withEpisodes(episodes)
    let playlist = try #require(blank.with(.name, .text("N")))
    #expect(throws: fault) {
      try PlaylistFile.new(playlist, [EarlierEntry(episodes[0], comment: nil)], basedOn: Array(text.utf8), atMost: 40)
    }
  }
}
