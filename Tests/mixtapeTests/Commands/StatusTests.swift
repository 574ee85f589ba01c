import TestSupport
import Testing

@Suite struct StatusTests {
  @Test func `status of a store without hand edits`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Next undo: nothing
      """#)
  }

  @Test func `status lists files outside of a sparse checkout`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ git sparse-checkout set --no-cone '/*' '!/playlists/evening/'
      $ git config core.repositoryFormatVersion 0
      $ mixtape status
      Store STORE
      3 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Excluded by the sparse checkout (`git sparse-checkout disable` checks them out):
        playlists/evening/calm.toml

      Next undo: Rename calm to "Still"
      $ mixtape show calm
      ! error: playlists/evening/calm.toml is in the last commit, but the sparse checkout excludes it
      ! hint: `git sparse-checkout list` shows the included files
      ! hint: `git sparse-checkout disable` checks out all files
      [66]
      $ mixtape undo
      ! error: playlists/evening/calm.toml is in the last commit, but the sparse checkout excludes it
      ! hint: `git sparse-checkout list` shows the included files
      ! hint: `git sparse-checkout disable` checks out all files
      [66]
      """#)
  }

  @Test func `a store file outside of a sparse checkout is named`() throws {
    try CommandFixture().expect(
      #"""
      $ git update-index -q --refresh
      $ git sparse-checkout set --no-cone '/*' '!/mixtape.toml'
      $ git config core.repositoryFormatVersion 0
      $ mixtape list
      ! error: mixtape.toml is in the last commit, but the sparse checkout excludes it
      ! hint: `git sparse-checkout list` shows the included files
      ! hint: `git sparse-checkout disable` checks out all files
      [66]
      """#)
  }

  @Test func `status reports mistakes in mixtape-toml, committed or not`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell("printf 'format = 1\n[player]\nshuffle = \"spred\"\n' > mixtape.toml")
    for state in ["not committed", "committed with its errors"] {
      let text = fixture.mixtape(["status"]).output
      #expect(
        text.contains(
          """
          Files with errors (`mixtape check` shows them):
            mixtape.toml:3:11  \(state); Mixtape uses the default values of invalid settings

          """), "\(text)")
      _ = try fixture.shell("git commit -q -a -m Settings")
    }
  }

  @Test func `status lists hand edits, errors and the next undo`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ printf '# mine\n' >> playlists/empty.toml
      $ printf 'nam = 1\n' >> playlists/fresh.toml
      $ rm playlists/morning.toml
      $ mixtape status
      Store STORE
      3 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Files with errors (`mixtape check` shows them):
        playlists/fresh.toml:6:1  not committed; the last committed version is used

      Edited by hand since the last change:
        edited   playlists/empty.toml
        deleted  playlists/morning.toml

      Next undo: Delete morning by hand
      $ mixtape status --json
      {
        "store": "STORE",
        "playlists": 3,
        "podcasts": 3,
        "episodes": 4,
        "branch": "main",
        "commit": "commit-1",
        "remote": null,
        "state": "clean",
        "handEdits": [
          {
            "kind": "edited",
            "path": "playlists/empty.toml",
            "oldPath": null
          },
          {
            "kind": "deleted",
            "path": "playlists/morning.toml",
            "oldPath": null
          }
        ],
        "conflicts": [],
        "openConflicts": [],
        "notCheckedOut": [],
        "invalid": [
          "playlists/fresh.toml"
        ],
        "invalidFiles": [
          {
            "path": "playlists/fresh.toml",
            "committed": false,
            "used": "HEAD",
            "conflictCopyOf": null
          }
        ],
        "interruptedChange": null,
        "nextUndo": {
          "commit": null,
          "date": null,
          "author": null,
          "subject": "Delete morning by hand",
          "body": "",
          "operation": "edit",
          "playlists": [
            "morning"
          ],
          "podcasts": []
        },
        "nextRedo": null,
        "untrustedSettings": []
      }
      """#)
  }

  @Test func `doctor reports a merge in progress`() throws {
    try CommandFixture().expect(
      #"""
      $ git checkout -q -b other
      $ mixtape rename calm Other
      Renamed calm to "Other".
      $ git checkout -q main
      $ mixtape rename calm Mine
      Renamed calm to "Mine".
      $ git merge -q other
      Auto-merging playlists/evening/calm.toml
      CONFLICT (content): Merge conflict in playlists/evening/calm.toml
      Automatic merge failed; fix conflicts and then commit the result.
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1
      a merge is in progress; commands cannot change the store until it ends
        `git add FILE` marks a file in conflict as resolved, `git rm FILE` deletes it
        `git commit` finishes it, `git merge --abort` aborts it

      Files in conflict (`mixtape edit` opens a playlist):
        playlists/evening/calm.toml
      $ mixtape rename calm Mine
      ! error: a merge is in progress in this repository; nothing was changed
      ! hint: `git add FILE` marks a file in conflict as resolved, `git rm FILE` deletes it
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      [75]
      """#)
  }

  @Test func `files in conflict that do not belong to the store are listed`() throws {
    let fixture = try CommandFixture()
    for branch in ["other", "main"] {
      if branch == "other" { try fixture.sandbox.git("checkout", "-q", "-b", branch) }
      try fixture.sandbox.write("\(branch)\n", to: "notes.md")
      try fixture.sandbox.git("add", "notes.md")
      try fixture.sandbox.git("commit", "-q", "-m", "Notes")
      if branch == "other" { try fixture.sandbox.git("checkout", "-q", "main") }
    }
    try fixture.expect(
      #"""
      $ git merge -q other > /dev/null
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1
      a merge is in progress; commands cannot change the store until it ends
        `git add FILE` marks a file in conflict as resolved, `git rm FILE` deletes it
        `git commit` finishes it, `git merge --abort` aborts it

      Files in conflict (`mixtape edit` opens a playlist):
        notes.md
      """#)
  }

  @Test func `the other side of a merge is not a hand edit`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ git checkout -q -b other
      $ mixtape rename calm Other
      Renamed calm to "Other".
      $ mixtape describe empty Theirs
      Changed the description of empty.
      $ git checkout -q main
      $ mixtape rename calm Mine
      Renamed calm to "Mine".
      $ git merge -q other > /dev/null
      """#)
    let json = fixture.mixtape(["status", "--json"]).output
    for member in [
      "\"state\": \"merge\"", "\"handEdits\": []", "\"conflicts\": [\n    \"playlists/evening/calm.toml\"\n  ]",
      "\"nextUndo\": null", "\"nextRedo\": null",
    ] { #expect(json.contains(member)) }
    try fixture.expect(
      #"""
      $ GIT_COMMITTER_DATE=2026-03-01T08:00:00Z GIT_AUTHOR_DATE=2026-03-01T08:00:00Z git commit -q -a -m "With markers"
      $ mixtape status
      Store STORE
      3 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Files with errors (`mixtape check` shows them):
        playlists/evening/calm.toml:1:1  committed with its errors; ignored until it is fixed

      Next undo: With markers
      """#)
  }

  @Test func `a copy with the same id is reported`() throws {
    try CommandFixture().expect(
      #"""
      $ cp playlists/morning.toml playlists/evening/
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Files with errors (`mixtape check` shows them):
        playlists/evening/morning.toml  has the id of another file; ignored until one of them is removed or renamed

      Next undo: nothing
      $ mixtape check
      playlists/evening/morning.toml: error: the id morning belongs to playlists/morning.toml, which is committed; remove or \#
      rename this file
      playlists/evening/morning.toml:9:3: warning: the library has no episode night-sky/gone
        9 |   "night-sky/gone",
          |   ^~~~~~~~~~~~~~~~
      playlists/morning.toml:9:3: warning: the library has no episode night-sky/gone
        9 |   "night-sky/gone",
          |   ^~~~~~~~~~~~~~~~
      ! Checked 9 files: 1 error and 2 warnings.
      [65]
      """#)
  }

  @Test func `two files with one id are committed after both are valid`() throws {
    let fixture = try CommandFixture()
    _ = try fixture.shell("cp playlists/morning.toml playlists/evening/")
    let paths = ["playlists/evening/morning.toml", "playlists/morning.toml"]
    for isCommitted in [false, true] {
      if isCommitted { _ = try fixture.shell("git add -A; git commit -q -m Two") }
      let json = fixture.mixtape(["status", "--json"]).output
      // A file with the id of a committed one is invalid, and the committed one is not.
      for path in isCommitted ? paths : Array(paths.prefix(1)) {
        #expect(json.contains("\"path\": \"\(path)\",\n      \"committed\": \(isCommitted)"), "\(json)")
      }
      #expect(json.contains("\"path\": \"\(paths[1])\"") == isCommitted)
    }
  }

  @Test func `a shallow clone shows its boundary`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ git rev-parse HEAD > .git/shallow
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Next undo: nothing
      Older history is not available: this clone is shallow; `git fetch --unshallow` fetches the rest
      """#)
  }
}
