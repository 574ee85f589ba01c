import StoreBrowser
import Testing

@Suite struct ChangePlaylistTests {
  @Test func `rename changes the name and nothing else`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename morning "To Work"
      Renamed morning to "To Work".
      $ git diff --unified=0 HEAD~1 -- playlists
      diff --git a/playlists/morning.toml b/playlists/morning.toml
      index commit-1..commit-2 100644
      --- a/playlists/morning.toml
      +++ b/playlists/morning.toml
      @@ -2 +2 @@
      -name = "Morning Commute"
      +name = "To Work"
      $ mixtape rename morning "To Work"
      ! Nothing to change: morning already has that name.
      [1]
      $ mixtape rename morning " "
      ! error: invalid name: it is empty
      [64]
      $ mixtape rename mornin x
      ! error: there is no playlist mornin
      ! hint: did you mean morning?
      ! hint: `mixtape list` lists the playlists
      [66]
      """#)
  }

  @Test func `describe sets or removes the description`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape describe calm "For the evening."
      Changed the description of calm.
      $ mixtape describe calm ""
      Removed the description of calm.
      $ grep -c description playlists/evening/calm.toml || true
      0
      $ mixtape describe calm ""
      ! Nothing to change: calm already has that description.
      [1]
      """#)
  }

  @Test func `a hyphen stands for standard input or is refused`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape describe calm -
      < For the evening.
      Changed the description of calm.
      $ grep description playlists/evening/calm.toml
      description = "For the evening."
      $ mixtape describe calm -
      Removed the description of calm.
      $ mixtape describe - -
      ! error: standard input is either the id or the description
      ! Usage: mixtape describe <id> <text> [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape describe --help' for more information.
      [64]
      $ mixtape rename calm -
      ! error: `-` is not a name; `rename` reads no name from standard input
      ! Usage: mixtape rename <id> <name> [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape rename --help' for more information.
      [64]
      """#)
  }

  @Test func `update changes several values as one change`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape set morning --name "To Work" --description "By train." --shuffle spread --folder travel
      Updated morning.
      $ git show --stat --format=%s
      Update morning

       playlists/{ => travel}/morning.toml | 6 +++---
       1 file changed, 3 insertions(+), 3 deletions(-)
      $ mixtape set morning --name "To Work" --continuous true
      ! Nothing to change: morning already has these values.
      [1]
      $ mixtape set morning --name "Home" --shuffle maybe
      ! error: invalid value "maybe" for shuffle; valid values: true, false, uniform, spread, weighted, grouped, off
      ! Usage: mixtape set [<options>] [<what> ...]
      !   See 'mixtape set --help' for more information.
      [64]
      $ mixtape set morning
      ! error: no change is given; use an option such as --description
      ! Usage: mixtape set [<options>] [<what> ...]
      !   See 'mixtape set --help' for more information.
      [64]
      """#)
  }

  @Test func `a name stands for the only playlist that has it`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename "Morning Commute" "To Work"
      Renamed morning to "To Work".
      $ mixtape describe "to work" "By train."
      Changed the description of morning.
      $ mixtape describe "Two Work" "By train."
      ! error: there is no playlist with the name "Two Work"
      ! hint: did you mean morning (To Work)?
      ! hint: `mixtape list` lists the playlists
      [66]
      $ mixtape add empty AURORAS "Comets"
      Added 2 episodes to empty.
      $ mixtape set "night sky radio" --title "Sky Radio"
      Updated night-sky.
      $ mixtape diff "To Work" HEAD~2
      ! No differences.
      $ mixtape rename calm "To Work"
      Renamed calm to "To Work".
      $ mixtape delete "To Work"
      ! error: 2 items have the name "To Work"
      ! hint: write one of the ids: calm or morning
      [64]
      """#)
  }

  @Test func `duplicate copies the file with its comments`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape duplicate morning
      Copied morning to morning-commute-copy.
      $ head -2 playlists/morning-commute-copy.toml
      # Twenty minutes of tram.
      name = "Morning Commute copy"
      $ mixtape duplicate morning
      Copied morning to morning-commute-copy-2.
      $ head -2 playlists/morning-commute-copy-2.toml
      # Twenty minutes of tram.
      name = "Morning Commute copy 2"
      $ mixtape duplicate morning "Evening"
      Copied morning to evening.
      """#)
  }

  @Test(arguments: [
    "rename -x Name", "add morning -x", "remove morning -1", "create Name --id -x", "history --limit -1",
  ])
  func `an argument with a leading dash is an unknown option`(_ arguments: String) throws {
    let fixture = try CommandFixture()
    let mistaken = arguments.split(separator: " ").first { $0.count == 2 && $0.hasPrefix("-") } ?? ""
    let command = arguments.prefix { $0 != " " }
    try fixture.expect(
      """
      $ mixtape \(arguments)
      ! error: there is no option "\(mistaken)"
      ! hint: write `--` before an argument that begins with `-`, and `--option=-value` for the value of an option
      ! hint: `mixtape \(command) --help` lists the options
      [64]
      """)
  }

  @Test func `move changes the folder`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape move calm deep/within
      Moved calm to deep/within.
      $ ls playlists/deep/within
      calm.toml
      $ mixtape move calm /
      Moved calm to the top.
      $ mixtape move calm /
      ! Nothing to change: calm is already there.
      [1]
      $ mixtape move calm a//b
      ! error: "a//b" is not a valid folder: a name between two slashes is empty
      [64]
      """#)
  }

  @Test func `delete prints how to restore the playlist`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape delete calm
      Deleted calm.
      ! hint: `mixtape undo` restores it
      $ mixtape delete calm
      ! error: there is no playlist calm
      ! hint: calm was deleted; `mixtape restore calm` restores it
      [66]
      """#)
  }

  @Test func `set changes a setting`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ mixtape set morning --shuffle true
      Set shuffle of morning to true.
      $ mixtape set morning --shuffle true
      ! Nothing to change: morning already has shuffle true.
      [1]
      $ mixtape set morning --shuffle grouped
      Set shuffle of morning to grouped.
      $ mixtape set morning --shuffle true
      Set shuffle of morning to true.
      $ mixtape set morning --shuffle no
      Set shuffle of morning to false.
      $ mixtape set morning --shuffle off
      ! Nothing to change: morning already has shuffle false.
      [1]
      $ mixtape set morning --shuffle on
      Set shuffle of morning to true.
      $ grep shuffle playlists/morning.toml
      shuffle = true
      """#)
    let json = fixture.mixtape(["set", "morning", "--continuous", "false", "--json"]).output
    for member in [
      "\"operation\": \"update\"", "\"changed\": true", "\"id\": \"morning\"", "\"continuous\": false",
      "\"playlists\": [\n    \"morning\"\n  ]", "\n  \"episodes\": []", "\"refused\": []",
    ] { #expect(json.contains(member), "\(json)") }
  }

  @Test func `a folder cannot have the name of a file`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape set calm --folder morning.toml
      ! error: a file and a folder would both be named playlists/morning.toml; nothing was changed
      ! hint: choose another name for the folder
      [73]
      """#)
  }
}
