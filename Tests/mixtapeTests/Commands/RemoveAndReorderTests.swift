import Testing

@testable import mixtape

@Suite struct RemoveAndReorderTests {
  @Test func `episodes are removed by id and by position`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape remove morning night-sky/gone 1
      Removed 2 episodes from morning.
      $ cat playlists/morning.toml
      # Twenty minutes of tram.
      name = "Morning Commute"
      description = "Short news first."
      shuffle = false

      episodes = [
        "night-sky/auroras",
      ]
      $ mixtape remove morning 5
      ! error: there is no position 5: the playlist has 1 episode
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape remove morning night-sky/aurora
      ! error: the playlist does not contain the episode night-sky/aurora
      ! hint: did you mean night-sky/auroras?
      [66]
      $ mixtape remove morning what
      ! error: there is no episode with the name "what"
      ! hint: an id has the form <podcast>/<episode>; `mixtape search` finds episodes
      [66]
      """#)
  }

  @Test func `the id of a podcast stands for its entries`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape reorder morning night-sky --to 1
      Moved 2 episodes of morning.
      $ mixtape remove morning night-sky
      Removed 2 episodes from morning.
      $ mixtape remove morning 2
      ! error: there is no position 2: the playlist has 1 episode
      ! hint: `mixtape show` shows the positions
      [66]
      """#)
  }

  @Test func `the name of a podcast or an album stands for its entries`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape reorder morning "night sky radio" --to 1
      Moved 2 episodes of morning.
      $ mixtape add calm night-sky/auroras night-sky/comets
      Added 2 episodes to calm.
      $ mixtape remove calm "the four seasons" "Night Sky Radio"
      Removed 3 episodes from calm.
      $ mixtape remove calm "The Four Seasons"
      ! error: calm has no episode of four-seasons
      ! hint: `mixtape show calm` lists its episodes
      [66]
      """#)
  }

  @Test func `a title of an entry stands before the name of an album`() throws {
    let files = [
      "library/blue.toml": """
      kind = "album"
      title = "Blue"

      [[episodes]]
      id = "one"
      title = "Blue"

      [[episodes]]
      id = "two"
      title = "Red"

      """,
      "playlists/songs.toml": "episodes = [\"blue/one\", \"blue/two\"]\n",
    ]
    try CommandFixture(with: files).expect(
      #"""
      $ mixtape remove songs Blue
      Removed blue/one from songs.
      $ mixtape remove songs Blue
      ! error: the playlist does not contain the episode blue/one
      [66]
      """#)
  }

  @Test(arguments: ["0", "-0", "+0", "-1", "-9223372036854775808", "-99999999999999999999"])
  func `a number below 1 is not a position`(_ number: String) throws {
    let fixture = try CommandFixture()
    for command in ["remove morning", "reorder morning --to 1"] {
      let outcome = fixture.mixtape(command.split(separator: " ").map(String.init) + ["--", number])
      #expect(
        outcome.errors.hasPrefix("error: \(number) is not a position: positions start at 1\n"), "\(outcome.errors)")
      #expect(outcome.status == .usage)
    }
  }

  @Test func `a position beyond the list is refused`() throws {
    try CommandFixture().expect(
      """
      $ mixtape remove morning 9223372036854775807
      ! error: there is no position 9223372036854775807: the playlist has 3 episodes
      ! hint: `mixtape show` shows the positions
      [66]
      """)
  }

  @Test(arguments: ["remove fresh 1", "add fresh night-sky/comets --at 2"])
  func `a position of an episode that rules find is refused`(_ arguments: String) throws {
    let number = arguments.last ?? "1"
    try CommandFixture().expect(
      """
      $ mixtape \(arguments)
      ! error: there is no position \(number): the playlist has no hand-picked episodes
      ! hint: its rules find the other episodes; `mixtape freeze fresh` replaces the rules with them
      [66]
      """)
  }

  @Test(arguments: ["9223372036854775808", "+99999999999999999999"])
  func `a huge position is reported as typed`(_ number: String) throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      """
      $ mixtape reorder morning --to 1 -- \(number)
      ! error: there is no position \(number)
      ! hint: `mixtape show` shows the positions
      [66]
      """)
  }

  @Test func `reorder moves episodes with their comments`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape reorder morning 3 --to 1
      Moved 1 episode of morning.
      $ cat playlists/morning.toml
      # Twenty minutes of tram.
      name = "Morning Commute"
      description = "Short news first."
      shuffle = false

      episodes = [
        "night-sky/gone",
        "daily-byte/monday",     # always first
        "night-sky/auroras",
      ]
      $ mixtape reorder morning daily-byte/monday night-sky/gone --to 9
      ! error: there is no position 9: the playlist has 3 episodes
      ! hint: `mixtape show` shows the positions
      [66]
      $ mixtape reorder morning night-sky/gone --to 1
      ! Nothing to change: morning already has this order.
      [1]
      $ mixtape reorder morning 1
      ! error: missing argument --to <n>
      ! Help:  --to <n>  New position of the first episode, counted from 1, or `end`.
      ! Usage: mixtape reorder <id> <episode-or-position> ... --to <n> [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape reorder --help' for more information.
      [64]
      """#)
  }

  /// `5-` and `last` are parts of titles, and were taken for them.
  @Test(arguments: ["5-", "#5", "5.", "1, 3", "3–5", "first", "last", "End"])
  func `a mistyped position is not a title`(_ text: String) throws {
    let files = [
      "library/pieces.toml": """
      title = "Slow Pieces"

      [[episodes]]
      id = "five"
      title = "Gnossienne No. 5: The First, the Last and the End"

      """,
      "playlists/slow.toml": "episodes = [\"pieces/five\"]\n",
    ]
    try CommandFixture(with: files).expect(
      """
      $ mixtape remove slow '\(text)'
      ! error: "\(text)" is not a position
      ! hint: a position is a number such as `5`, and a range is `3-7`; `mixtape show` shows the positions
      [64]
      """)
  }

  @Test func `a title stands for an entry of the playlist before other episodes`() throws {
    let files = [
      "library/pieces.toml": """
      title = "Slow Pieces"

      [[episodes]]
      id = "one"
      title = "Slow Dance No. 1"

      [[episodes]]
      id = "two"
      title = "Slow Dance No. 2"

      """,
      "library/live.toml": """
      title = "Live Pieces"

      [[episodes]]
      id = "one"
      title = "Slow Dance No. 1"

      """,
      "playlists/short.toml": "episodes = [\"pieces/one\"]\n",
      "playlists/long.toml": "episodes = [\"pieces/one\", \"live/one\", \"pieces/two\"]\n",
    ]
    try CommandFixture(with: files).expect(
      #"""
      $ mixtape explain short "slow dance"
      pieces/one is in short: picked by hand, at position 1
      $ mixtape explain short "Slow Dance No. 1"
      pieces/one is in short: picked by hand, at position 1
      $ mixtape explain short "Slow Dance No. 2"
      pieces/two is not in short: it is not picked by hand, and the playlist has no rules
      $ mixtape remove long "slow dance no. 1"
      ! error: 2 episodes have the name "slow dance no. 1"
      ! hint: write one of the ids: pieces/one or live/one
      [64]
      $ mixtape reorder long "dance 2" --to 1
      Moved 1 episode of long.
      $ mixtape remove short "Dance"
      Removed pieces/one from short.
      $ mixtape remove short "Dance 2"
      ! error: the playlist does not contain the episode pieces/two
      [66]
      """#)
  }
}
