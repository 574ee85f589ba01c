import Testing

@Suite struct ShowTests {
  @Test func `show numbers the episodes`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape show morning
      Morning Commute (morning)
      Short news first.

        1  A Patch Tuesday on a Monday  Daily Byte        5:55  daily-byte/monday
        2  Auroras                      Night Sky Radio  30:34  night-sky/auroras
        3  missing                                              night-sky/gone

      playing time: at least 36:29
      $ mixtape show calm
      Calm (calm)

      folder  evening

        1  Winter  The Four Seasons  four-seasons/winter

      playing time: unknown
      """#)
  }

  @Test func `a name stands for the id`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape show "Nothing Yet"
      Nothing Yet (empty)
      $ mixtape show evening/calm.toml
      ! error: there is no episode evening/calm.toml
      ! hint: `mixtape search` finds episodes
      [66]
      """#)
  }

  @Test func `the titles of podcasts and episodes stand for them`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create Winter
      Created winter.
      $ mixtape show comets
      Comets (night-sky/comets)

      album     Night Sky Radio
      duration  1:02:03
      $ mixtape show "Night Sky Radio"
      Night Sky Radio (night-sky)

      kind        podcast
      subscribed  false

        night-sky/auroras  Auroras    30:34
        night-sky/comets   Comets   1:02:03
      $ mixtape show Winter
      ! error: 2 items have the name "Winter"
      ! hint: write one of the ids: winter or four-seasons/winter
      [64]
      $ mixtape show night-sky/comets --columns title
      ! error: --columns requires a playlist or a podcast
      [64]
      """#)
  }

  @Test func `show prints the rules`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape show fresh
      Fresh (fresh)

      match       all
      conditions  added in the last 2 weeks
                  duration < 30 min
      search      sky
      sort        -dateAdded, title
      limit       25 episodes

      found by its rules: nothing
      $ mixtape show empty
      Nothing Yet (empty)
      """#)
  }

  @Test func `show prints an earlier version`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm "Still"
      Renamed calm to "Still".
      $ mixtape show calm --at HEAD~1
      Calm (calm)

      folder  evening

        1  Winter  The Four Seasons  four-seasons/winter

      playing time: unknown
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape show calm --at HEAD~1
      Still (calm)

      folder  evening

        1  Winter  The Four Seasons  four-seasons/winter

      playing time: unknown
      """#)
  }

  @Test func `show accepts versions and times`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename empty One
      Renamed empty to "One".
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename empty Two
      Renamed empty to "Two".
      $ mixtape show empty --at @{1}
      One (empty)
      $ mixtape show empty --at '2026-03-01 07:02'
      Nothing Yet (empty)
      $ mixtape show empty --at 2026-02
      ! error: there is no revision "2026-02": history begins at 2026-03-01 07:01
      [66]
      $ mixtape show empty --at 2026-02-30
      ! error: there is no date or time "2026-02-30"
      ! hint: a revision can be 2026-03-01, "2026-03-01 18:00", yesterday or "3 days ago"
      [64]
      $ mixtape show empty --at '3 dayz ago'
      ! error: there is no date or time "3 dayz ago"
      ! hint: a revision can be 2026-03-01, "2026-03-01 18:00", yesterday or "3 days ago"
      [64]
      $ mixtape show empty --at 12:00
      ! error: there is no revision "12:00": the time has no date
      ! hint: a revision can be 2026-03-01, "2026-03-01 18:00", yesterday or "3 days ago"
      [64]
      $ mixtape show empty --at @{1.5}
      ! error: there is no revision "@{1.5}"
      ! hint: `mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are revisions too
      [66]
      $ mixtape show never --at @{1}
      ! error: there is no playlist or podcast never
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [66]
      $ for i in 1071 1251; do printf $i | git hash-object -w --stdin > /dev/null; done
      $ mixtape show empty --at f0acb
      ! error: "f0acb" is ambiguous: the ids of several git objects begin with it
      ! hint: give more digits of the id
      [66]
      $ printf '' > playlists/new.toml
      $ mixtape show new --at @{0}
      ! error: there is no revision "@{0}": nothing is committed yet
      [66]
      """#)
  }

  @Test func `a playlist that did not exist at a revision is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create Later
      Created later.
      $ mixtape show later --at HEAD~1
      ! error: there was no playlist later at "HEAD~1"
      ! hint: `mixtape history later` lists its revisions
      [66]
      $ mixtape show night-sky --at HEAD~9
      ! error: there is no revision "HEAD~9"
      ! hint: `mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are revisions too
      [66]
      """#)
  }

  @Test func `show --at takes the item that existed then, and names`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape episode add night-sky Later
      Added night-sky/later to night-sky.
      $ mixtape show night-sky/later --at HEAD~1
      ! error: there was no episode night-sky/later at "HEAD~1"
      ! hint: `mixtape history night-sky` lists the revisions of its podcast
      [66]
      $ mixtape show comets --at HEAD~1
      Comets (night-sky/comets)

      album     Night Sky Radio
      duration  1:02:03
      $ mixtape create Mine --id four-seasons
      Created four-seasons.
      $ mixtape show four-seasons --at HEAD~1
      The Four Seasons (four-seasons)

      kind        album
      subscribed  false

        four-seasons/winter  Winter
      ! note: four-seasons is the podcast here; `playlists/four-seasons.toml` names the playlist
      $ mixtape show four-seasons --at HEAD
      Mine (four-seasons)
      ! note: four-seasons is the playlist here; `library/four-seasons.toml` names the podcast
      """#)
  }

  @Test func `JSON has the same form as in list`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ mixtape show fresh --json
      {
        "id": "fresh",
        "folder": "",
        "name": "Fresh",
        "description": "",
        "episodes": [],
        "created": "2026-03-01T06:01:00Z",
        "updated": "2026-03-01T06:01:00Z",
        "continuous": true,
        "shuffle": false,
        "smart": true,
        "conditions": [
          "added in the last 2 weeks",
          "duration < 30 min"
        ],
        "match": "all",
        "search": "sky",
        "sort": [
          "-dateAdded",
          "title"
        ],
        "limit": 25,
        "seed": null,
        "playingTime": 0,
        "unknownPlayingTimes": 0,
        "found": []
      }
      """#)
    let json = fixture.mixtape(["show", "calm", "--at", "HEAD", "--json"]).output
    for member in [
      "\"id\": \"calm\"", "\"folder\": \"evening\"", "\"episodes\": [\n    \"four-seasons/winter\"\n  ]",
      "\"created\": null", "\"updated\": null", "\"conditions\": null", "\"playingTime\": 0",
      "\"unknownPlayingTimes\": 1", "\"found\": []",
    ] { #expect(json.contains(member), "\(json)") }
  }

  @Test func `an invalid id and a missing playlist are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape show ../morning
      ! error: "../morning" is not a valid id: it starts with `.`
      [64]
      $ mixtape show ""
      ! error: "" is not a valid id: it is empty
      [64]
      $ mixtape show -- -x
      ! error: "-x" is not a valid id: it starts with `-`
      ! hint: a valid id would be x
      [64]
      $ mixtape show mornin --json
      ! {"error":{"code":"not-found","message":"there is no playlist, podcast or episode with the name \"mornin\"","hints":["did you mean morning?","`mixtape search` finds episodes"],"status":66,"diagnostics":[]}}
      [66]
      """#)
  }

  @Test func `episodes found by rules follow the hand-picked ones`() throws {
    let fixture = try CommandFixture(with: SmartSample.files)
    try fixture.expect(
      #"""
      $ mixtape show short
      Short (short)

      match       all
      conditions  duration < 15 min
                  played is missing or played before 2026-02-01
      sort        -rating
      limit       2 episodes

        1  Saturn's Rings  Night Sky   5:00           sky/saturn

      found by its rules: 2 episodes
        2  Auroras         Night Sky  10:00  rated 4  sky/aurora
        3  Moon Dust       Night Sky  12:00  rated 3  sky/moon

      playing time: 27:00
      """#)
    let json = fixture.mixtape(["show", "short", "--json"]).output
    #expect(json.contains("\"episodes\": [\n    \"sky/saturn\"\n  ],"))
    #expect(json.hasSuffix("\"found\": [\n    \"sky/aurora\",\n    \"sky/moon\"\n  ]\n}\n"))
  }

  @Test func `show evaluates rules at a revision`() throws {
    try CommandFixture(with: SmartSample.files).expect(
      #"""
      $ mixtape episode rate sky/moon 5
      Rated sky/moon 5.
      $ mixtape conditions short --limit 1
      Changed the rules of short.
      $ mixtape show short
      Short (short)

      match       all
      conditions  duration < 15 min
                  played is missing or played before 2026-02-01
      sort        -rating
      limit       1 episode

        1  Saturn's Rings  Night Sky   5:00           sky/saturn

      found by its rules: 1 episode
        2  Moon Dust       Night Sky  12:00  rated 5  sky/moon

      playing time: 17:00
      $ mixtape show short --at HEAD~2
      Short (short)

      match       all
      conditions  duration < 15 min
                  played is missing or played before 2026-02-01
      sort        -rating
      limit       2 episodes

        1  Saturn's Rings  Night Sky   5:00           sky/saturn

      found by its rules: 2 episodes
        2  Auroras         Night Sky  10:00  rated 4  sky/aurora
        3  Moon Dust       Night Sky  12:00  rated 3  sky/moon

      playing time: 27:00
      """#)
  }
}
