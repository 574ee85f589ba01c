import Testing

@Suite struct DoctorTests {
  @Test func `all is well but for the missing episode`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      $ mixtape doctor --repair
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      """#)
  }

  @Test func `a directory or a link where a file of Mixtape belongs`() throws {
    try Laboratory().expect(
      #"""
      $ mkdir playlists/evening/.calm.toml.mixtape-tmp
      $ mixtape rename calm Still
      ! error: STORE/playlists/evening/.calm.toml.mixtape-tmp is a directory, where Mixtape writes a file; nothing was changed
      ! hint: move it to another place, or remove it
      [74]
      $ mixtape doctor --repair
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      error   permissions: STORE/playlists/evening/.calm.toml.mixtape-tmp is a directory or a symbolic link, where Mixtape writes a file
              Move it to another place, or remove it.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ rmdir playlists/evening/.calm.toml.mixtape-tmp
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ rm .git/mixtape/lock; ln -s /dev/null .git/mixtape/lock
      $ mixtape rename calm Quiet
      ! error: STORE/.git/mixtape/lock is a symbolic link, where Mixtape writes a file; nothing was changed
      ! hint: move it to another place, or remove it
      [74]
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-2
      error   permissions: STORE/.git/mixtape/lock is a directory or a symbolic link, where Mixtape writes a file
              Move it to another place, or remove it.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      """#)
  }

  @Test func `a lock that a killed change has left`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ ln .git/mixtape/lock-token .git/index.lock
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      warning lock: STORE/.git/index.lock is there: a change is being made, or was killed; the next change removes the lock then
              `mixtape doctor --repair` removes it.
      ok      identity: commits are by A U Thor <author@example.org>
      $ mixtape rename calm Quiet
      Renamed calm to "Quiet".
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-2
      ok      identity: commits are by A U Thor <author@example.org>
      """#)
  }

  @Test func `what git commit would do besides`() throws {
    try Laboratory().expect(
      #"""
      $ git config commit.gpgsign true
      $ printf '#!/bin/sh\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      warning git settings: Mixtape runs no hooks; these would run at `git commit`: pre-commit
      $ mixtape rename calm Still
      Renamed calm to "Still".
      ! warning: commit.gpgsign is on, but Mixtape does not sign its commits
      ! warning: Mixtape runs no hooks; these would run at `git commit`: pre-commit
      """#)
  }

  @Test func `a lock of git and a file with errors`() throws {
    try Laboratory().expect(
      #"""
      $ touch .git/index.lock
      $ printf 'nam = 1\n' >> playlists/fresh.toml
      $ mixtape doctor
      error   files: 1 file has errors and will not be committed
              Run `mixtape check` and fix them.
      ok      repository: on branch main at commit-1
      error   lock: STORE/.git/index.lock is there: git is at work, or was killed
              If no git is running in this store: `rm 'STORE/.git/index.lock'`.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ mixtape doctor --json
      [
        {
          "severity": "error",
          "code": "files",
          "subject": "files",
          "message": "1 file has errors and will not be committed",
          "remedy": "Run `mixtape check` and fix them.",
          "repair": "none",
          "commit": null
        },
        {
          "severity": "ok",
          "code": "head",
          "subject": "repository",
          "message": "on branch main at commit-1",
          "remedy": null,
          "repair": "none",
          "commit": null
        },
        {
          "severity": "error",
          "code": "lock",
          "subject": "lock",
          "message": "STORE/.git/index.lock is there: git is at work, or was killed",
          "remedy": "If no git is running in this store: `rm 'STORE/.git/index.lock'`.",
          "repair": "none",
          "commit": null
        },
        {
          "severity": "ok",
          "code": "identity",
          "subject": "identity",
          "message": "commits are by A U Thor <author@example.org>",
          "remedy": null,
          "repair": "none",
          "commit": null
        }
      ]
      [65]
      """#)
  }

  @Test func `a damaged index, a lost content and what else can be mended`() throws {
    try Laboratory().expect(
      #"""
      $ id=$(git rev-parse HEAD:playlists/empty.toml); rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)
      $ echo garbage > .git/index
      $ echo garbage > .git/mixtape/index.sqlite
      $ touch -d '2026-01-01' playlists/.calm.toml.mixtape-tmp
      $ git config commit.gpgsign true
      $ mixtape rename calm Still
      ! error: git's index is damaged: STORE/.git/index
      ! hint: `mixtape doctor --repair` rebuilds it
      [74]
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      error   objects: playlists/empty.toml in the last commit cannot be read: the object commit-2 is missing or damaged
              `mixtape doctor --repair` writes it again, as the file has the same content.
      error   index: STORE/.git/index cannot be read: the index is damaged
              `mixtape doctor --repair` rebuilds it from the last commit, and keeps the old one beside it.
      warning leftover files: an interrupted write has left STORE/playlists/.calm.toml.mixtape-tmp
              `mixtape doctor --repair` removes what is left.
      warning cache: STORE/.git/mixtape/index.sqlite cannot be used; the next command that needs it rebuilds it
              `mixtape doctor --repair` removes it.
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      [65]
      $ mixtape doctor --repair
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      fixed   objects: playlists/empty.toml in the last commit cannot be read: the object commit-2 is missing or damaged
              Repaired: it was written again from the file.
      fixed   index: STORE/.git/index cannot be read: the index is damaged
              Repaired: it was rebuilt from the last commit; the old one is STORE/.git/index.damaged.
      fixed   leftover files: an interrupted write has left STORE/playlists/.calm.toml.mixtape-tmp
              Repaired: it was removed.
      fixed   cache: STORE/.git/mixtape/index.sqlite cannot be used; the next command that needs it rebuilds it
              Repaired: it was removed.
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      $ git status --short
      $ git fsck --strict
      """#)
  }

  @Test func `no git to pack the repository`() throws {
    try Laboratory().expect(
      #"""
      $ PATH=/nowhere mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      warning packing: git is not in $PATH: without `git gc`, the repository grows with every change
              Install git, and run `git gc` in the store now and then.
      """#)
  }

  @Test func `a merge that is under way`() throws {
    try Laboratory().expect(
      #"""
      $ cp .git/refs/heads/main .git/MERGE_HEAD
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      error   repository: a merge is under way; nothing can be changed until it ends
              Finish or abort it with git.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ mixtape doctor --repair
      ! error: a merge is under way in this repository; nothing was changed
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      [75]
      """#)
  }
}
