import StoreBrowser
import TestSupport
import Testing

@Suite struct CheckTests {
  @Test func `check warns of a missing episode`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape check
      playlists/morning.toml:9:3: warning: the library has no episode night-sky/gone
        9 |   "night-sky/gone",
          |   ^~~~~~~~~~~~~~~~
      ! Checked 8 files: 0 errors and 1 warning.
      """#)
  }

  @Test func `several mistakes give several errors`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'name = 3\nshufle = true\nepisodes = ["x", 4]\nlimit = "some"\nsort = ["titel"]\n' > playlists/calm2.toml
      $ mixtape check playlists/calm2.toml
      playlists/calm2.toml:1:8: error: `name` must be a string, but this is a whole number
        1 | name = 3
          |        ^
      playlists/calm2.toml:2:1: error: unknown key `shufle`
        2 | shufle = true
          | ^~~~~~
      note: did you mean `shuffle`?
      playlists/calm2.toml:3:13: error: this is not a valid episode id: the form of an episode id is <podcast>/<episode>
        3 | episodes = ["x", 4]
          |             ^~~
      playlists/calm2.toml:3:18: error: `episodes` takes episode ids as strings, but this is a whole number
        3 | episodes = ["x", 4]
          |                  ^
      playlists/calm2.toml:4:9: error: `limit` must be a number of episodes, a time, a size, a percentage or a number for each podcast, artist or album
        4 | limit = "some"
          |         ^~~~~~
      note: write a number above 0: 25 without quotes (episodes), "90 min" (or s, h), "2 GB" (or MB, KB), "10%" (up to 100%) or "3 per podcast"
      playlists/calm2.toml:5:9: error: cannot sort by `titel`
        5 | sort = ["titel"]
          |         ^~~~~~~
      note: did you mean `title`?
      ! Checked 1 file: 6 errors and 0 warnings.
      [65]
      $ printf 'shufle = true\n' > playlists/calm2.toml
      $ mixtape check playlists/calm2.toml --json
      [
        {
          "path": "playlists/calm2.toml",
          "line": 1,
          "column": 1,
          "endLine": 1,
          "endColumn": 7,
          "severity": "error",
          "id": "file.misspelled-key",
          "message": "unknown key `shufle`",
          "notes": [
            {
              "message": "did you mean `shuffle`?"
            }
          ]
        }
      ]
      [65]
      """#)
  }

  @Test func `marks are aligned below wide characters and tabs`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'description = "夜の散歩" "x"\n\tnam = "e\314\201" # ü\n' > playlists/wide.toml
      $ mixtape check playlists/wide.toml
      playlists/wide.toml:1:22: error: expected the end of the line, found `"`
        1 | description = "夜の散歩" "x"
          |                          ^
      playlists/wide.toml:2:2: error: unknown key `nam`
        2 |     nam = "é" # ü
          |     ^~~
      note: did you mean `name`?
      ! Checked 1 file: 2 errors and 0 warnings.
      [65]
      """#)
  }

  @Test func `an invalid name has no place in the text, and a command renames the file`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'name = "Rain"\n' > 'playlists/Rainy Day.toml'
      $ mixtape check 'playlists/Rainy Day.toml'
      playlists/Rainy Day.toml: error: the file name is not a valid id: it contains `R`; ids consist of lower-case letters, \#
      digits, `-`, `_` and `.`
      note: `mv -n 'playlists/Rainy Day.toml' 'playlists/rainy-day.toml'` renames it
      ! Checked 1 file: 1 error and 0 warnings.
      [65]
      $ mv -n 'playlists/Rainy Day.toml' 'playlists/rainy-day.toml'
      $ mixtape check playlists/rainy-day.toml
      ! Checked 1 file: no errors.
      """#)
  }

  @Test func `control characters never reach the terminal`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'name = "\033[31m\342\200\256"\nx = 1\n' > playlists/calm2.toml
      $ mixtape check playlists/calm2.toml
      playlists/calm2.toml:1:9: error: found the control character U+001B in a string; expected no control character but a tab
        1 | name = "\u{1B}[31m\u{202E}"
          |         ^~~~~~
      playlists/calm2.toml:2:1: warning: unknown key `x`; Mixtape ignores it
        2 | x = 1
          | ^
      note: put your own keys in the table `[extra]`
      ! Checked 1 file: 1 error and 1 warning.
      [65]
      $ mixtape list --folder /
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      ! warning: playlists/calm2.toml has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      """#)
  }

  @Test func `a link or a file in the place of a store directory is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mv playlists ..; ln -s ../playlists playlists; touch templates
      $ mixtape check
      playlists: error: expected a directory, found a symbolic link, which Mixtape does not follow
      note: replace the link by the directory that it points to
      templates: error: expected a directory, found something else
      note: move it elsewhere; Mixtape creates the directory when needed
      ! Checked 5 files: 2 errors and 0 warnings.
      [65]
      $ mixtape add calm night-sky/comets
      ! warning: templates has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      ! playlists: error: expected a directory, found a symbolic link, which Mixtape does not follow
      ! note: replace the link by the directory that it points to
      ! error: playlists has errors
      [65]
      $ mixtape status
      Store STORE
      0 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Files with errors (`mixtape check` shows them):
        playlists  not committed; ignored until it is fixed
        templates  not committed; ignored until it is fixed

      Next undo: nothing
      $ mixtape create New --template mine
      ! templates: error: expected a directory, found something else
      ! note: move it elsewhere; Mixtape creates the directory when needed
      ! error: templates has errors
      [65]
      """#)
  }

  @Test func `check names the present id of a renamed playlist that a rule names`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write(
      "conditions = ['in playlist \"calm\"', 'in playlist \"gone\"']\n", to: "playlists/asks.toml")
    try fixture.sandbox.git("mv", "playlists/evening/calm.toml", "playlists/evening/still.toml")
    #expect(fixture.mixtape(["check"]).errors.contains("hint: calm was renamed to still: `mixtape show still`\n"))
    #expect(!fixture.mixtape(["check"]).errors.contains("hint: gone"))
  }

  @Test func `a missing file is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape check playlists/none.toml
      ! error: STORE/playlists/none.toml is not a file of this store
      ! hint: `mixtape check` checks all files
      [66]
      $ mixtape check calm
      ! error: STORE/calm is not a file of this store
      ! hint: `mixtape check` checks all files
      ! hint: `mixtape check 'playlists/evening/calm.toml'` checks the file with this id
      [66]
      $ mixtape check /etc/passwd
      ! error: /etc/passwd is not a file of this store
      ! hint: `mixtape check` checks all files
      [66]
      """#)
  }
}
