/// The answer of a remote to a push, read from the output of `git push --porcelain`.
enum PushOutcome: Equatable {
  /// The branch of the remote is at our commit.
  case accepted
  /// Somebody else was faster: the remote has commits that this clone does not have.
  case nonFastForward
  /// The branch of the remote is locked: somebody else is pushing, or a git that was killed left the lock.
  case locked(GitProgramError)
  /// The push failed.
  case failed(GitProgramError)

  init(of output: GitOutput) {
    if output.isSuccess {
      self = .accepted
      return
    }
    let line = output.lines.first { $0.hasPrefix("!\t") } ?? ""
    let failureLines = output.failureLines + (line.isEmpty ? [] : [Self.reason(in: line)])
    let locks = output.lines.filter { GitOutput.lock(namedIn: $0) != nil }
    if !locks.isEmpty, line.contains("[remote rejected]") {
      self = .locked(.locked(locks))
    } else if line.contains("(fetch first)") || line.contains("(non-fast-forward)")
      || line.contains("(cannot lock ref") || line.contains("(failed to update ref)")
      || line.contains("failed to lock")
    {
      self = .nonFastForward
    } else if line.contains("unpacker error") {
      self = .failed(GitProgramError(of: output, .sending))
    } else if line.contains("(branch is currently checked out)") {
      self = .failed(.checkedOut)
    } else if line.contains("[remote rejected]") {
      self = .failed(
        GitProgramError.saysFull(failureLines.joined(separator: "\n"))
          ? .notStored(failureLines) : .declined(failureLines))
    } else {
      self = .failed(GitProgramError(of: output, .sending))
    }
  }

  /// Returns the last field of a line, such as `[remote rejected] (protected branch hook declined)`.
  private static func reason(in line: String) -> String {
    line.split(separator: "\t").last.map(String.init) ?? line
  }
}
