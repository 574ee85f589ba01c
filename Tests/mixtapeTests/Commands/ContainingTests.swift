import Testing

@Suite struct ContainingTests {
  @Test func `those that hold the episode are listed, with --all the others too`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/auroras
      *  morning  Morning Commute
      $ mixtape containing night-sky/auroras --all
         calm     Calm
         empty    Nothing Yet
         fresh    Fresh
      *  morning  Morning Commute
      $ mixtape containing night-sky/comets
      ! No playlist holds it.
      """#)
  }

  @Test func `of several episodes, marks tell those that hold all, some and none`() throws {
    try Laboratory(with: SmartSample.files).expect(
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
      ! No playlist holds any of them.
      $ mixtape containing -
      ! Nothing to look for: standard input named no episodes.
      [1]
      """#)
  }

  @Test func `an episode that nobody knows is not found`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/comet
      ! error: there is no episode night-sky/comet
      ! hint: did you mean night-sky/comets?
      [66]
      $ mixtape containing night-sky/auroras night-sky/comet
      ! error: there is no episode night-sky/comet
      ! hint: did you mean night-sky/comets?
      [66]
      $ mixtape containing x
      ! error: "x" is not a valid id: the form of an episode id is <podcast>/<episode>
      [64]
      """#)
  }

  @Test func `one that the library lacks is found where it is held`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/gone
      *  morning  Morning Commute
      """#)
  }

  @Test func `JSON names the episodes that each playlist holds`() throws {
    try Laboratory(with: SmartSample.files).expect(
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
      $ mixtape containing sky/moon --by-hand --json
      []
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

  @Test func `rules are looked at, unless that is not wanted`() throws {
    try Laboratory(with: SmartSample.files).expect(
      #"""
      $ mixtape containing sky/aurora
      *  plain  Plain
      +  short  Short
      $ mixtape containing byte/monday
      ! No playlist holds it.
      $ mixtape containing sky/moon --by-hand
      ! No playlist holds it.
      $ mixtape containing sky/moon
      +  found  Found
      +  short  Short
      """#)
  }
}
