import Testing

@Suite struct StatusTests {
  @Test func `a store at rest`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Next undo: nothing
      """#)
  }

  @Test func `files that a sparse checkout leaves out`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ git sparse-checkout set --no-cone '/*' '!/playlists/evening/'
      $ git config core.repositoryFormatVersion 0
      $ mixtape status
      Store STORE
      3 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Left out of the work tree by a sparse checkout (`git sparse-checkout disable` checks them out):
        playlists/evening/calm.toml

      Next undo: Rename calm to "Still"
      $ mixtape show calm
      ! error: playlists/evening/calm.toml is in the last commit, but a sparse checkout leaves it out of the work tree
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      [66]
      $ mixtape show calmer
      ! error: there is no playlist calmer
      ! hint: `mixtape list` lists the playlists
      [66]
      $ mixtape undo
      ! error: playlists/evening/calm.toml is in the last commit, but a sparse checkout leaves it out of the work tree
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      [66]
      """#)
  }

  @Test func `a sparse checkout is named wherever a file is missing because of it`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir templates && cp playlists/empty.toml templates/journey.toml
      $ git add -A && git commit -q -m Template
      $ git sparse-checkout set --no-cone '/*' '!/playlists/evening/' '!/templates/' '!/library/night-sky.toml'
      $ git config core.repositoryFormatVersion 0
      $ mixtape folder delete evening
      ! error: playlists/evening/calm.toml is in the last commit, but a sparse checkout leaves it out of the work tree
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      [66]
      $ mixtape create Trip --template journey
      ! error: templates/journey.toml is in the last commit, but a sparse checkout leaves it out of the work tree
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      [66]
      $ mixtape query 'in playlist "calm"'
      ! warning: playlists/evening/calm.toml is in the last commit, but a sparse checkout leaves it out of the work tree, so the rule finds nothing in it
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      ! No episodes found.
      $ git sparse-checkout set --no-cone '/*' '!/mixtape.toml'
      $ git config core.repositoryFormatVersion 0
      $ mixtape list
      ! error: mixtape.toml is in the last commit, but a sparse checkout leaves it out of the work tree
      ! hint: `git sparse-checkout list` shows the files that are checked out
      ! hint: `git sparse-checkout disable` checks out all
      [66]
      """#)
  }

  @Test func `mistakes in mixtape-toml, committed or not`() throws {
    let laboratory = try Laboratory()
    _ = try laboratory.shell("printf 'format = 1\n[player]\nshuffle = \"spred\"\n' > mixtape.toml")
    for state in ["not committed", "committed with its errors"] {
      let text = laboratory.mixtape(["status"]).output
      #expect(
        text.contains(
          """
          Files with errors (`mixtape check` shows them):
            mixtape.toml:3:11  \(state); the default is used for what cannot be read

          """), "\(text)")
      _ = try laboratory.shell("git commit -q -a -m Settings")
    }
  }

  @Test func `hand edits, errors and what undo would do`() throws {
    try Laboratory().expect(
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
        "notCheckedOut": [],
        "invalid": [
          "playlists/fresh.toml"
        ],
        "invalidFiles": [
          {
            "path": "playlists/fresh.toml",
            "committed": false,
            "used": "HEAD"
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
        "nextRedo": null
      }
      """#)
  }

  @Test func `a merge that is under way`() throws {
    try Laboratory().expect(
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
      a merge is under way; until it ends, no command changes anything
        `git commit` finishes it, `git merge --abort` aborts it

      Files in conflict (`mixtape edit` opens a playlist, `git add` marks a file as resolved):
        playlists/evening/calm.toml
      $ mixtape rename calm Mine
      ! error: a merge is under way in this repository; nothing was changed
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      [75]
      """#)
  }

  @Test func `the other side of a merge is nobody's edit by hand`() throws {
    let laboratory = try Laboratory()
    try laboratory.expect(
      #"""
      $ git checkout -q -b other
      $ mixtape rename calm Other
      Renamed calm to "Other".
      $ mixtape describe empty Theirs
      Described empty.
      $ git checkout -q main
      $ mixtape rename calm Mine
      Renamed calm to "Mine".
      $ git merge -q other > /dev/null
      """#)
    let json = laboratory.mixtape(["status", "--json"]).output
    for member in [
      "\"state\": \"merge\"", "\"handEdits\": []", "\"conflicts\": [\n    \"playlists/evening/calm.toml\"\n  ]",
      "\"nextUndo\": null", "\"nextRedo\": null",
    ] { #expect(json.contains(member)) }
    try laboratory.expect(
      #"""
      $ git commit -q -a -m "With markers"
      $ mixtape status
      Store STORE
      3 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Files with errors (`mixtape check` shows them):
        playlists/evening/calm.toml:1:1  committed with its errors; ignored until it is fixed

      Next undo: With markers
      """#)
  }

  @Test func `two files with one id are committed as soon as both are`() throws {
    let laboratory = try Laboratory()
    _ = try laboratory.shell("cp playlists/morning.toml playlists/evening/")
    let paths = ["playlists/evening/morning.toml", "playlists/morning.toml"]
    for isCommitted in [false, true] {
      if isCommitted { _ = try laboratory.shell("git add -A; git commit -q -m Two") }
      let json = laboratory.mixtape(["status", "--json"]).output
      for path in paths {
        #expect(json.contains("\"path\": \"\(path)\",\n      \"committed\": \(isCommitted)"), "\(json)")
      }
    }
  }

  @Test func `a clone without older history`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ git rev-parse HEAD > .git/shallow
      $ mixtape status
      Store STORE
      4 playlists, 3 podcasts, 4 episodes; branch main at commit-1

      Next undo: nothing
      Older history is not here: this clone is shallow; `git fetch --unshallow` gets the rest
      """#)
  }
}
