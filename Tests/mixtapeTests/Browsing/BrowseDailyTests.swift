import SystemPackage
import TestSupport
import Testing

/// What `mixtape browse` does each day, in a terminal.
@Suite(.timeLimit(.generous)) struct BrowseDailyTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  @Test func `a feed is brought in, updated, rated, and its history undone`() throws {
    try fixture.writeFeed(
      CommandFixture.feed([("w1", "First walk", 1)], title: "Night Walks"), to: "walks.xml")
    let terminal = try fixture.browse(columns: 100)
    terminal.type("I../walks.xml", shows: "Adds the podcast of this feed")
    terminal.type("\r", shows: "Added night-walks: 1 episode.")
    try fixture.writeFeed(
      CommandFixture.feed([("w1", "First walk", 1), ("w2", "Second walk", 2)], title: "Night Walks"), to: "walks.xml")
    terminal.type("2/walks\r", shows: "First walk")
    terminal.type("U", shows: "Updated night-walks: 1 new episode: Second walk", "2 episodes")
    terminal.type("\tR5", shows: "mixtape episode rate 5 night-walks/")
    terminal.type("x", shows: "mixtape episode played night-walks/")
    terminal.type("H", shows: "History  u undoes: Record plays of 1 episode")
    terminal.type("u", shows: "Undone: Record plays of 1 episode", "ctrl-r redoes: Record plays of 1 episode")
    terminal.type("q")
    try fixture.quit(terminal)
  }

  @Test func `a smart playlist is created with its rules in one change`() throws {
    let terminal = try fixture.browse(columns: 72, rows: 16)
    terminal.type("GNStars\rpodcast = \"ni", shows: "tab: night-sky")
    terminal.type("\t\r", shows: "2 episodes")
    terminal.type("jj\r-title\rj\r1\r", shows: "1 episode")
    terminal.type("s", shows: "Created stars.", "(stars)")
    #expect(
      try fixture.text(of: "playlists/stars.toml").contains(
        """
        conditions = [
          'podcast = "night-sky"',
        ]
        sort = ["-title"]
        limit = 1
        """))
    #expect(try fixture.sandbox.git("rev-list", "--count", "HEAD") == "2")
    try fixture.quit(terminal)
  }

  @Test func `a conflict of a sync is shown and decided`() throws {
    let remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    _ = fixture.mixtape(["sync"])
    let clone = fixture.sandbox.root.appending("clone").string
    _ = fixture.mixtape(["clone", remote.directory.string, clone])
    _ = fixture.mixtape(["rename", "morning", "Dawn", "--store", clone])
    _ = fixture.mixtape(["sync", "--store", clone])
    _ = fixture.mixtape(["rename", "morning", "Dusk"])
    _ = fixture.mixtape(["sync"])
    let terminal = try PseudoTerminal(columns: 80, rows: 14)
    try fixture.start(["browse", "--service", "simulator"], in: terminal)
    terminal.wait(for: "! 1 open conflict; ! shows it")
    terminal.type("!", shows: "›morning: name", "the present value")
    terminal.type("m", shows: "Decided 1 conflict: mine.", "No open conflicts")
    terminal.type("q")
    try fixture.quit(terminal)
  }

  @Test func `quitting stops the work beside the browser`() throws {
    let server = try WebServer { _ in WebReply([.wait]) }
    _ = fixture.mixtape(["podcast", "add", "Silent", "--feed", server.address("/feed.xml")])
    let terminal = try fixture.browse()
    terminal.type("U", shows: "… Updating feeds")
    terminal.type("jU", shows: "! Mixtape is still updating feeds")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.screen.text.contains("Stopped updating feeds."))
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
    _ = server
  }
}
