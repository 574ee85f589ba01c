import Testing

@Suite struct DoctorTests {
  @Test func `all is well but for the missing episode`() throws {
    try Laboratory().expect(
      #"""
      $ mixtape doctor
      warning files: 1 of 8 files have warnings
              Run `mixtape check`.
      ok      repository: on branch main at commit-1
      ok      identity: commits are by A U Thor <author@example.org>
      """#)
  }

  @Test func `what git commit would do besides`() throws {
    try Laboratory().expect(
      #"""
      $ git config commit.gpgsign true
      $ printf '#!/bin/sh\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
      $ mixtape doctor
      warning files: 1 of 8 files have warnings
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
              Run `mixtape check` and mend them.
      ok      repository: on branch main at commit-1
      error   index: STORE/.git/index.lock is there: git is at work, or was killed
              If no git is running in this store, remove that file.
      ok      identity: commits are by A U Thor <author@example.org>
      [65]
      $ mixtape doctor --json
      [
        {
          "severity": "error",
          "subject": "files",
          "message": "1 file has errors and will not be committed",
          "remedy": "Run `mixtape check` and mend them."
        },
        {
          "severity": "ok",
          "subject": "repository",
          "message": "on branch main at commit-1",
          "remedy": null
        },
        {
          "severity": "error",
          "subject": "index",
          "message": "STORE/.git/index.lock is there: git is at work, or was killed",
          "remedy": "If no git is running in this store, remove that file."
        },
        {
          "severity": "ok",
          "subject": "identity",
          "message": "commits are by A U Thor <author@example.org>",
          "remedy": null
        }
      ]
      [65]
      """#)
  }
}
