import TestSupport
import Testing

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
    let input = (lines + ["quit"]).map { "'\($0)'" }.joined(separator: " ")
    return try fixture.shell(
      "printf '%s\\n' \(input) | mixtape play \(what) --service simulator --speed 0 --no-record 2>&1"
        + " | sed -E 's/^[0-9:]{8}  //; /^(loading|stopped|ended)/d'")
  }

  @Test(arguments: ["low-tide", "\"low tide\"", "library/low-tide.toml"])
  func `an album plays in the order of its file`(_ what: String) throws {
    #expect(
      try play(what, "next", "next", in: try fixture()) == """
        Low Tide: 3/120 episodes, in order; simulated, without sound
        playing  Zinc (low-tide/1-zinc)
        playing  Amber Tide (low-tide/2-amber)
        playing  Moss (low-tide/3-moss)

        """)
  }

  @Test func `an episode plays, and then what follows it`() throws {
    #expect(
      try play("'amber tide'", "queue", "next", "previous", in: try fixture()) == """
        Low Tide: 3/120 episodes, in order; simulated, without sound
        playing  Amber Tide (low-tide/2-amber)
        1 episode left in this round
          Moss (low-tide/3-moss)
        playing  Moss (low-tide/3-moss)
        playing  Amber Tide (low-tide/2-amber)

        """)
  }

  @Test func `the episodes that a rule or words find play`() throws {
    let fixture = try fixture()
    #expect(
      try play("--where 'artist = \"Ann\"' --sort -title", "next", in: fixture).hasSuffix(
        "playing  Zinc (low-tide/1-zinc)\nplaying  Amber Tide (low-tide/2-amber)\n"))
    #expect(try play("--search comets", in: fixture).hasSuffix("playing  Comets and Dust (sky/comets)\n"))
  }

  @Test func `a selection resumes, and another one starts over`() throws {
    let fixture = try fixture()
    _ = try play("low-tide", "next", in: fixture)
    #expect(try play("low-tide", in: fixture).contains("playing  Amber Tide"))
    #expect(try play("sky", in: fixture).contains("playing  Comets and Dust"))
    #expect(try play("low-tide", in: fixture).contains("playing  Zinc"))
    // The queue that the user fills is another one.
    #expect(try play("", in: fixture).contains("0/120"))
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
      ! hint: did you mean "Low Tide"?
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape play low-tide/4-none
      ! error: no episode "low-tide/4-none"
      [66]
      $ mixtape play low-tide --where 'artist = "Ann"'
      ! error: name what to play, or find it by --where and --search, not both
      ! Usage: mixtape play [<what>] [--where <rule> ...] [--search <words>] [--sort <keys>] [--limit <limit> ...] [--service <name>] [--shuffle <name>] [--on-error <reaction>] [--seed <n>] [--speed <factor>] [--mpv-option <option> ...] [--positions <which>] [--no-record] [--fresh] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape play --help' for more information.
      [64]
      """#)
  }

  @Test func `add and episode rate take the same names`() throws {
    try fixture().expect(
      #"""
      $ mixtape add bedtime "low tide"
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
      Rated 3 episodes 4 stars.
      $ mixtape episode rate 5 'night sky' --dry-run
      Would commit: Rate 2 episodes 5 stars
      """#)
  }

  @Test func `now plays an album in the player that runs`() throws {
    let fixture = try fixture()
    #expect(
      try play("b", "now low-tide", "queue", "next", "next", "next", in: fixture).hasSuffix(
        """
        Playing 3 episodes of Low Tide
        2 episodes left in this round
          Amber Tide (low-tide/2-amber)
          Moss (low-tide/3-moss)
        playing  Amber Tide (low-tide/2-amber)
        playing  Moss (low-tide/3-moss)
        """))
    #expect(
      try play("sky", "now amber", "queue", "enqueue --where title = \"Zinc\"", in: fixture).hasSuffix(
        """
        Playing 3 episodes of Low Tide
        1 episode left in this round
          Moss (low-tide/3-moss)
        1 episode of title = "Zinc" plays at the end of this round

        """))
  }
}
