import StoreBrowser
import Testing

@Suite struct ReadingTests {
  @Test func `commands that read work without git`() throws {
    try CommandFixture().expect(
      #"""
      $ mv .git ../git
      $ mixtape list
      calm     Calm             1 episode          unknown  evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      $ mixtape show calm
      Calm (calm)

      folder  evening

        1  Winter  The Four Seasons  four-seasons/winter

      playing time: unknown
      $ mixtape containing four-seasons/winter
      *  calm  Calm
      $ mixtape check playlists/evening/calm.toml
      ! Checked 1 file: no errors.
      $ mixtape rename calm Still
      ! error: this store is not a git repository: STORE
      ! hint: `git init` creates a repository there
      [74]
      """#)
  }

  @Test func `reading takes no lock and makes no commit`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '# mine\n' >> playlists/empty.toml
      $ mixtape list --folder evening
      calm  Calm  1 episode  unknown  evening
      $ mixtape show empty
      Nothing Yet (empty)
      $ mixtape history
      commit-1  2026-03-01 07:01  Create the store
      $ mixtape diff calm
      ! No differences.
      $ git status --porcelain
       M playlists/empty.toml
      """#)
  }

  @Test func `control characters in files never reach a terminal`() throws {
    let name = "\"\\u001b[31mred\\u202e\""
    let rule = #""title = \"red\u202e\"""#
    let files = [
      "playlists/odd.toml": "name = \"x\"\ndescription = \(name)\nepisodes = [\"p/e\"]\nconditions = [\(rule)]\n"
    ]
    let library = ["library/p.toml": "title = \(name)\n[[episodes]]\nid = \"e\"\ntitle = \(name)\n"]
    let fixture = try CommandFixture(with: files.merging(library) { $1 })
    try fixture.expect(
      #"""
      $ mixtape show odd
      x (odd)
      \u{1B}[31mred\u{202E}

      match       all
      conditions  title = "red\u{202E}"
      sort        library

        1  \u{1B}[31mred\u{202E}  \u{1B}[31mred\u{202E}  p/e

      found by its rules: nothing

      playing time: unknown
      """#)
    let json = fixture.mixtape(["show", "odd", "--json"]).output
    #expect(json.contains(#""description": "\u001b[31mred\u202e""#))
    #expect(json.contains(#""title = \"red\u202e\"""#))
    #expect(json.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20..<0x7F).contains($0) })
  }
}
