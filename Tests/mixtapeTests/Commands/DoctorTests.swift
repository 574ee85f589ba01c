import SystemPackage
import Testing

@testable import MixtapeStore
@testable import mixtape

@Suite struct DoctorTests {
  @Test func `paths in advice are quoted for the shell`() {
    let finding = Finding(.error, .notWritable("/s/it's", .permissionDenied))
    #expect(
      ErrorPresenter.wording(of: finding).remedy
        == #"`ls -ld '/s/it'\''s'` shows its owner and permissions; `chown` and `chmod` change them."#)
  }

  @Test func `doctor warns of a missing episode`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      """#)
  }

  @Test func `a lost branch is restored`() throws {
    try CommandFixture().expect(
      #"""
      $ : > .git/refs/heads/main
      $ mixtape rename calm Still
      ! error: the branch main has no commit, but its reflog does; nothing was changed
      ! hint: `mixtape doctor --repair` restores it from the reflog
      [74]
      $ mixtape doctor
      error   repository: the branch main has no commit, but its reflog ends at commit-1: its file was lost, perhaps by a power failure
              `mixtape doctor --repair` sets the branch to commit-1.
      [65]
      $ mixtape doctor --repair
      fixed   repository: the branch main has no commit, but its reflog ends at commit-1: its file was lost, perhaps by a power failure
              Repaired: it is at commit-1.
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      $ mixtape rename calm Still
      Renamed calm to "Still".
      """#)
  }

  @Test func `a change of a marked file is refused`() throws {
    try CommandFixture().expect(
      #"""
      $ git update-index --skip-worktree playlists/evening/calm.toml
      $ mixtape rename calm Still
      ! error: playlists/evening/calm.toml is marked as skip-worktree in git's index; nothing was changed
      ! hint: `git update-index --no-skip-worktree 'playlists/evening/calm.toml'` ends the mark; the next change then commits your edits of the file
      [75]
      $ git update-index --no-skip-worktree playlists/evening/calm.toml
      $ mixtape rename calm Still
      Renamed calm to "Still".
      """#)
  }

  @Test func `a directory or a link in the place of a file is an error`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir playlists/evening/.calm.toml.mixtape-tmp
      $ mixtape rename calm Still
      ! error: STORE/playlists/evening/.calm.toml.mixtape-tmp is a directory instead of a file; nothing was changed
      ! hint: move or remove it
      [74]
      $ rmdir playlists/evening/.calm.toml.mixtape-tmp
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ rm .git/mixtape/lock; ln -s /dev/null .git/mixtape/lock
      $ mixtape rename calm Quiet
      ! error: STORE/.git/mixtape/lock is a symbolic link instead of a file; nothing was changed
      ! hint: move or remove it
      [74]
      """#)
  }

  @Test func `damage is explained once, without advice to run doctor`() throws {
    try CommandFixture().expect(
      #"""
      $ echo junk > .git/HEAD
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      error   repository: the check failed: the repository is damaged: corrupted loose reference file: HEAD
              Run `git fsck` to list the damage.
      error   lock: the check failed: the repository is damaged: corrupted loose reference file: HEAD
      error   objects: cannot read the files of the store in the last commit: corrupted loose reference file: HEAD
              Run `git fsck` to list the damage, and restore the objects from a clone or a backup.
      error   index: the check failed: the repository is damaged: corrupted loose reference file: HEAD
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      """#)
  }

  @Test func `the next change removes the lock of a killed change`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename calm Still
      Renamed calm to "Still".
      $ ln .git/mixtape/lock-token .git/index.lock
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      warning lock: STORE/.git/index.lock exists: a change is running, or was killed; if it was killed, the next change removes the lock
              `mixtape doctor --repair` removes it.
      ok      identity: commits are by A U Thor <author@example.org>
      $ mixtape rename calm Quiet
      Renamed calm to "Quiet".
      """#)
  }

  @Test func `doctor warns of git settings without effect`() throws {
    try CommandFixture().expect(
      #"""
      $ git config commit.gpgsign true
      $ printf '#!/bin/sh\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      warning git settings: Mixtape runs no hooks; `git commit` would run these: pre-commit
      $ mixtape rename calm Still
      Renamed calm to "Still".
      ! warning: commit.gpgsign is on, but Mixtape does not sign its commits
      ! warning: Mixtape runs no hooks; `git commit` would run these: pre-commit
      """#)
  }

  @Test func `doctor reports a lock of git and a file with errors`() throws {
    try CommandFixture().expect(
      #"""
      $ touch .git/index.lock
      $ printf 'nam = 1\n' >> playlists/fresh.toml
      $ mixtape doctor
      error   files: 1 file has errors
              Run `mixtape check` and fix them.
      ok      repository: on branch main at commit-1
      error   lock: STORE/.git/index.lock exists: git is running, or was killed
              If no git process is running in this store, remove the lock: `rm 'STORE/.git/index.lock'`.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ mixtape doctor --json
      [
        {
          "severity": "error",
          "code": "files",
          "subject": "files",
          "message": "1 file has errors",
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
          "message": "STORE/.git/index.lock exists: git is running, or was killed",
          "remedy": "If no git process is running in this store, remove the lock: `rm 'STORE/.git/index.lock'`.",
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

  @Test func `doctor repairs a damaged index, a lost object and other damage`() throws {
    try CommandFixture().expect(
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
      error   objects: cannot read playlists/empty.toml in the last commit: the object commit-2 is missing or damaged
              `mixtape doctor --repair` writes it again from the file, which has the same content.
      error   index: STORE/.git/index cannot be read: the index is damaged
              `mixtape doctor --repair` rebuilds it from the last commit, and keeps the old index.
      warning leftover files: an interrupted write left STORE/playlists/.calm.toml.mixtape-tmp
              `mixtape doctor --repair` removes it.
      warning cache: STORE/.git/mixtape/index.sqlite cannot be used; the next command that needs it rebuilds it
              `mixtape doctor --repair` removes it.
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      [65]
      $ mixtape doctor --repair
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      fixed   objects: cannot read playlists/empty.toml in the last commit: the object commit-2 is missing or damaged
              Repaired: it was written again from the file.
      fixed   index: STORE/.git/index cannot be read: the index is damaged
              Repaired: it was rebuilt from the last commit; the old file is STORE/.git/index.damaged.
      fixed   leftover files: an interrupted write left STORE/playlists/.calm.toml.mixtape-tmp
              Repaired: it was removed.
      fixed   cache: STORE/.git/mixtape/index.sqlite cannot be used; the next command that needs it rebuilds it
              Repaired: it was removed.
      ok      identity: commits are by A U Thor <author@example.org>
      warning git settings: commit.gpgsign is on, but Mixtape does not sign its commits
      $ git status --short
      $ git fsck --strict
      """#)
  }

  @Test func `doctor removes several leftover files`() throws {
    try CommandFixture().expect(
      #"""
      $ touch -d '2026-01-01' playlists/.calm.toml.mixtape-tmp playlists/.empty.toml.mixtape-tmp
      $ mixtape doctor --repair
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      fixed   leftover files: an interrupted write left STORE/playlists/.calm.toml.mixtape-tmp and STORE/playlists/.empty.toml.mixtape-tmp
              Repaired: they were removed.
      ok      identity: commits are by A U Thor <author@example.org>
      $ git status --short
      """#)
  }

  @Test func `doctor warns if git is not installed`() throws {
    try CommandFixture().expect(
      #"""
      $ PATH=/nowhere mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      warning packing: git is not in $PATH: without `git gc`, the repository grows with every change
              Install git, and run `git gc` in the store from time to time.
      """#)
  }

  @Test func `doctor reports a merge in progress`() throws {
    try CommandFixture().expect(
      #"""
      $ cp .git/refs/heads/main .git/MERGE_HEAD
      $ mixtape doctor
      warning files: 1 of 8 files has warnings
              Run `mixtape check`.
      error   repository: a merge is in progress; commands cannot change the store until it ends
              Finish or abort it with git.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ mixtape doctor --repair
      ! error: a merge is in progress in this repository; nothing was changed
      ! hint: `git commit` finishes it, `git merge --abort` aborts it
      [75]
      """#)
  }
}
