import Foundation
import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Editing library files")
struct PodcastEditingTests {
  /// An unusual file: byte order mark, CRLF, irregular spacing, tabs, both kinds of quotes, comments.
  private let messy = """
    \u{FEFF}# The sky.\r
    title='Night Sky'\t# short\r
    author = 'Observatory'\r
    tags=[ 'space' , "weekly" ]  # mine\r
    \r
    [extra] # mine too\r
    shelf = 1\r
    \r
    # The first.\r
    [[episodes]] # one\r
    \tid = 'a'\r
    \ttitle = 'Auroras'  # of the north\r
    \tartist = 'Observatory'\r
    \trating = 4 # yours\r
    \r
      # not right above\r
    \r
    [[episodes]]\r
    id = "b"\r
    duration = 90.5\r
    notAKey = true\r
    \r
    # The third.\r
    [[episodes]]\r
    id = "c"
    """

  @Test(arguments: [
    "0000-01-01", "0000-06-01T12:00:00Z", "0001-01-01T00:00:00.5Z", "4001-01-02", "6000-12-31T23:59:59.25Z",
    "9999-12-31T23:59:59Z", "2026-03-01T06:00:00.123456Z",
  ])
  func datesOfAllYearsAreReadBack(text: String) throws {
    let date = try #require(try PodcastFile("dateAdded = \(text)").podcast?.dateAdded)
    let file = try PodcastFile("title = 'a'\n")
    let podcast = try #require(file.podcast)
    #expect(try file.changed(to: podcast.withDateAdded(date)).text == "title = 'a'\ndateAdded = \(text)\n")
  }

  @Test func anEpisodeWithAnotherIDKeepsItsLines() throws {
    try expect(in: messy, "-\tid = 'a'", "+\tid = 'z'") { podcast in
      let episode = podcast.episodes[0]
      let renamed = try episode.applying([EpisodeEdit(.id, .text("z"))])
      return podcast.withEpisodes([renamed] + podcast.episodes.dropFirst())
    }
  }

  @Test func onlyTheEditedLineChanges() throws {
    try expect(in: messy, "-title='Night Sky'\t# short", "+title='Sky'\t# short") { try $0.withTitle("Sky") }
    try expect(in: messy, "-author = 'Observatory'") { $0.withAuthor(nil) }
    try expect(in: messy, "+feed = \"https://example.org/f\"") { $0.withFeed("https://example.org/f") }
    try expect(in: messy, "+guid = \"g-1\"") { $0.withGUID("g-1") }
    try expect(in: messy, "+subscribed = true") { $0.withSubscribed(true) }
    try expect(in: messy, "+kind = \"album\"") { $0.withKind(.album) }
    try expect(in: messy, "+dateAdded = 2026-01-02") {
      $0.withDateAdded(Date(timeIntervalSince1970: 1_767_312_000))
    }
  }

  /// Two files can have names that differ only in their Unicode form.
  @Test func anAddressInAnotherUnicodeFormIsAnotherOne() throws {
    let (composed, decomposed) = ("file:///m/Bj\u{F6}rk", "file:///m/Bjo\u{308}rk")
    let file = try PodcastFile("title = 'a'\n[[episodes]]\nid = 'b'\nurl = '\(composed)'  # here\n")
    let podcast = try #require(file.podcast)
    let episode = try podcast.episodes[0].applying([EpisodeEdit(.url, .text(decomposed))])
    #expect(episode != podcast.episodes[0])
    let changed = try file.changed(to: podcast.withEpisodes([episode]))
    #expect(changed.document.source == Array(file.text.utf8).replacing(composed.utf8, with: decomposed.utf8))
  }

  @Test func theGuidFollowsTheFeed() throws {
    let file = try PodcastFile("title = 'a'\nfeed = 'f'\nartwork = 'p'\n")
    let podcast = try #require(file.podcast)
    let changed = try file.changed(to: podcast.withGUID("g-1"))
    #expect(changed.text == "title = 'a'\nfeed = 'f'\nguid = \"g-1\"\nartwork = 'p'\n")
    #expect(try changed.changed(to: podcast).text == file.text)
  }

  @Test func tagsAndCategoriesAreListsOnOneLine() throws {
    let old = "-tags=[ 'space' , \"weekly\" ]  # mine"
    try expect(in: messy, old, "+tags=[ 'space' , \"weekly\", \"calm\" ]  # mine") {
      $0.withTags($0.tags + ["calm"])
    }
    try expect(in: messy, old, "+tags=[ \"weekly\" ]  # mine") { $0.withTags(["weekly"]) }
    try expect(in: messy, old, "+tags=[]  # mine") { $0.withTags([]) }
    try expect(in: messy, "+categories = [\"Science\", \"Nature\"]") { $0.withCategories(["Science", "Nature"]) }
  }

  @Test func aListOfGenresIsReadAsOneText() throws {
    let text = "title = 'a'\n[[episodes]]\nid = 'b'\ngenre = [ 'Rock' , \"Pop\" ]  # mine\nartist = 'Ann; Bob'\n"
    let file = try PodcastFile(text)
    let podcast = try #require(file.podcast)
    #expect(podcast.episodes[0].text(.genre) == "Rock; Pop")
    // The same values in another form are no change.
    #expect(try file.changed(to: podcast.with(0) { $0.with(.artist, .text("Ann; Bob")) }).text == text)
    #expect(
      try file.changed(to: podcast.with(0) { $0.withRating(5) }).text
        == text.replacing("# mine\n", with: "# mine\nrating = 5\n"))
    #expect(
      try file.changed(to: podcast.with(0) { $0.with(.composer, .text("Cy; Di")) }).text.contains(
        "composer = [\"Cy\", \"Di\"]"))
    #expect(
      try file.changed(to: podcast.with(0) { $0.with(.genre, .text("Folk")) }).text.contains("genre = \"Folk\"  # mine")
    )
  }

  @Test func oneFieldOfOneEpisodeChanges() throws {
    try expect(in: messy, "-\trating = 4 # yours", "+\trating = 5 # yours") { $0.with(0) { $0.withRating(5) } }
    try expect(in: messy, "-\trating = 4 # yours") { $0.with(0) { $0.withRating(nil) } }
    try expect(in: messy, "+rating = 5") { $0.with(1) { $0.withRating(5) } }
    try expect(in: messy, "+playCount = 1", "+lastPlayedAt = 2026-03-04T18:20:00Z") {
      $0.with(1) { $0.played(EpisodePlays(last: Date(timeIntervalSince1970: 1_772_648_400))) }
    }
    try expect(in: messy, "-duration = 90.5", "+duration = 90") { $0.with(1) { $0.with(.duration, .seconds(90)) } }
  }

  @Test func inheritedValuesAreNotWrittenAndStatedOnesStay() throws {
    try expect(in: messy, "-author = 'Observatory'", "+author = 'Another'") { $0.withAuthor("Another") }
    let changed = try PodcastFile(messy).changed(to: try #require(PodcastFile(messy).podcast).withAuthor("Another"))
    #expect(
      changed.podcast?.episodes.map { $0.fields[.artist] } == [
        .text("Observatory"), .text("Another"), .text("Another"),
      ])
    try expect(in: messy, "+genre = \"Talk\"") { $0.with(1) { $0.with(.genre, .text("Talk")) } }
    try expect(in: messy, "-\tartist = 'Observatory'", "+\tartist = 'A Guest'") {
      $0.with(0) { $0.with(.artist, .text("A Guest")) }
    }
  }

  @Test func episodesAreAddedRemovedAndMovedWithTheirComments() throws {
    let first = [
      "# The first.", "[[episodes]] # one", "\tid = 'a'", "\ttitle = 'Auroras'  # of the north",
      "\tartist = 'Observatory'", "\trating = 4 # yours",
    ]
    let text = try edited(messy) { $0.withEpisodes(Array($0.episodes.dropFirst())) }
    #expect(first.allSatisfy { !text.contains($0) } && text.contains("notAKey = true\r\n"))
    let moved = try edited(messy) { $0.withEpisodes([$0.episodes[1], $0.episodes[0], $0.episodes[2]]) }
    #expect(moved.contains(first.joined(separator: "\r\n")))
    try expect(
      in: "title = \"T\"\n", "+[[episodes]]", "+id = \"a\"", "+title = \"A\"", "+year = 2026", "+",
      "+[[episodes]]", "+id = \"b\"", "+"
    ) {
      $0.withEpisodes(
        try [
          Episode(
            id: Episode.ID(validating: "show/a"),
            fields: [.title: .text("A"), .year: .integer(2026), .album: .text("T")]),
          Episode(id: Episode.ID(validating: "show/b")),
        ])
    }
  }

  @Test func anEpisodeOfAnotherFileKeepsItsText() throws {
    let source = try PodcastFile(
      "title = 'A'\nauthor = 'Ann'\n\n# mine\n[[episodes]] # one\nid = 'x'\nodd = 1 # two\n[episodes.extra]\nmood = 'x'\n"
    )
    let target = try PodcastFile("title = 'B'\nauthor = 'Bob'\n")
    let episode = try #require(source.podcast?.episodes.first)
    let moved = episode.with(.year, .integer(1999))
    let podcast = try #require(target.podcast).withEpisodes([moved])
    let text = try #require(source.elements(of: [episode.id])[episode.id])
    // Its artist and its album are no longer inherited, and its year is new.
    #expect(
      try target.receiving([moved.id: text]).changed(to: podcast).text == """
        title = 'B'
        author = 'Bob'

        # mine
        [[episodes]] # one
        id = 'x'
        artist = "Ann"
        album = "A"
        year = 1999
        odd = 1 # two
        [episodes.extra]
        mood = 'x'

        """)
  }

  @Test func anEpisodeKeepsItsCommentsInAFileOfTheOtherForm() throws {
    let tables = try PodcastFile("title = 'A'\n\n# mine\n[[episodes]] # one\nid = 'x' # two\nodd = 1\n# three\n")
    let inline = try PodcastFile("title = 'B'\nepisodes = [ { id = 'y' } ]\n")
    #expect(
      try move(tables, into: inline) == """
        title = 'B'
        episodes = [ { id = 'y' },
          # mine
          # one
          # two
          # three
          { id = "x", album = "A", odd = 1 } ]

        """)
    let commented = try PodcastFile("title = 'B'\nepisodes = [\n  # above\n  { id = 'y', odd = 1 }, # beside\n]\n")
    #expect(
      try move(commented, into: tables).hasSuffix(
        "# three\n\n# beside\n[[episodes]]\nid = \"y\"\nalbum = \"B\"\nodd = 1\n"))
  }

  /// Returns the text of a file with the first episode of another one at its end.
  private func move(_ source: PodcastFile, into target: PodcastFile) throws -> String {
    let episode = try #require(source.podcast?.episodes.first)
    let text = try #require(source.elements(of: [episode.id])[episode.id])
    let podcast = try #require(target.podcast)
    return try target.receiving([episode.id: text]).changed(to: podcast.withEpisodes(podcast.episodes + [episode])).text
  }

  @Test func anEqualPodcastKeepsEveryByte() throws {
    let file = try PodcastFile(messy)
    #expect(try file.changed(to: try #require(file.podcast)).source == file.source)
    let broken = try PodcastFile("title = ")
    #expect(throws: PlaylistFileError.self) { try broken.changed(to: Podcast(id: broken.id, title: "T")) }
  }

  @Test func aNewFileHasOnlyTheSetKeys() throws {
    let id = try Podcast.ID(validating: "show")
    #expect(try PodcastFile.new(Podcast(id: id, title: "Show")).text == "title = \"Show\"\n")
    let album = try Podcast(
      id: id, kind: .album, title: "Songs", author: "Trio", categories: ["Folk"], tags: ["calm"],
      dateAdded: Date(timeIntervalSince1970: 1_767_312_000),
      episodes: [Episode(id: Episode.ID(validating: "show/1"), fields: [.trackNumber: .integer(1)])])
    #expect(
      try PodcastFile.new(album).text == """
        kind = "album"
        title = "Songs"
        author = "Trio"
        categories = ["Folk"]
        tags = ["calm"]
        dateAdded = 2026-01-02

        [[episodes]]
        id = "1"
        trackNumber = 1

        """)
  }

  @Test func podcastsThatCannotBeWrittenAreRefused() throws {
    let file = try PodcastFile("title = \"T\"\n")
    let podcast = try #require(file.podcast)
    for date in [Date(timeIntervalSince1970: 1e15), Date(timeIntervalSince1970: -1e11)] {
      #expect(throws: PlaylistFileError.self) { try file.changed(to: podcast.withDateAdded(date)) }
    }
    let precise = podcast.withDateAdded(Date(timeIntervalSince1970: 1_767_312_000.125))
    #expect(try file.changed(to: precise).text.contains("dateAdded = 2026-01-02T00:00:00.125"))
  }

  private func edited(_ text: String, _ change: (Podcast) throws -> Podcast) throws -> String {
    let file = try PodcastFile(text)
    return try file.changed(to: try change(try #require(file.podcast))).text
  }

  private func expect(
    in text: String, _ lines: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation,
    by change: (Podcast) throws -> Podcast
  ) throws {
    let changed = changedLines(from: text, to: try edited(text, change))
    #expect(changed == lines, "\(changed)", sourceLocation: sourceLocation)
  }
}

extension Podcast {
  /// Returns a copy in which one episode differs.
  fileprivate func with(_ offset: Int, _ change: (Episode) -> Episode) -> Podcast {
    var episodes = episodes
    episodes[offset] = change(episodes[offset])
    return withEpisodes(episodes)
  }
}
