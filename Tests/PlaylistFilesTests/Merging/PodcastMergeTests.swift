import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of library files")
struct PodcastMergeTests {
  private static let base = """
    title = "Show"
    author = "Ann"
    tags = ["a"]

    # the first
    [[episodes]]
    id = "1"
    guid = "g1"
    rating = 3  # good
    playCount = 2
    lastPlayedAt = 2026-01-01T08:00:00Z

    [[episodes]]
    id = "2"
    guid = "g2"

    [extra]
    shelf = 1

    """

  /// Two files can have names that differ only in their Unicode form.
  @Test func aSideThatChangedTheUnicodeFormOfAnAddressDecidesIt() throws {
    let (composed, decomposed) = ("url = 'file:///m/Bj\u{F6}rk'", "url = 'file:///m/Bjo\u{308}rk'")
    let base = edited([("guid = \"g1\"", composed)])
    let theirs = edited([("guid = \"g1\"", decomposed)])
    let ours = base.replacing("Ann", with: "Bob")
    let expected = Array(theirs.replacing("Ann", with: "Bob").utf8)
    #expect(Array(try merge(base: base, ours, theirs).utf8) == expected)
    #expect(Array(try merge(base: base, theirs, ours).utf8) == expected)
  }

  @Test("The later play decides the position, also beside new comments and conflicts")
  func positions() throws {
    let time = "lastPlayedAt = 2026-01-01T08:00:00Z"
    let later = (time, "lastPlayedAt = 2026-01-05T08:00:00Z")
    let begun = (time, "lastPlayedAt = 2026-01-03T08:00:00Z\nposition = 60  # here")
    // One side finished the episode after the other side began it.
    #expect(
      try merge(edited([later]), edited([begun, ("# good", "# better")]))
        == edited([later, ("# good", "# better")]) + "# here\n")
    let rated = ("rating = 3", "rating = 4")
    #expect(
      try merge(edited([later, rated]), edited([begun, ("rating = 3", "rating = 5")]), conflicts: 1)
        == edited([later, rated]) + "# here\n")
    // One side removed or changed a position, the other side played later and stopped there again.
    let stopped = edited([(time, "\(time)\nposition = 60")])
    let stoppedLater = edited([(time, "\(later.1)\nposition = 60")])
    for edit in ["", "\nposition = 90"] {
      let ours = edited([(time, "\(time)\(edit)"), ("# good", "# better")])
      #expect(try merge(base: stopped, ours, stoppedLater) == stoppedLater.replacing("# good", with: "# better"))
      #expect(try merge(base: stopped, stoppedLater, ours) == stoppedLater.replacing("# good", with: "# better"))
    }
  }

  @Test func episodesOfOneFeedRefreshedOnBothSides() throws {
    let new = "[[episodes]]\nid = \"3\"\nguid = \"g3\"\n\n"
    let merged = try merge(
      edited([("[extra]", new + "[extra]"), ("# good", "# better")]),
      edited([("[extra]", new.replacing("id = \"3\"", with: "id = \"4\"") + "[extra]"), ("rating = 3", "rating = 4")]))
    #expect(merged == edited([("[extra]", new + "[extra]"), ("# good", "# better"), ("rating = 3", "rating = 4")]))
  }

  @Test func aRemovedEpisodeStaysRemovedAlthoughTheOtherSidePlayedIt() throws {
    let first =
      "# the first\n[[episodes]]\nid = \"1\"\nguid = \"g1\"\nrating = 3  # good\nplayCount = 2\nlastPlayedAt = 2026-01-01T08:00:00Z\n\n"
    #expect(try merge(edited([(first, "")]), edited([("rating = 3", "rating = 5")])) == edited([(first, "")]))
  }

  @Test func tagsAreASetAndAnEpisodeMovesWithItsComments() throws {
    let second = "[[episodes]]\nid = \"2\"\nguid = \"g2\"\n\n"
    let moved = edited([(second, ""), ("# the first", second + "# the first")])
    let merged = try merge(edited([("[\"a\"]", "[\"a\", \"c\"]")]), moved.replacing("[\"a\"]", with: "[\"b\"]"))
    #expect(merged == moved.replacing("[\"a\"]", with: "[\"b\", \"c\"]"))
  }

  @Test func inheritedValuesFollowTheHead() throws {
    let new = "[[episodes]]\nid = \"3\"\n\n"
    let merged = try merge(edited([("Ann", "Bob")]), edited([("[extra]", new + "[extra]")]))
    #expect(merged == edited([("Ann", "Bob"), ("[extra]", new + "[extra]")]))
  }

  @Test func theGuidOfTheFeedIsOneValue() throws {
    let guid = ("tags =", "guid = \"one\"\ntags =")
    #expect(try merge(edited([guid]), edited([("Ann", "Bob")])) == edited([guid, ("Ann", "Bob")]))
    #expect(try merge(edited([guid]), edited([guid])) == edited([guid]))
    let other = ("tags =", "guid = \"two\"\ntags =")
    #expect(try merge(edited([guid]), edited([other]), conflicts: 1) == edited([guid]))
    #expect(try merge(base: edited([guid]), edited([guid]), edited([])) == edited([]))
  }

  /// The default of `subscribed` depends on the feed, so that a side changes it with the feed alone.
  @Test(arguments: [
    ("feed = \"b\"\n", "", ["feed"]), ("feed = \"b\"\n", "subscribed = true\n", ["feed"]),
    ("feed = \"b\"\nsubscribed = false\n", "", ["feed"]), ("feed = \"a\"\nauthor = \"A\"\n", "", []),
    ("feed = \"a\"\nsubscribed = true\n", "", []), ("feed = \"a\"\nsubscribed = false\n", "tags = [\"x\"]\n", []),
  ])
  func `a feed that one side removed`(first: String, second: String, conflicts: [String]) throws {
    for (ours, theirs) in [(first, second), (second, first)] {
      let merged = try MergedFile.podcast(
        base: Array("feed = \"a\"\n".utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
        id: Podcast.ID(validating: "show"))
      #expect(merged.conflicts.map(\.key) == conflicts)
      let text = String(decoding: merged.bytes(ours == first ? .ours : .theirs), as: UTF8.self)
      // The stated value stays, and a value that follows the feed is not stated.
      for line in ["subscribed = true\n", "subscribed = false\n"] {
        #expect(text.contains(line) == (first + second).contains(line))
      }
    }
  }

  @Test func aConflictNamesTheEpisode() throws {
    let result = try MergedFile.podcast(
      base: Array(Self.base.utf8), ours: Array(edited([("rating = 3", "rating = 1")]).utf8),
      theirs: Array(edited([("rating = 3", "rating = 5")]).utf8), id: Podcast.ID(validating: "show"))
    #expect(result.conflicts.map(\.key) == ["episodes.1.rating"])
    #expect(
      String(decoding: result.bytes(.markers(size: 7)), as: UTF8.self)
        == edited([
          ("rating = 3  # good\n", "<<<<<<< ours\nrating = 1  # good\n=======\nrating = 5  # good\n>>>>>>> theirs\n")
        ]))
  }

  @Test func markersEncloseTheLineOfAnInlineEpisode() throws {
    let base = "episodes = [\n  {id = \"a\", guid = \"1\"},  # a\n  {id = \"b\"},\n]\n"
    let result = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(base.replacing("\"1\"", with: "\"1\", rating = 2").utf8),
      theirs: Array(
        base.replacing("\"1\"", with: "\"1\", rating = 5").replacing("\"b\"", with: "\"b\", rating = 3").utf8),
      id: Podcast.ID(validating: "show"))
    #expect(result.conflicts.map(\.key) == ["episodes.a.rating"])
    let rest = base.replacing("\"b\"", with: "\"b\", rating = 3")
    let (ours, theirs) = (
      "  {id = \"a\", guid = \"1\", rating = 2},  # a\n", "  {id = \"a\", guid = \"1\", rating = 5},  # a\n"
    )
    let line = "  {id = \"a\", guid = \"1\"},  # a\n"
    let marked = "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
    for (style, text) in [(ConflictStyle.ours, ours), (.theirs, theirs), (.markers(size: 7), marked)] {
      #expect(String(decoding: result.bytes(style), as: UTF8.self) == rest.replacing(line, with: text))
    }
  }

  @Test func inlineEpisodesOnOneLineConflictTogether() throws {
    let base = "episodes = [{id = \"a\", rating = 1}, {id = \"b\"}]\n"
    let result = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(base.replacing("= 1", with: "= 2").utf8),
      theirs: Array(base.replacing("= 1", with: "= 5").replacing("\"b\"", with: "\"b\", rating = 3").utf8),
      id: Podcast.ID(validating: "show"))
    #expect(result.conflicts.map(\.key) == ["episodes.a.rating"])
    let (ours, theirs) = (
      "episodes = [{id = \"a\", rating = 2}, {id = \"b\", rating = 3}]\n",
      "episodes = [{id = \"a\", rating = 5}, {id = \"b\", rating = 3}]\n"
    )
    #expect(
      String(decoding: result.bytes(.markers(size: 7)), as: UTF8.self)
        == "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n")
  }

  /// A file cannot have both forms of the list.
  @Test func episodesInAnArrayOnOneSide() throws {
    let base = "title = \"Show\"\n\n[[episodes]]\nid = \"a\"\n"
    let array = "title = \"Show\"\nepisodes = [{id = \"a\", rating = 3}]\n"
    let added = base + "\n[[episodes]]\nid = \"b\"\n\n[extra]\nshelf = 1\n"
    for (ours, theirs) in [(array, added), (added, array)] {
      let text = try merge(base: base, ours, theirs)
      let podcast = PodcastFile(parsing: Array(text.utf8), id: try Podcast.ID(validating: "show")).podcast
      #expect(podcast?.episodes.map(\.id.name) == ["a", "b"])
      #expect(podcast?.episodes.map(\.rating) == [3, nil] && text.contains("shelf = 1"))
    }
  }

  @Test func otherFilesAreMergedKeyByKey() throws {
    let base = "format = 1\n\n[player]\nshuffle = \"off\"\n"
    let merged = try MergedFile.document(
      base: Array(base.utf8), ours: Array("# mine\n\(base)".utf8),
      theirs: Array((base.replacing("off", with: "spread") + "\n[extra]\na = 1\n").utf8))
    #expect(
      String(decoding: merged.bytes(), as: UTF8.self)
        == "# mine\n" + base.replacing("off", with: "spread") + "\n[extra]\na = 1\n")
  }

  private func edited(_ edits: [(String, String)]) -> String {
    edits.reduce(Self.base) { $0.replacing($1.0, with: $1.1) }
  }

  private func merge(
    base: String = Self.base, _ ours: String, _ theirs: String, conflicts: Int = 0
  ) throws -> String {
    let merged = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Podcast.ID(validating: "show"))
    #expect(merged.conflicts.count == conflicts)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
