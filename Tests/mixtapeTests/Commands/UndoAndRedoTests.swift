import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct UndoAndRedoTests {
  @Test func `undo and redo print their steps and the next ones`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename calm Stiller
      Renamed calm to "Stiller".
      $ mixtape undo
      Undone: Rename calm to "Stiller"
      ! Next undo: Rename calm to "Still"
      ! Next redo: Rename calm to "Stiller"
      ! hint: `mixtape redo` redoes it
      $ mixtape undo
      Undone: Rename calm to "Still"
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      $ mixtape redo 2
      Redone: Rename calm to "Still"
      Redone: Rename calm to "Stiller"
      ! Next undo: Rename calm to "Stiller"
      $ mixtape redo
      ! error: there is nothing to redo
      [1]
      $ mixtape undo 9
      ! error: there are only 2 changes to undo; nothing was changed
      ! hint: `mixtape undo 2` undoes them
      [1]
      $ mixtape undo 0
      ! error: the number of changes must be at least 1
      ! Usage: mixtape undo [<n-or-id>] [--skip] [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape undo --help' for more information.
      [64]
      """#)
  }

  @Test func `changes that cancel each other out change no file`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename calm Calm
      Renamed calm to "Calm".
      $ mixtape undo 2
      Undone: Rename calm to "Calm"
      Undone: Rename calm to "Still"
      ! note: these 2 changes cancel each other out; no file changes
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      """#)
  }

  @Test func `an undo after many hand edits names the number of the others`() throws {
    try CommandFixture().expect(
      #"""
      $ rm playlists/morning.toml playlists/fresh.toml playlists/empty.toml
      $ mixtape undo
      Undone: Delete morning by hand
      ! note: committed a hand edit: Delete empty by hand
      ! note: committed a hand edit: Delete fresh by hand
      ! note: committed a hand edit: Delete morning by hand
      ! Next undo: Delete fresh by hand
      ! Next redo: Delete morning by hand
      ! hint: `mixtape redo` redoes it
      ! hint: `mixtape undo 2` also undoes the other 2 hand edits
      """#)
  }

  @Test func `the last change of one playlist is undone`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape rename calm Stiller
      Renamed calm to "Stiller".
      $ mixtape rename morning "To Work"
      Renamed morning to "To Work".
      $ mixtape undo calm --dry-run
      Would undo: Rename calm to "Stiller"
      Still (calm)
        name  "Stiller" → "Still"
      ! Nothing was changed. Next undo of calm would be: Rename calm to "Still"
      $ mixtape undo calm
      Undone: Rename calm to "Stiller"
      ! Next undo of calm: Rename calm to "Still"
      ! hint: `mixtape undo` undoes this
      $ mixtape undo Still
      Undone: Rename calm to "Still"
      ! Next undo of calm: nothing
      ! hint: `mixtape undo` undoes this
      $ mixtape undo calm
      ! error: there is no change of calm to undo
      [1]
      $ mixtape undo
      Undone: Undo in calm: Rename calm to "Still"
      ! Next undo: Undo in calm: Rename calm to "Stiller"
      ! Next redo: Undo in calm: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      $ mixtape undo nothing-there
      ! error: there is no playlist or podcast nothing-there
      ! hint: `mixtape list` lists the playlists, and `mixtape podcast list` the podcasts
      [66]
      """#)
  }

  @Test func `changes of others are passed over`() throws {
    let fixture = try CommandFixture()
    let remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    let store = ["--store", fixture.sandbox.root.appending("clone").string]
    _ = fixture.mixtape(["sync"])
    _ = fixture.mixtape(["clone", remote.directory.string, store[1]])
    _ = fixture.mixtape(["rename", "calm", "Still"])
    for arguments in [["sync"], ["sync"] + store] { #expect(fixture.mixtape(arguments).status == .done) }
    #expect(
      fixture.mixtape(["undo"] + store).errors == """
        error: there is nothing to undo
        hint: a sync received the other changes; `mixtape history` lists them, and `mixtape revert` takes one back

        """)
  }

  @Test func `a change that cannot be undone is passed over on request`() throws {
    let fixture = try CommandFixture()
    let remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    let store = ["--store", fixture.sandbox.root.appending("clone").string]
    _ = fixture.mixtape(["describe", "calm", "Mine"])
    _ = fixture.mixtape(["rename", "calm", "Still"])
    _ = fixture.mixtape(["sync"])
    _ = fixture.mixtape(["clone", remote.directory.string, store[1]])
    _ = fixture.mixtape(["rename", "calm", "Stiller"] + store)
    for arguments in [["sync"] + store, ["sync"]] { #expect(fixture.mixtape(arguments).status == .done) }
    let refused = fixture.mixtape(["undo"])
    #expect(refused.status.rawValue == 65)
    #expect(
      refused.errors.replacing(/[0-9a-f]{8}/, with: "12345678") == #"""
        conflict: playlists/evening/calm.toml: name: was "Calm" before the change, and is "Stiller" since 12345678 by A U Thor
        error: this change cannot be undone, because other changes conflict with it: Rename calm to "Still"; nothing was changed
        hint: `mixtape revert 12345678` takes the later change back first
        hint: `mixtape undo --skip` skips this change

        """#)
    let skipped = fixture.mixtape(["undo", "--skip"])
    #expect(skipped.output == "Skipped: Rename calm to \"Still\"\n")
    #expect(skipped.errors == "Next undo: Describe calm\n")
    #expect(fixture.mixtape(["undo"]).output == "Undone: Describe calm\n")
    #expect(fixture.mixtape(["undo", "--skip", "2"]).status.rawValue == 64)
  }

  @Test func `a hand edit is a separate step`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '# mine\n' >> playlists/empty.toml
      $ mixtape undo
      Undone: Edit empty by hand
      ! note: committed a hand edit: Edit empty by hand
      ! Next undo: nothing
      ! Next redo: Edit empty by hand
      ! hint: `mixtape redo` redoes it
      $ cat playlists/empty.toml
      name = "Nothing Yet"
      """#)
  }

  @Test func `JSON contains the steps`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape undo --json
      {
        "steps": [
          {
            "commit": "commit-1",
            "date": "2026-03-01T06:03:00Z",
            "author": "A U Thor",
            "subject": "Rename calm to \"Still\"",
            "body": "",
            "operation": "rename",
            "playlists": [
              "calm"
            ],
            "podcasts": []
          }
        ],
        "commit": "commit-2",
        "nextUndo": null,
        "nextRedo": {
          "commit": "commit-1",
          "date": "2026-03-01T06:03:00Z",
          "author": "A U Thor",
          "subject": "Rename calm to \"Still\"",
          "body": "",
          "operation": "rename",
          "playlists": [
            "calm"
          ],
          "podcasts": []
        }
      }
      """#)
  }

  @Test func `a dry run shows what would change and changes nothing`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ mixtape undo --dry-run
      Would undo: Rename calm to "Still"
      Calm (calm)
        name  "Still" → "Calm"
      ! Nothing was changed. Next undo would be: nothing
      ! Next redo would be: Rename calm to "Still"
      $ mixtape undo
      Undone: Rename calm to "Still"
      ! Next undo: nothing
      ! Next redo: Rename calm to "Still"
      ! hint: `mixtape redo` redoes it
      $ mixtape redo --dry-run
      Would redo: Rename calm to "Still"
      Still (calm)
        name  "Calm" → "Still"
      ! Nothing was changed. Next undo would be: Rename calm to "Still"
      $ mixtape redo
      Redone: Rename calm to "Still"
      ! Next undo: Rename calm to "Still"
      $ printf '# mine\n' >> playlists/empty.toml
      $ mixtape undo 2 --dry-run
      Would undo: Edit empty by hand (not committed yet)
      Would undo: Rename calm to "Still"
      Nothing Yet (empty)
        differs only in comments, spacing or ignored keys; `--git` shows the text

      Calm (calm)
        name  "Still" → "Calm"
      ! Nothing was changed. Next undo would be: nothing
      ! Next redo would be: Rename calm to "Still"
      $ mixtape redo --dry-run
      ! error: there is nothing to redo
      [1]
      $ mixtape undo 3 --dry-run
      ! error: there are only 2 changes to undo; nothing was changed
      ! hint: `mixtape undo 2` undoes them
      [1]
      $ git log --format=%s
      Redo: Rename calm to "Still"
      Undo: Rename calm to "Still"
      Rename calm to "Still"
      Create the store
      $ git status --short
       M playlists/empty.toml
      """#)
    let json = fixture.mixtape(["undo", "--dry-run", "--json"]).output
    for member in [#""commit": null"#, #""nextUndo": {"#, #""nextRedo": {"#, #""path": "playlists/empty.toml""#] {
      #expect(json.contains(member), "\(json)")
    }
  }

  @Test func `a JSON preview has a renamed file as one difference`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell(
      "git mv playlists/evening/calm.toml playlists/evening/still.toml && echo '# mine' >> playlists/evening/still.toml"
    )
    _ = fixture.mixtape(["rename", "fresh", "New"])
    for arguments in [["undo", "2"], ["revert", "HEAD~1"]] {
      let json = fixture.mixtape(arguments + ["--dry-run", "--json"]).output
      #expect(json.contains(#""oldPath": "playlists/evening/still.toml""#), "\(json)")
    }
  }
}
