import MixtapeStore
import SystemPackage
import TerminalUI

extension ErrorPresenter {
  /// Returns the message and hints for a transfer that failed.
  ///
  /// - Parameter git: The words that start git in the store.
  static func wording(of error: GitProgramError, git: String = plainGit) -> (message: String, hints: [String]) {
    switch error {
    case .missing: ("git is not installed; it is required to transfer changes", ["install git"])
    case .system(let error): ("git could not be run: \(error.reason)", [])
    case .timedOut(let time):
      (
        "the remote did not answer for \(time.components.seconds) seconds",
        ["`\(git) ls-remote` shows whether the remote answers", committed]
      )
    case .unreachable(let lines): ("the remote cannot be reached", gitLines(lines) + [committed])
    case .interrupted(let lines):
      ("the connection to the remote ended before the transfer was complete", gitLines(lines) + [committed])
    case .denied(let lines):
      (
        "the remote does not allow this",
        gitLines(lines) + [advice(onDenial: lines, "`\(git) ls-remote`"), committed]
      )
    case .notAllowed(let lines):
      (
        "git does not allow this kind of address",
        gitLines(lines)
          + [
            "`\(git) remote -v` shows the address; `\(git) remote set-url` changes it",
            "`git help config` explains `protocol.allow`",
          ]
      )
    case .noRepository(let lines):
      (
        "there is no repository at the address of the remote",
        gitLines(lines) + ["check the address; in a store, `\(git) remote -v` shows it"]
      )
    case .declined(let lines):
      ("the remote rejected the changes; the branch may be protected", gitLines(lines) + [committed])
    case .checkedOut:
      (
        "the branch is checked out at the remote, so git does not change it there",
        ["sync both stores with a third repository without a work tree; `git init --bare DIR` makes one", committed]
      )
    case .fetchOnly(let lines):
      (
        "git cannot push to this remote",
        gitLines(lines) + [
          "git cannot push to a bundle or to a web server without git; `\(git) remote -v` shows the address",
          "`git init --bare DIR` makes a repository to push to, and `\(git) remote set-url` names it",
          "if the address is right, a hook may refuse without a message: `\(git) rev-parse --git-path hooks/pre-push`",
          committed,
        ]
      )
    case .notStored(let lines): ("the remote could not store the changes", gitLines(lines) + [committed])
    case .notWritten(let lines):
      (
        "the changes of the remote cannot be written to this store",
        gitLines(lines) + [error.saysFullDisk ? "free some space, then `mixtape sync`" : "`mixtape sync` tries again"]
      )
    case .locked(let lines):
      (
        "git is running at the remote, or was interrupted there: the branch is locked",
        gitLines(lines) + [
          "try again in a moment", "if no git process is running there, remove the lock file", committed,
        ]
      )
    case .ended(let signal, let lines):
      ("git was ended by \(name(ofSignal: signal)) before the transfer was complete", gitLines(lines) + [committed])
    case .failed(let lines): ("git could not transfer the changes", gitLines(lines) + [committed])
    }
  }

  /// Returns the message and hints for a clone that failed.
  static func wordingForClone(of error: GitProgramError) -> (message: String, hints: [String]) {
    let (message, hints): (String, [String]) =
      switch error {
      case .missing: ("git is not installed; it is required to clone", ["install git"])
      case .system, .declined, .checkedOut, .fetchOnly, .notStored, .locked: wording(of: error)
      case .timedOut: (wording(of: error).message, ["`git ls-remote URL` shows whether the remote answers"])
      case .unreachable(let lines):
        ("the remote cannot be reached", gitLines(lines) + ["check the address and the connection"])
      case .interrupted(let lines): (wording(of: error).message, gitLines(lines) + ["`mixtape clone` tries again"])
      case .denied(let lines):
        (
          "the remote does not allow this",
          gitLines(lines) + [advice(onDenial: lines, "`git ls-remote URL`")]
        )
      case .ended(_, let lines): (wording(of: error).message, gitLines(lines) + ["`mixtape clone` tries again"])
      case .notAllowed(let lines):
        (wording(of: error).message, gitLines(lines) + ["`git help config` explains `protocol.allow`"])
      case .noRepository(let lines): ("there is no repository at this address", gitLines(lines) + ["check the address"])
      case .notWritten(let lines): ("the clone cannot be written", gitLines(lines))
      case .failed(let lines): ("git could not clone the repository", gitLines(lines))
      }
    return ("\(message); nothing was cloned", hints)
  }

  /// Returns the usual name of a signal, such as `SIGKILL`.
  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE",
      14: "SIGALRM", 15: "SIGTERM",
    ]
    return names[number] ?? "signal \(number)"
  }

  /// Returns what to do if a remote does not allow a transfer.
  ///
  /// - Parameters:
  ///   - lines: The lines of git.
  ///   - test: The command that shows whether the remote can be read.
  private static func advice(onDenial lines: [String], _ test: String) -> String {
    if let line = lines.first(where: { $0.contains("dubious ownership") }) {
      let parts = line.split(separator: "'", omittingEmptySubsequences: false)
      let path = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: "'") : "PATH"
      return "if you trust its owner: `git config --global --add safe.directory \(shellWord(path))` on its machine"
    }
    if lines.contains(where: { $0.lowercased().contains("unable to create temporary object directory") }) {
      return "you may read the repository, but not write to it; ask its owner"
    }
    return "\(test) shows whether your key or password is accepted"
  }

  private static let committed = "your changes are kept in this store; the next sync pushes them"

  /// Returns the lines of git as hints, without control characters.
  private static func gitLines(_ lines: [String]) -> [String] {
    lines.map { line in line.hasPrefix("git: ") ? line.visibleLines : "git: \(line.visibleLines)" }
  }

  /// Returns the status of a failed transfer.
  static func status(of error: GitProgramError) -> ExitStatus {
    switch error {
    case .denied, .declined, .checkedOut, .fetchOnly, .notAllowed: .denied
    case .noRepository: .notFound
    case .missing, .timedOut, .unreachable, .interrupted, .notStored: .unavailable
    case .locked: .locked
    case .system, .notWritten, .ended, .failed: .inputOutput
    }
  }
}
