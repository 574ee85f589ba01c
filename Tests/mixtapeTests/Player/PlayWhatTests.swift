import TestSupport
import Testing

@testable import mixtape

/// `mixtape play WHAT`, and the same names for other commands.
@Suite(.timeLimit(.generous)) struct PlayWhatTests {
  private static let files = [
    "playlists/b.toml": "name = \"Bedtime\"\nepisodes = [\"sky/comets\"]\n",
    "library/low-tide.toml": """
    kind = "album"
    title = "Low Tide"

    [[episodes]]
    id = "1-zinc"
    title = "Zinc"
    artist = "Ann"

    [[episodes]]
    id = "2-amber"
    title = "Amber Tide"
    artist = "Ann"

    [[episodes]]
    id = "3-moss"
    title = "Moss"
    artist = "Bob"

    """,
    "library/sky.toml": """
    title = "Night Sky"

    [[episodes]]
    id = "comets"
    title = "Comets and Dust"

    [[episodes]]
    id = "tides"
    title = "Tides of the Moon"

    """,
  ]

  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture(with: Self.files)
    fixture.putProgramInPath()
    return fixture
  }

  /// Returns the titles that begin to play, and the messages, for lines of input.
  private func play(_ what: String, _ lines: String..., in fixture: CommandFixture) throws -> String {
    try play(what, lines, in: fixture)
  }

  private func play(_ what: String, _ lines: [String], in fixture: CommandFixture) throws -> String {
    let input = (lines + ["quit"]).map { "'\($0)'" }.joined(separator: " ")
    return try fixture.shell(
      "printf '%s\\n' \(input) | mixtape play \(what) --service simulator --speed 0 --no-record 2>&1"
        + " | sed -E 's/^[0-9:]{8}  //; /^(loading|stopped|ended)/d'")
  }

  @Test(arguments: ["low-tide", "\"low tide\"", "library/low-tide.toml"])
  func `an album plays in the order of its file`(_ what: String) throws {
    #expect(
      try play(what, "next", "next", in: try fixture()) == """
        Low Tide: 3 episodes, in order; simulated, without sound
        playing  Zinc · Ann (low-tide/1-zinc)
        playing  Amber Tide · Ann (low-tide/2-amber)
        playing  Moss · Bob (low-tide/3-moss)

        """)
  }

  @Test func `an album stops after its last track, unless --repeat is given`() throws {
    let fixture = try fixture()
    let end = ["next", "next", "seek 30:00"]
    #expect(try play("low-tide", end, in: fixture).hasSuffix("playing  Moss · Bob (low-tide/3-moss)\n"))
    #expect(
      try play("low-tide --fresh --repeat", end, in: fixture).hasSuffix(
        "playing  Moss · Bob (low-tide/3-moss)\nplaying  Zinc · Ann (low-tide/1-zinc)\n"))
    // A playlist repeats.
    #expect(try play("b", "seek 30:00", "status", in: fixture).contains("round 2"))
    #expect(try !play("b --fresh --no-repeat", "seek 30:00", "status", in: fixture).contains("round 2"))
  }

  @Test func `an id of both a playlist and a podcast means the playlist`() throws {
    let fixture = try fixture()
    try fixture.sandbox.write("name = \"My Sky\"\nepisodes = [\"low-tide/3-moss\"]\n", to: "playlists/sky.toml")
    #expect(try play("sky", in: fixture).hasPrefix("My Sky: 1 episode"))
    #expect(try play("library/sky.toml", in: fixture).hasPrefix("Night Sky: 2 episodes"))
  }

  @Test func `an episode plays, and then what follows it`() throws {
    #expect(
      try play("'amber tide'", "queue", "next", "previous", in: try fixture()) == """
        Low Tide: 3 episodes, in order; simulated, without sound
        playing  Amber Tide · Ann (low-tide/2-amber)
        1 episode left in this round
          Moss · Bob (low-tide/3-moss)
        playing  Moss · Bob (low-tide/3-moss)
        playing  Amber Tide · Ann (low-tide/2-amber)

        """)
  }

  @Test func `the episodes that a rule or words find play`() throws {
    let fixture = try fixture()
    #expect(
      try play("--where 'artist = \"Ann\"' --sort -title", "next", in: fixture).hasSuffix(
        "playing  Zinc · Ann (low-tide/1-zinc)\nplaying  Amber Tide · Ann (low-tide/2-amber)\n"))
    #expect(try play("--search comets", in: fixture).hasSuffix("playing  Comets and Dust (sky/comets)\n"))
  }

  @Test func `a selection resumes, and another one starts over`() throws {
    let fixture = try fixture()
    _ = try play("low-tide", "next", in: fixture)
    #expect(try play("low-tide", in: fixture).contains("playing  Amber Tide"))
    #expect(try play("sky", in: fixture).contains("playing  Comets and Dust"))
    #expect(try play("low-tide", in: fixture).contains("playing  Zinc"))
    // The queue that the user fills is another one.
    #expect(try play("", in: fixture).contains("Mixtape: 0 episodes"))
  }

  @Test func `a name that several things have is refused with candidates`() throws {
    try fixture().expect(
      #"""
      $ mixtape play tide
      ! error: the titles of 2 items have the words "tide"
      ! hint: write one of the ids: low-tide (Low Tide) or low-tide/2-amber (Amber Tide)
      [64]
      $ mixtape play "Low Tid"
      ! error: there is no playlist, podcast or episode with the name "Low Tid"
      ! hint: did you mean low-tide?
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape play low-tide/4-none
      ! error: there is no episode low-tide/4-none
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape play low-tide --where 'artist = "Ann"'
      ! error: name what to play, or find it by --where and --search, not both
      ! Usage: mixtape play [<options>] [<what>]
      !   See 'mixtape play --help' for more information.
      [64]
      """#)
  }

  @Test func `add and episode rate take the same names`() throws {
    try fixture().expect(
      #"""
      $ mixtape add b "low tide"
      Added 3 episodes to b.
      $ cat playlists/b.toml
      name = "Bedtime"
      episodes = ["sky/comets", "low-tide/1-zinc", "low-tide/2-amber", "low-tide/3-moss"]
      """#)
    try fixture().expect(
      #"""
      $ mixtape add b 'moon tides'
      Added 1 episode to b.
      $ mixtape episode rate 4 low-tide
      Rated 3 episodes 4.
      $ mixtape episode rate 5 'night sky' --dry-run
      Would commit: Rate 2 episodes 5 stars
      Night Sky (podcast sky)
        ~  Comets and Dust (sky/comets) changed: rating
        ~  Tides of the Moon (sky/tides) changed: rating
      ! Nothing was changed.
      """#)
  }

  @Test func `now plays an album in the player that runs`() throws {
    let fixture = try fixture()
    #expect(
      try play("b", "now low-tide", "queue", "next", "next", in: fixture).hasSuffix(
        """
        Playing 3 episodes of Low Tide
        2 episodes left in this round
          Amber Tide · Ann (low-tide/2-amber)
          Moss · Bob (low-tide/3-moss)
        playing  Amber Tide · Ann (low-tide/2-amber)
        playing  Moss · Bob (low-tide/3-moss)

        """))
    #expect(
      try play("sky", "now amber", "queue", "enqueue --where title = \"Zinc\"", in: fixture).hasSuffix(
        """
        Playing 3 episodes of Low Tide instead of the queue; undo restores it
        1 episode left in this round
          Moss · Bob (low-tide/3-moss)
        1 episode of title = "Zinc" plays at the end of this round

        """))
  }

  @Test func `now names the candidates of an ambiguous name`() throws {
    #expect(
      try play("b", "now tide", in: try fixture()).hasSuffix(
        "refused: the titles of 2 items have the words \"tide\"; write one of the ids: low-tide (Low Tide) or low-tide/2-amber (Amber Tide)\n"
      ))
  }

  @Test func `a search lists matches in titles first`() throws {
    #expect(
      try play("b", "search tide", in: try fixture()).hasSuffix(
        """
        4 episodes
          Amber Tide · Ann (low-tide/2-amber)
          Tides of the Moon (sky/tides)
          Zinc · Ann (low-tide/1-zinc)
          Moss · Bob (low-tide/3-moss)

        """))
  }

  @Test func `undo of now brings back the list, its name and its place in the next session`() throws {
    let fixture = try fixture()
    let text = try play("sky --json", "next", "now low-tide", "undo", "status", in: fixture)
    #expect(
      text.contains(#""event":"status","state":"playing","episode":"sky/tides""#)
        && text.contains(#""playlist":"Night Sky","playlistId":null,"shuffle":"off","count":2"#), "\(text)")
    #expect(
      try play("sky", in: fixture) == """
        Night Sky: 2 episodes, in order; simulated, without sound
        playing  Tides of the Moon (sky/tides)

        """)
  }

  // MARK: Order

  @Test func `a playlist plays in its order, and with --shuffle or its key shuffled`() throws {
    let fixture = try fixture()
    try fixture.sandbox.write(
      "episodes = [\"low-tide/3-moss\", \"sky/comets\", \"low-tide/1-zinc\"]\n", to: "playlists/list.toml")
    #expect(
      try play("list", "next", "next", in: fixture) == """
        List: 3 episodes, in order; simulated, without sound
        playing  Moss · Bob (low-tide/3-moss)
        playing  Comets and Dust (sky/comets)
        playing  Zinc · Ann (low-tide/1-zinc)

        """)
    #expect(try play("list --shuffle", in: fixture).hasPrefix("List: 3 episodes, shuffled by `spread`"))
    #expect(try play("--shuffle list", in: fixture).hasPrefix("List: 3 episodes, shuffled by `spread`"))
    #expect(try play("list --shuffle grouped", in: fixture).hasPrefix("List: 3 episodes, shuffled by `grouped`"))
    // `[player]` names a shuffle, and turns nothing on.
    try fixture.sandbox.write("format = 1\n[player]\nshuffle = \"uniform\"\n", to: "mixtape.toml")
    #expect(try play("list", in: fixture).hasPrefix("List: 3 episodes, in order"))
    #expect(try play("list", "shuffle", in: fixture).hasSuffix("Shuffled the rest of the round: uniform\n"))
    _ = fixture.mixtape(["set", "list", "--shuffle", "true"])
    #expect(try play("list", in: fixture).hasPrefix("List: 3 episodes, shuffled by `uniform`"))
  }

  @Test func `a mistyped shuffle is no name of a playlist`() throws {
    #expect(try fixture().mixtape(["simulate", "b", "--shuffle", "wheighted"]).status == .usage)
  }

  @Test func `a seed requires a shuffle`() throws {
    try fixture().expect(
      #"""
      $ mixtape simulate b --seed 7
      ! error: --seed has no effect: b plays in order
      ! hint: `--shuffle` shuffles it
      [64]
      $ mixtape play b --seed 7 --service simulator
      ! error: --seed has no effect: b plays in order
      ! hint: `--shuffle` shuffles it
      [64]
      """#)
    let simulated = try fixture().mixtape(["simulate", "low-tide"]).output
    #expect(
      simulated.replacing(#/ +/#, with: " ") == """
        round 1 0:00 heard 30:00 Zinc low-tide/1-zinc
         30:01 heard 30:00 Amber Tide low-tide/2-amber
         1:00:02 heard 30:00 Moss low-tide/3-moss

        1:30:03: 3 heard; shuffle off

        """)
  }

  @Test func `an entry that stands twice plays twice in order, and shuffled once`() throws {
    let fixture = try fixture()
    try fixture.expect(
      #"""
      $ mixtape add b low-tide/1-zinc sky/comets
      Added 1 episode to b.
      ! note: sky/comets is already in the playlist
      $ mixtape add b sky/comets
      ! note: sky/comets is already in the playlist
      ! Nothing to add: b already contains them.
      ! hint: `--again` adds an episode that is already there
      [1]
      $ mixtape add b --again sky/comets
      Added 1 episode to b.
      """#)
    #expect(fixture.mixtape(["check"]).status == .done)
    #expect(
      try play("b", "queue", in: fixture).hasSuffix(
        "2 episodes left in this round\n  Zinc · Ann (low-tide/1-zinc)\n  Comets and Dust (sky/comets)\n"))
    let shuffled = try play("b --shuffle", "queue", in: fixture)
    #expect(shuffled.contains("note: b has episodes more than once; shuffled, each plays once in a round\n"))
    #expect(shuffled.contains("1 episode left in this round\n"))
    #expect(!fixture.mixtape(["show", "b"]).output.contains("listed more than once"))
    _ = fixture.mixtape(["set", "b", "--shuffle", "true"])
    #expect(
      fixture.mixtape(["show", "b"]).output.contains(
        "1 episode is listed more than once; shuffled, each episode plays once in a round\n"))
    try fixture.expect(
      #"""
      $ mixtape remove b 3
      Removed sky/comets from b.
      $ mixtape add b --again sky/comets --at 1
      Added 1 episode to b.
      $ mixtape remove b sky/comets
      Removed 2 episodes from b.
      """#)
  }

  @Test func `a longer list plays to its end in a queue that is refilled`() throws {
    let fixture = try fixture()
    let episodes = (1...200).map { "[[episodes]]\nid = \"e\($0)\"\ntitle = \"Part \($0)\"\nduration = 60\n" }
    try fixture.sandbox.write("title = \"Saga\"\n\n" + episodes.joined(separator: "\n"), to: "library/saga.toml")
    let text = try play("saga --json", in: fixture)
    #expect(text.contains("the queue holds 120 of 200 episodes; the others follow as these are played"))
    let plays = fixture.mixtape(["simulate", "saga"]).output.split(separator: "\n")
    #expect(plays.count == 201 && plays[199].contains("Part 200 ") && plays[200].hasSuffix("200 heard; shuffle off"))
    let moved = Array(repeating: "next", count: 150)
    #expect(try self.play("saga", moved, in: fixture).hasSuffix("playing  Part 151 (saga/e151)\n"))
    #expect(try play("saga", "next", in: fixture).hasSuffix("playing  Part 152 (saga/e152)\n"))
    #expect(try play("saga/e190", "next", in: fixture).hasSuffix("playing  Part 191 (saga/e191)\n"))
  }

  // MARK: The order of the library

  @Test func `what is found is in the order of the library, not of the titles`() throws {
    let fixture = try fixture()
    #expect(
      fixture.mixtape(["search", "--where", "title is present", "--ids"]).output
        == "low-tide/1-zinc\nlow-tide/2-amber\nlow-tide/3-moss\nsky/comets\nsky/tides\n")
    #expect(
      fixture.mixtape(["search", "--where", "title is present", "--ids", "--sort", "-library", "--limit", "1"]).output
        == "sky/tides\n")
    #expect(fixture.mixtape(["search", "podcast:low", "--ids"]).output.hasPrefix("low-tide/1-zinc\n"))
    _ = fixture.mixtape(["add", "b", "--where", "podcast = \"low-tide\""])
    #expect(
      String(decoding: try fixture.sandbox.read("playlists/b.toml"), as: UTF8.self).contains(
        "\"low-tide/1-zinc\", \"low-tide/2-amber\", \"low-tide/3-moss\""))
  }

  @Test func `check names a limit without an order once`() throws {
    let fixture = try fixture()
    try fixture.sandbox.write("conditions = ['artist = \"Ann\"']\nlimit = 1\n", to: "playlists/first.toml")
    try fixture.sandbox.write(
      "conditions = ['artist = \"Ann\"']\nlimit = 1\nsort = [\"title\"]\n", to: "playlists/second.toml")
    let note = "note: first has a limit and no `sort`: the limit takes the first episodes in the order of the library\n"
    #expect(fixture.mixtape(["check"]).errors.contains(note))
    #expect(!fixture.mixtape(["check"]).errors.contains("limit"))
  }
}
