import Testing

@Suite struct BlameTests {
  @Test func `blame shows the change that added each episode`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add morning night-sky/comets --at 1
      Added 1 episode to morning.
      $ sed -i 's|episodes = .*|episodes = [\n  "four-seasons/winter",|' playlists/morning.toml
      $ mixtape blame morning
      not committed               1  Winter
      commit-1  2026-03-01 07:03  2  Comets                       Add 1 episode to morning
      commit-2  2026-03-01 07:01  3  A Patch Tuesday on a Monday  Create the store
      commit-2  2026-03-01 07:01  4  Auroras                      Create the store
      commit-2  2026-03-01 07:01  5  night-sky/gone               Create the store
      $ mixtape blame morning --at @{1}
      commit-2  2026-03-01 07:01  1  A Patch Tuesday on a Monday  Create the store
      commit-2  2026-03-01 07:01  2  Auroras                      Create the store
      commit-2  2026-03-01 07:01  3  night-sky/gone               Create the store
      $ mixtape blame empty
      ! empty lists no episodes.
      """#)
  }

  @Test func `blame of a missing playlist is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create Later
      Created later.
      $ mixtape blame later --at HEAD~1
      ! error: there was no playlist later at "HEAD~1"
      ! hint: `mixtape history later` lists its revisions
      [66]
      """#)
  }

  @Test func `JSON contains the whole change`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'episodes = ["four-seasons/winter", "night-sky/comets"]\n' > playlists/evening/calm.toml
      $ mixtape blame calm --json
      [
        {
          "position": 1,
          "episode": "four-seasons/winter",
          "change": {
            "commit": "commit-1",
            "date": "2026-03-01T06:01:00Z",
            "author": "A U Thor",
            "subject": "Create the store",
            "body": "",
            "operation": "init",
            "playlists": [
              "calm",
              "empty",
              "fresh",
              "morning"
            ],
            "podcasts": [
              "daily-byte",
              "four-seasons",
              "night-sky"
            ]
          },
          "boundary": false
        },
        {
          "position": 2,
          "episode": "night-sky/comets",
          "change": null,
          "boundary": false
        }
      ]
      """#)
  }
}
