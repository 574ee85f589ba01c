import TestSupport
import Testing

@testable import mixtape

/// New episodes, and the columns of lists. The clock of the fixture is in March 2026.
@Suite struct NewTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture(with: [
      "library/sky.toml": """
      title = "Night Sky"
      author = "Ada Lind"
      feed = "https://example.org/sky.xml"

      [[episodes]]
      id = "auroras"
      title = "Auroras"
      published = 2026-02-25
      duration = 1834

      [[episodes]]
      id = "comets"
      title = "Comets"
      published = 2025-12-24
      duration = 1200
      position = 600

      [[episodes]]
      id = "dust"
      title = "Moon Dust"
      published = 2025-12-17
      playCount = 1
      rating = 4

      """,
      "library/byte.toml": """
      title = "Daily Byte"
      feed = "https://example.org/byte.xml"
      newSince = 2026-02-20

      [[episodes]]
      id = "friday"
      title = "A Patch on Friday"
      published = 2026-02-27
      duration = 355

      [[episodes]]
      id = "old"
      title = "Before the Subscription"
      published = 2026-02-19

      [[episodes]]
      id = "undated"
      title = "Undated"

      """,
      "library/left.toml": """
      title = "Left"
      feed = "https://example.org/left.xml"
      subscribed = false

      [[episodes]]
      id = "one"
      published = 2026-02-28

      """,
      "library/seasons.toml": """
      kind = "album"
      title = "Seasons"
      author = "Ines Falk"

      [[episodes]]
      id = "winter"
      title = "Winter"
      duration = 240

      """,
      "playlists/mix.toml": """
      name = "Mix"
      episodes = ["sky/comets", "seasons/winter", "sky/gone"]

      """,
    ])
  }

  @Test func `new lists unplayed episodes of subscribed podcasts that were published since newSince`() throws {
    try fixture.expect(
      #"""
      $ mixtape new
      02-27  Daily Byte  A Patch on Friday   5:55  byte/friday
      02-25  Night Sky   Auroras            30:34  sky/auroras
      $ mixtape new --ids -n 1
      byte/friday
      $ mixtape new sky --count
      1
      $ mixtape new sky --columns title,state
      Auroras  new
      $ mixtape episode played byte/friday --at 2026-03-01
      ! error: there is no option "--at"
      ! hint: `mixtape episode played --help` lists the options
      [64]
      $ mixtape new byte
      02-27  Daily Byte  A Patch on Friday  5:55  byte/friday
      """#)
    #expect(fixture.mixtape(["new", "--json"]).output.contains("\"state\": \"new\""))
  }

  @Test func `lists show the date, the artist of music, the length, the state and the rating`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'podcast in ("sky", "seasons")'
      sky/auroras     Auroras                    02-25  30:34  new
      sky/comets      Comets                2025-12-24  20:00  10 min left
      sky/dust        Moon Dust             2025-12-17         played       rated 4
      seasons/winter  Winter     Ines Falk               4:00
      $ mixtape search --where 'rating = 4'
      sky/dust  Moon Dust  2025-12-17  played  rated 4
      $ mixtape show mix
      Mix (mix)

        1  Comets              Night Sky  2025-12-24  20:00  10 min left  sky/comets
        2  Winter   Ines Falk  Seasons                 4:00               seasons/winter
        3  missing                                                        sky/gone

      playing time: at least 24:00
      $ mixtape show mix --columns date,title,artist
      Mix (mix)

        1  2025-12-24  Comets
        2              Winter   Ines Falk
        3              missing

      playing time: at least 24:00
      $ mixtape search comets --columns title,lenght
      ! error: there is no column "lenght"
      ! hint: did you mean length?
      [64]
      $ mixtape search comets --columns title --ids
      ! error: --columns and --ids cannot be used together
      ! Usage: mixtape search [<options>] [<text> ...]
      !   See 'mixtape search --help' for more information.
      [64]
      """#)
  }

  @Test func `a narrow terminal hides columns before it cuts titles`() throws {
    fixture.isTerminal = true
    fixture.columns = 42
    let arguments = ["search", "--where", "podcast = \"sky\"", "--no-pager", "--color", "never"]
    #expect(
      fixture.mixtape(arguments).output == """
        sky/auroras  Auroras         02-25  30:34
        sky/comets   Comets     2025-12-24  20:00
        sky/dust     Moon Dust  2025-12-17

        """)
  }

  @Test func `commands that people type by habit say the right one`() throws {
    let hints = [
      ["rate", "sky/comets", "5"]: "`mixtape episode rate` rates episodes",
      ["find", "comets"]: "`mixtape search` finds episodes",
      ["next"]: "`mixtape player next` skips to the next episode of a running player",
      ["fetch"]: "`mixtape feed update` fetches new episodes",
      ["refresh"]: "`mixtape feed update` fetches new episodes",
      ["podcast", "move", "sky"]: "`mixtape set ID --folder FOLDER` moves a podcast",
      ["subscribe", "https://example.org/a.xml"]:
        "`mixtape podcast add URL` adds a podcast, and `mixtape set ID --subscribe` subscribes to one",
      ["update"]: "`mixtape feed update` fetches new episodes, and `mixtape set` changes values",
      ["podcast", "update"]: "`mixtape set ID` changes a podcast, and `mixtape feed update` fetches new episodes",
      ["podcast", "update", "sky", "--title", "Sky"]:
        "`mixtape set ID` changes a podcast, and `mixtape feed update` fetches new episodes",
      ["episode", "update", "sky/comets"]: "`mixtape set EPISODE --set KEY=VALUE` changes an episode",
      ["podcast", "set", "sky"]:
        "`mixtape set ID` changes values of a podcast, and `mixtape set --help` lists them",
      ["podcast", "edit", "sky"]: "`mixtape edit ID` opens the file of a podcast",
      ["pull"]: "`mixtape sync` exchanges changes with a remote",
      ["podcast", "show", "sky"]: "`mixtape show ID` shows a podcast",
      ["episode", "show", "sky/comets"]: "`mixtape show ID` shows an episode",
      ["podcast", "remove", "sky"]: "`mixtape delete ID` deletes a podcast",
      ["podcast", "rm", "sky"]: "`mixtape delete ID` deletes a podcast",
      ["episode", "delete", "sky/comet"]: "`mixtape episode remove EPISODE` removes an episode from the library",
      ["delete", "sky/comet"]: "`mixtape episode remove sky/comet` removes it from the library",
    ]
    for (arguments, hint) in hints {
      let outcome = fixture.mixtape(arguments)
      #expect(outcome.status == .usage)
      #expect(outcome.errors.contains("hint: \(hint)\n"), "\(arguments): \(outcome.errors)")
    }
  }
}
