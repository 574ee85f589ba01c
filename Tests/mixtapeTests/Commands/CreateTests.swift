import TestSupport
import Testing

@testable import mixtape

@Suite struct CreateTests {
  @Test func `the id is made from the name`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create "Sunday Kitchen" --description "Slow." --episode night-sky/comets --episode night-sky/comets
      Created sunday-kitchen with 1 episode.
      $ cat playlists/sunday-kitchen.toml
      name = "Sunday Kitchen"
      description = "Slow."

      episodes = [
        "night-sky/comets",
      ]
      $ git log -1 --format=%s
      Create sunday-kitchen
      """#)
  }

  @Test func `create accepts an id and a folder`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create "Sunday" --id sonntag --folder home/slow
      Created sonntag.
      $ cat playlists/home/slow/sonntag.toml
      name = "Sunday"

      episodes = [
      ]
      """#)
  }

  @Test func `create copies a template`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create "Fresh Air" --template recently-added
      Created fresh-air.
      $ head -3 playlists/fresh-air.toml
      # Episodes of the last two weeks, newest first
      name = "Fresh Air"
      description = "New episodes in the library."
      $ mixtape create X --template recently-aded
      ! error: there is no template recently-aded
      ! hint: did you mean recently-added?
      ! hint: `mixtape create --list-templates` lists the templates
      [66]
      """#)
  }

  @Test func `a template of the store replaces a built-in one`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir templates
      $ printf '# Mine.\nname = "-"\nshuffle = false\n' > templates/focus.toml
      $ mixtape create "Deep Work" --template focus
      Created deep-work.
      ! note: committed a hand edit: Create focus by hand
      $ cat playlists/deep-work.toml
      # Mine.
      name = "Deep Work"
      shuffle = false
      $ mixtape create --list-templates
      bedtime                One quiet episode before sleep
      best-sound             Only episodes with high audio quality
      commute                New and short episodes, not longer in total than the commute
      deep-cuts              A random 5% of the episodes that you have hardly played, in a repeatable order
      empty                  An empty playlist with an explanation of every key
      focus                  Mine.
      long-listens           Episodes of 45 minutes or more
      most-played            The episodes that you play most often
      not-played-in-a-month  Good episodes that were not played for a month
      one-genre              Episodes of one genre, by album
      recently-added         Episodes of the last two weeks, newest first
      short-episodes         Episodes of 15 minutes or less
      tempo-range            Music in a range of tempo, slow to fast
      top-rated              Episodes with a rating of 4 or more, the best first
      unfinished-series      A series in order, from the first unplayed episode
      workout                An hour of fast music for exercise
      """#)
  }

  @Test func `the list of templates reports templates with errors`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write("# Mine.\nnam = 1\nlimit = true\n", to: "templates/broken.toml")
    try fixture.sandbox.write("", to: "templates/Not A Name.toml")
    let outcome = fixture.mixtape(["create", "--list-templates"])
    #expect(outcome.output.contains("broken                 Mine.\n"))
    #expect(
      outcome.errors == """
        warning: templates/broken.toml has 2 errors; the template cannot be used
        hint: `mixtape check` shows the errors
        warning: templates/Not A Name.toml has 1 error; it is ignored
        hint: `mixtape check` shows the errors

        """)
    #expect(outcome.status == .done)
  }

  @Test func `invalid playlists are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create Calm --id calm
      ! error: a playlist with the id calm already exists
      ! hint: use `--id` to choose another id
      [73]
      $ mixtape create "🎲"
      ! error: no id can be made from the name "🎲"
      ! hint: use `--id` to choose an id
      [64]
      $ mixtape create ""
      ! error: invalid name: it is empty
      [64]
      $ mixtape create x --id X
      ! error: "X" is not a valid id: it contains `X`; ids consist of lower-case letters, digits, `-`, `_` and `.`
      ! hint: a valid id would be x
      [64]
      $ mixtape create x --folder ../up
      ! error: "../up" is not a valid folder: a name in it starts with `.`
      [64]
      $ mixtape create
      ! error: a name is required
      ! Usage: mixtape create [<options>] [<name>]
      !   See 'mixtape create --help' for more information.
      [64]
      """#)
  }

  @Test func `JSON contains the new playlist`() throws {
    let json = try CommandFixture().mixtape(["create", "A", "--json"]).output
    for member in [
      "\"operation\": \"create\"", "\"changed\": true", "\"id\": \"a\"", "\"name\": \"A\"",
      "\"created\": \"2026-03-01T06:03:00Z\"", "\"updated\": \"2026-03-01T06:03:00Z\"",
      "\"playlists\": [\n    \"a\"\n  ]",
    ] { #expect(json.contains(member), "\(json)") }
  }
}
