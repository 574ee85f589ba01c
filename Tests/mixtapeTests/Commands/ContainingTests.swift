import Testing

@Suite struct ContainingTests {
  @Test func `containing lists the playlists with the episode, and all playlists with --all`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape containing night-sky/auroras
      *  morning  Morning Commute
      $ mixtape containing night-sky/auroras --all
         calm     Calm
         empty    Nothing Yet
         fresh    Fresh
      *  morning  Morning Commute
      $ mixtape containing night-sky/comets
      ! No playlist contains it.
      $ mixtape containing night-sky/gone
      *  morning  Morning Commute
      """#)
  }

  @Test func `marks show whether a playlist contains all, some or none of the episodes`() throws {
    try CommandFixture(with: SmartSample.files).expect(
      #"""
      $ mixtape containing sky/aurora sky/moon --all
      ~  found  Found  1 of 2
      ~  plain  Plain  1 of 2
      +  short  Short  2 of 2
      $ mixtape containing sky/aurora sky/comet
      ~  plain  Plain  1 of 2
      ~  short  Short  1 of 2
      $ mixtape containing sky/aurora sky/moon sky/aurora --by-hand
      ~  plain  Plain  1 of 2
      $ mixtape add plain sky/moon
      Added 1 episode to plain.
      $ mixtape containing - sky/moon
      < # Comments and empty lines are ignored.
      < sky/aurora
      ~  found  Found  1 of 2
      *  plain  Plain  2 of 2
      +  short  Short  2 of 2
      $ mixtape containing byte/monday sky/comet
      ~  found  Found  1 of 2
      $ mixtape containing -
      ! Nothing to find: standard input contains no episode ids.
      [1]
      """#)
  }

  @Test func `an unknown episode is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape containing night-sky/comet
      ! error: there is no episode night-sky/comet
      ! hint: did you mean night-sky/comets?
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape containing x
      ! error: there is no episode with the name "x"
      ! hint: an id has the form <podcast>/<episode>; `mixtape search` finds episodes
      [66]
      """#)
  }

  @Test func `a podcast or an album is not an episode`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape containing night-sky
      ! error: "night-sky" is a podcast, not an episode
      ! hint: its episodes are night-sky/<episode>; `mixtape show night-sky` lists them
      [66]
      $ mixtape remove morning four-seasons
      ! error: morning has no episode of four-seasons
      ! hint: `mixtape show morning` lists its episodes
      [66]
      $ mixtape set four-seasons --name Year
      ! error: --name is an option of playlists, and four-seasons is an album; nothing was changed
      ! hint: options of podcasts: --title, --description, --notes, --folder, --author, --feed, --artwork, --category, --add-tag, --remove-tag, --add-skip, --remove-skip, --new-since, --subscribe, --unsubscribe
      [64]
      $ mixtape delete morning four-seasons
      ! error: morning is a playlist, and four-seasons is an album; nothing was changed
      ! hint: delete playlists and podcasts with two commands
      [64]
      """#)
  }

  @Test func `JSON lists the episodes that each playlist contains`() throws {
    try CommandFixture(with: SmartSample.files).expect(
      #"""
      $ mixtape containing sky/moon sky/aurora --json
      [
        {
          "id": "found",
          "folder": "",
          "name": "Found",
          "holds": "some",
          "contains": [],
          "found": [
            "sky/moon"
          ]
        },
        {
          "id": "plain",
          "folder": "",
          "name": "Plain",
          "holds": "some",
          "contains": [
            "sky/aurora"
          ],
          "found": []
        },
        {
          "id": "short",
          "folder": "",
          "name": "Short",
          "holds": "all",
          "contains": [],
          "found": [
            "sky/moon",
            "sky/aurora"
          ]
        }
      ]
      $ mixtape containing sky/aurora --by-hand --json
      [
        {
          "id": "plain",
          "folder": "",
          "name": "Plain",
          "holds": "all",
          "contains": [
            "sky/aurora"
          ],
          "found": null
        }
      ]
      """#)
  }
}
