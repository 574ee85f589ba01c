import Testing

@Suite struct ContainingTests {
  @Test func `a mark stands at those that hold the episode`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/auroras
         calm     Calm
         empty    Nothing Yet
         fresh    Fresh
      *  morning  Morning Commute
      $ mixtape containing night-sky/comets
         calm     Calm
         empty    Nothing Yet
         fresh    Fresh
         morning  Morning Commute
      """#)
  }

  @Test func `an episode that nobody knows is not found`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/comet
      ! error: there is no episode night-sky/comet
      ! hint: did you mean night-sky/comets?
      [66]
      $ mixtape containing x
      ! error: "x" is no id: an episode is written <podcast>/<episode>
      [64]
      """#)
  }

  @Test func `one that the library lacks is found where it is held`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/gone
         calm     Calm
         empty    Nothing Yet
         fresh    Fresh
      *  morning  Morning Commute
      """#)
  }

  @Test func `JSON names every playlist`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape containing night-sky/auroras --json
      [
        {
          "id": "calm",
          "folder": "evening",
          "name": "Calm",
          "contains": false,
          "found": false
        },
        {
          "id": "empty",
          "folder": "",
          "name": "Nothing Yet",
          "contains": false,
          "found": false
        },
        {
          "id": "fresh",
          "folder": "",
          "name": "Fresh",
          "contains": false,
          "found": false
        },
        {
          "id": "morning",
          "folder": "",
          "name": "Morning Commute",
          "contains": true,
          "found": false
        }
      ]
      """#)
  }

  @Test func `rules are looked at, unless that is not wanted`() throws {
    try Laboratory(with: SmartSample.files).expect(
      #"""
      $ mixtape containing sky/aurora
         found  Found
      *  plain  Plain
      +  short  Short
      $ mixtape containing byte/monday
         found  Found
         plain  Plain
         short  Short
      $ mixtape containing sky/moon --by-hand
         found  Found
         plain  Plain
         short  Short
      $ mixtape containing sky/moon
      +  found  Found
         plain  Plain
      +  short  Short
      """#)
  }
}
