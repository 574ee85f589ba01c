import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct EditTests {
  @Test func `edit commits the saved file`() throws {
    try CommandFixture().expect(
      #"""
      $ EDITOR="sed -i s/Calm/Still/" mixtape edit calm
      Committed commit-1: Edit calm by hand.
      $ cat playlists/evening/calm.toml
      name = "Still"
      episodes = ["four-seasons/winter"]
      $ EDITOR=false VISUAL=true mixtape edit calm
      ! Nothing to change: calm is unchanged.
      [1]
      $ git status --porcelain
      """#)
  }

  @Test func `the editor does not write into the JSON`() throws {
    let fixture = try CommandFixture()
    fixture.putProgramInPath()
    fixture.environment["EDITOR"] = "echo"
    #expect(
      try fixture.shell("mixtape edit calm --json 2>/dev/null") == """
        {
          "operation": "edit",
          "changed": false,
          "id": "calm",
          "commit": null,
          "commits": []
        }

        """)
    #expect(try fixture.shell("mixtape edit calm 2>/dev/null").hasSuffix("playlists/evening/calm.toml\n"))
  }

  @Test func `a path with spaces and quotes reaches the editor as one argument`() throws {
    try CommandFixture(with: ["playlists/it's $HOME/odd.toml": "name = \"Odd\"\n"]).expect(
      #"""
      $ EDITOR="sed -i s/Odd/Even/" mixtape edit odd
      Committed commit-1: Edit odd by hand.
      $ mixtape list
      odd  Even  0 episodes  it's $HOME
      """#)
  }

  @Test func `errors are shown and the edited text is kept`() throws {
    try CommandFixture().expect(
      #"""
      $ EDITOR="sed -i s/name/nam/" mixtape edit calm
      ! playlists/evening/calm.toml:1:1: error: unknown key `nam`
      !   1 | nam = "Calm"
      !     | ^~~
      ! note: did you mean `name`?
      ! error: the file has errors; nothing was committed
      ! hint: STORE/playlists/evening/calm.toml contains your edits
      ! hint: the last committed version is used until the errors are fixed
      [65]
      $ cat playlists/evening/calm.toml
      nam = "Calm"
      episodes = ["four-seasons/winter"]
      $ EDITOR="sed -i s/nam/name/" mixtape edit calm
      ! Nothing to change: calm is unchanged.
      [1]
      $ EDITOR="sed -i s/name/nam/" mixtape edit calm --json
      ! {"error":{"code":"invalid-file","message":"the file has errors; nothing was committed","hints":["STORE/playlists/evening/calm.toml contains your edits","the last committed version is used until the errors are fixed"],"status":65,"diagnostics":[{"path":"playlists/evening/calm.toml","line":1,"column":1,"endLine":1,"endColumn":4,"severity":"error","id":"file.misspelled-key","message":"unknown key `nam`","notes":[{"message":"did you mean `name`?"}]}]}}
      [65]
      """#)
  }

  @Test func `a failing editor and a missing playlist are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ EDITOR="sh -c 'exit 3'" mixtape edit calm
      ! error: the editor `sh -c 'exit 3'` ended with status 3; nothing was committed
      ! hint: STORE/playlists/evening/calm.toml contains what the editor saved
      ! hint: set $VISUAL or $EDITOR to use another editor
      [74]
      $ EDITOR=no-such-editor mixtape edit calm
      ! error: the editor `no-such-editor` is not installed; nothing was committed
      ! hint: STORE/playlists/evening/calm.toml is unchanged
      ! hint: set $VISUAL or $EDITOR to use another editor
      [74]
      """#)
  }

  @Test func `an editor that deletes or renames the file is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ EDITOR=rm mixtape edit calm
      ! error: STORE/playlists/evening/calm.toml is missing: the editor deleted or renamed it; nothing was committed
      ! hint: `git -C 'STORE' checkout -- 'playlists/evening/calm.toml'` restores its last committed version
      ! hint: otherwise, the next change commits the deletion or the new name; `mixtape undo` takes it back
      [66]
      $ git -C . checkout -- 'playlists/evening/calm.toml'
      $ EDITOR="sh -c 'mv $1 $(dirname $1)/still.toml' sh" mixtape edit calm
      ! error: STORE/playlists/evening/calm.toml is missing: the editor deleted or renamed it; nothing was committed
      ! hint: `git -C 'STORE' checkout -- 'playlists/evening/calm.toml'` restores its last committed version
      ! hint: otherwise, the next change commits the deletion or the new name; `mixtape undo` takes it back
      [66]
      $ mixtape rename morning Early
      Renamed morning to "Early".
      ! note: committed a hand edit: Rename calm to still by hand
      $ mixtape undo 2
      Undone: Rename morning to "Early"
      Undone: Rename calm to still by hand
      ! Next undo: nothing
      ! Next redo: Rename calm to still by hand
      ! hint: `mixtape redo` redoes it
      $ cat playlists/evening/calm.toml
      name = "Calm"
      episodes = ["four-seasons/winter"]
      """#)
  }

  @Test func `a file that was never committed has no committed version`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write("nam = \"New\"\n", to: "playlists/new.toml")
    try fixture.expect(
      #"""
      $ EDITOR=true mixtape edit new
      ! playlists/new.toml:1:1: error: unknown key `nam`
      !   1 | nam = "New"
      !     | ^~~
      ! note: did you mean `name`?
      ! error: the file has errors; nothing was committed
      ! hint: STORE/playlists/new.toml contains your edits
      ! hint: the file is ignored until the errors are fixed
      [65]
      $ mixtape restore new
      ! warning: playlists/new.toml has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      ! error: new is not deleted; use `--at` to choose the version to restore
      ! hint: `mixtape history new` lists its versions
      [73]
      $ EDITOR=rm mixtape edit new
      ! error: STORE/playlists/new.toml is missing: the editor deleted or renamed it; nothing was committed
      [66]
      """#)
  }

  @Test func `the editor resolves a merge conflict`() throws {
    try CommandFixture().expect(
      #"""
      $ git checkout -q -b other
      $ mixtape rename calm Other
      Renamed calm to "Other".
      $ git checkout -q main
      $ mixtape rename calm Mine
      Renamed calm to "Mine".
      $ git merge -q other > /dev/null
      $ EDITOR=true mixtape edit morning
      ! note: a merge is in progress; your edits will not be committed
      ! playlists/morning.toml:9:3: warning: the library has no episode night-sky/gone
      !   9 |   "night-sky/gone",
      !     |   ^~~~~~~~~~~~~~~~
      ! Nothing to change: morning is unchanged.
      ! hint: `git add FILE` marks a file in conflict as resolved, `git rm FILE` deletes it
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      [1]
      $ EDITOR=true mixtape edit calm
      ! note: a merge is in progress; your edits will not be committed
      ! playlists/evening/calm.toml:1:1: error: merge conflict: keep the lines that you want and remove the lines with the markers
      !   1 | <<<<<<< ours
      !     | ^~~~~~~~~~~~
      ! playlists/evening/calm.toml:5:1: note: the conflict ends here
      !   5 | >>>>>>> theirs
      !     | ^~~~~~~~~~~~~~
      ! error: the file has errors; nothing was committed
      ! hint: STORE/playlists/evening/calm.toml contains your edits
      ! hint: the last committed version is used until the errors are fixed
      [65]
      $ EDITOR="sed -i '/^</,/^=/d;/^>/d'" mixtape edit calm
      Saved playlists/evening/calm.toml; it is not committed.
      ! note: a merge is in progress; your edits will not be committed
      ! hint: `git -C 'STORE' add -- 'playlists/evening/calm.toml'` marks it as resolved
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      $ git commit -q -a -m Merged
      $ mixtape undo
      Undone: Merged
      ! Next undo: Rename calm to "Mine"
      ! Next redo: Merged
      ! hint: `mixtape redo` redoes it
      """#)
  }

  @Test(arguments: ["", " ", "\t "]) func `a blank variable does not select an editor`(_ blank: String) throws {
    let fixture = try CommandFixture()
    let settings = ["VISUAL": blank, "EDITOR": "sed -i s/Calm/Still/"]
    #expect(fixture.mixtape(["edit", "calm"], settings: settings).status == .done)
  }

  @Test func `JSON lists the commits`() throws {
    try CommandFixture().expect(
      #"""
      $ EDITOR="sed -i s/Calm/Still/" mixtape edit calm --json
      {
        "operation": "edit",
        "changed": true,
        "id": "calm",
        "commit": "commit-1",
        "commits": [
          {
            "commit": "commit-1",
            "subject": "Edit calm by hand",
            "paths": [
              "playlists/evening/calm.toml"
            ]
          }
        ]
      }
      """#)
  }

  @Test func `on a terminal, edit asks whether to edit again`() throws {
    let fixture = try CommandFixture()
    // Makes a mistake in the first edit, and fixes it in the second.
    let editor = "sed -i -e 's/^nam /name /' -e t -e 's/^name /nam /'"
    let outcome = fixture.mixtape(["edit", "calm"], input: [""], isInteractive: true, settings: ["EDITOR": editor])
    #expect(outcome.status == .nothingToDo, "\(outcome)")
    #expect(outcome.errors.contains("Edit again? [Y/n] "))
  }

  @Test func `answering no keeps the edited file`() throws {
    let fixture = try CommandFixture()
    let outcome = fixture.mixtape(
      ["edit", "calm"], input: ["n"], isInteractive: true, settings: ["EDITOR": "sed -i s/name/nam/"])
    #expect(outcome.status == .invalid)
    #expect(try fixture.text(of: "playlists/evening/calm.toml").hasPrefix("nam ="))
  }
}
