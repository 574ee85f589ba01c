import GitHistory
import MixtapeModel
@testable import MixtapeStore
import SystemPackage
import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct MessageTests {
  /// Returns the message, the hints and the status of an error as one text.
  private func wording(_ error: any Error) -> String {
    let problem = ErrorPresenter.problem(for: error)
    let lines = [problem.message] + problem.hints.map { "hint: \($0)" } + ["\(problem.status.rawValue) \(problem.code)"]
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      GitError(.notARepository, .open, message: "", path: "/s"),
      "this store is not a git repository: /s\nhint: `git init` creates a repository there\n74 repository"
    ),
    (
      GitError(.bare, .open, message: "", path: "/s"),
      "the repository /s is bare; a store needs a working tree\n74 repository"
    ),
    (
      GitError(.owner, .open, message: "", path: "/s"),
      """
      the repository /s belongs to another user
      hint: if you trust it: `git config --global --add safe.directory '/s'`
      hint: give the full path: Mixtape ignores `*` in safe.directory
      74 repository
      """
    ),
    (
      GitError(.unsupported, .open, message: "", feature: "split index"),
      "the repository uses a feature of git that Mixtape does not support: split index\n74 repository"
    ),
    (
      GitError(.notFetched, .readObject, message: "no match for id (1234)"),
      """
      this partial clone lacks an object of its history: no match for id (1234)
      hint: `git fetch --refetch --no-filter` fetches all objects
      74 repository
      """
    ),
    (
      GitError(.unsupported, .open, message: "", feature: "sparse index"),
      """
      the repository uses a feature of git that Mixtape does not support: sparse index
      hint: `git sparse-checkout reapply --no-sparse-index` turns it off
      74 repository
      """
    ),
    (
      GitError(.readOnly, .open, message: "Permission denied", path: "/s/.git"),
      """
      the repository is not readable: /s/.git: Permission denied
      hint: `ls -ld '/s/.git'` shows its owner and permissions
      hint: if the owner changed by accident, for example by `sudo`: `sudo chown -R "$(id -un)" '/s/.git'`
      74 repository
      """
    ),
    (
      GitError(.readOnly, .writeObject, message: "permission denied"),
      "the repository is not writable: permission denied\n74 repository"
    ),
    (
      GitError(.noSpace, .writeObject, message: "disk full"),
      "the disk is full: disk full\nhint: free some space, then try again\n74 repository"
    ),
    (
      GitError(.noSpace, .commit, message: "failed to write", path: "/s/.git"),
      "the disk is full: /s/.git: failed to write\nhint: free some space, then try again\n74 repository"
    ),
    (
      GitError(.readOnly, .commit, message: "failed to open '/s/.git/a'", path: "/s/.git"),
      "the repository is not writable: failed to open '/s/.git/a'\n74 repository"
    ),
    (
      GitError(.corrupt, .readObject, message: "bad object"),
      "the repository is damaged: bad object\nhint: `mixtape doctor` and `git fsck` show details\n74 repository"
    ),
    (
      GitError(.other, .diff, message: "it broke"), "git could not compare: it broke\n74 repository"
    ),
  ])
  func `messages for errors of the repository`(_ cause: GitError, _ expected: String) {
    #expect(wording(MixtapeError(.repository, cause: cause)) == expected)
  }

  @Test func `messages for locks and their holders`() {
    #expect(
      wording(MixtapeError(.locked, .file("/s/lock"))) == """
        another program is changing the store
        hint: try again in a moment
        75 locked
        """)
    let cause = GitError(.locked, .writeIndex, message: "", path: "/s/.git/index.lock")
    #expect(
      wording(MixtapeError(.locked, cause: cause)) == """
        git is running in this repository, or was interrupted: /s/.git/index.lock exists
        hint: try again in a moment
        hint: `mixtape doctor` shows which process holds the lock
        hint: if no git process is running in this store: `rm '/s/.git/index.lock'`
        75 locked
        """)
    #expect(
      wording(MixtapeError(.locked, cause: GitError(.locked, .commit, message: ""))) == """
        git is running in this repository, or was interrupted: the repository is locked
        hint: try again in a moment
        75 locked
        """)
  }

  @Test func `message for a locked remote`() {
    let line = "remote: error: Unable to create '/r/refs/heads/main.lock': File exists."
    #expect(
      wording(MixtapeError(.transferFailed, cause: GitProgramError.locked([line]))) == """
        git is running at the remote, or was interrupted there: the branch is locked
        hint: git: \(line)
        hint: try again in a moment
        hint: if no git process is running there, remove the lock file
        hint: your changes are kept in this store; the next sync pushes them
        75 transfer-failed
        """)
  }

  @Test(arguments: RepositoryState.allCases)
  func `every git operation has a name`(_ state: RepositoryState) {
    let error = MixtapeError(.repositoryBusy, cause: UnfinishedGitOperation(state: state, hasConflicts: true))
    #expect(
      ErrorPresenter.problem(for: error).message
        == "\(ErrorPresenter.name(of: state)) is in progress in this repository; nothing was changed")
    #expect(ErrorPresenter.problem(for: error).status == .locked)
  }

  @Test func `a file in an unreadable directory is an error`() {
    #expect(
      wording(MixtapeError(.fileAccess, .file("/s/x.toml"), cause: Errno.permissionDenied))
        == "/s/x.toml: permission denied\n74 file-access")
  }

  @Test func `a read-only directory is an error`() {
    #expect(
      wording(MixtapeError(.notWritable, .file("/s/it's"), cause: Errno.permissionDenied)) == #"""
        no permission to write to /s/it's: permission denied; nothing was changed
        hint: `ls -ld '/s/it'\''s'` shows its owner and permissions
        hint: if the owner changed by accident, for example by `sudo`: `sudo chown -R "$(id -un)" '/s/it'\''s'`
        74 not-writable
        """#)
    #expect(
      wording(MixtapeError(.notWritable, .file("/s"), cause: Errno.readOnlyFileSystem))
        == "no permission to write to /s: read-only file system; nothing was changed\n74 not-writable")
  }

  @Test(arguments: [
    "/s", "", "it's", "two words", "$HOME `id` \\ \" *", "'", "line\nbreak", "\u{1B}[31m'\\1", "\u{202E}夜🎲", "-n",
    "\u{85}7",
  ])
  func `a shell word is parsed back to the original text`(_ text: String) throws {
    let word = ErrorPresenter.shellWord(text)
    #expect(word.visible == word)
    let fixture = try CommandFixture(with: [:])
    try fixture.sandbox.write("printf %s \(word)", to: "../word.sh")
    #expect(try fixture.shell("bash ../word.sh") == text)
  }

  @Test func `a very long name is shortened in messages`() {
    let name = String(repeating: "x", count: 10_000_000)
    let error = #expect(throws: MixtapeError.self) { try Playlist.ID(validating: name) }
    #expect(
      error.map(wording) == """
        "\(String(repeating: "x", count: 60))…" is not a valid id: it is 10000000 bytes long; the maximum is 100
        64 invalid-id
        """)
  }

  @Test(arguments: [([], nil), (["a"], "did you mean a?"), (["a", "b", "c"], "did you mean a, b or c?")])
  func `similar names are suggested`(_ names: [String], _ question: String?) {
    #expect(ErrorPresenter.didYouMean(names) == question)
  }

  @Test(arguments: [
    ("yaer = 1 and bpm = 2", "there is no field `yaer`", "  yaer = 1 and bpm = 2\n  ^~~~", "did you mean `year`?"),
    (
      "title = \"夜\"\nand year starts with \"2\"", "`year` cannot be compared by `starts with`",
      "  and year starts with \"2\"\n           ^~~~~~~~~~~",
      "`year` supports `=`, `!=`, `<`, `<=`, `>`, `>=`, `between`, `is missing` and `is present`"
    ),
    (
      "title = \"夜\u{1B}[31m\"", "a text must not contain line breaks or other control characters",
      "  title = \"夜\\u{1B}[31m\"\n             ^~~~~~", "write `\\u{1B}`"
    ),
    (
      "(year = 1", "expected `)` to close a parenthesis, found the end of the rule", "  (year = 1\n           ^", ""
    ),
    (" ", "this rule is empty", "", ""),
  ])
  func rules(text: String, message: String, excerpt: String, hint: String) throws {
    let error = try #require(throws: MixtapeError.self) { try RuleArgument(argument: text).condition }
    let problem = ErrorPresenter.problem(for: error)
    #expect(problem.message == message && problem.status == .usage)
    #expect((problem.excerpt?.lines ?? []).map { $0.rendered(colored: false) }.joined(separator: "\n") == excerpt)
    #expect(problem.hints == [hint].filter { !$0.isEmpty })
  }
}
