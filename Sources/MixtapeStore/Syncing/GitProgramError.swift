public import MixtapeModel
public import SystemPackage

/// A failure of a transfer from or to a remote, as the cause of a ``MixtapeError/Code/transferFailed``.
public enum GitProgramError: Error, Hashable, Sendable {
  /// Git is not installed.
  case missing
  /// Git could not be started, or its output could not be read.
  case system(Errno)
  /// Git wrote nothing for this time, and was ended.
  case timedOut(Duration)
  /// The remote was not reached.
  case unreachable([String])
  /// The connection ended before the transfer was complete.
  case interrupted([String])
  /// The remote, or the directory at its address, does not allow this user to read or write.
  case denied([String])
  /// Git does not allow the kind of address, such as `ext::`, which runs a program.
  case notAllowed([String])
  /// The address has no repository.
  case noRepository([String])
  /// The remote refuses changes of the branch, for example because it is protected or a hook declines them.
  case declined([String])
  /// The remote has a work tree in which the branch is checked out, so git does not change the branch there.
  case checkedOut
  /// Git can only fetch from the remote: a bundle, or a web server without git. A `pre-push` hook of this store that gives no reason
  /// looks the same.
  case fetchOnly([String])
  /// The remote could not store the changes, for example because its disk is full.
  case notStored([String])
  /// The changes of the remote could not be stored on this machine, for example because its disk is full.
  case notWritten([String])
  /// The remote is locked: git is changing it, or was killed there.
  case locked([String])
  /// A signal ended git, for example because the system was out of memory.
  case ended(signal: Int32, [String])
  /// Another failure. The lines are those of git.
  case failed([String])
}

extension GitProgramError: CustomStringConvertible {
  /// The failure in one line, for logs.
  public var description: String {
    switch self {
    case .missing: "git is not installed"
    case .system(let error): "git: \(error.reason)"
    case .timedOut(let time): "no answer for \(time)"
    case .unreachable(let lines): "not reached: \(lines.joined(separator: "; "))"
    case .interrupted(let lines): "interrupted: \(lines.joined(separator: "; "))"
    case .denied(let lines): "denied: \(lines.joined(separator: "; "))"
    case .notAllowed(let lines): "not allowed: \(lines.joined(separator: "; "))"
    case .noRepository(let lines): "no repository: \(lines.joined(separator: "; "))"
    case .declined(let lines): "declined: \(lines.joined(separator: "; "))"
    case .checkedOut: "declined: the branch is checked out at the remote"
    case .fetchOnly(let lines): "fetch only: \(lines.joined(separator: "; "))"
    case .notStored(let lines): "not stored: \(lines.joined(separator: "; "))"
    case .notWritten(let lines): "not written: \(lines.joined(separator: "; "))"
    case .locked(let lines): "locked: \(lines.joined(separator: "; "))"
    case .ended(let signal, let lines): "ended by signal \(signal): \(lines.joined(separator: "; "))"
    case .failed(let lines): lines.joined(separator: "; ")
    }
  }
}

extension GitProgramError {
  /// The direction of a transfer, which decides where a full disk is.
  enum Direction {
    case sending, receiving
  }

  /// Finds the kind of a failure in the messages of git. Unknown texts are ``failed(_:)``.
  init(of output: GitOutput, _ direction: Direction) {
    let lines = output.failureLines
    let text = lines.joined(separator: "\n").lowercased()
    func says(_ phrases: [String]) -> Bool { phrases.contains { text.contains($0) } }
    // Helpers of a killed git say that the connection ended. So does git that a broken connection ended.
    if let signal = output.signal, signal != GitOutput.brokenPipe {
      self = .ended(signal: signal, lines)
      return
    }
    // The order decides: a connection also ends after the remote explained a refusal.
    if direction == .receiving, says(Self.fullPhrases + Self.localPhrases) {
      self = .notWritten(lines)
    } else if says(Self.fullPhrases) {
      self = !lines.contains(where: Self.saysFull) && says(Self.unwritablePhrases) ? .denied(lines) : .notStored(lines)
    } else if says(["fatal: transport '"]) {
      self = .notAllowed(lines)
    } else if says(Self.denialPhrases) {
      self = .denied(lines)
    } else if lines.contains(where: Self.namesMissingProgram) {
      self = .failed(lines)
    } else if says(Self.missingPhrases) {
      self = .noRepository(lines)
    } else if says(Self.unreachablePhrases) {
      self = .unreachable(lines)
    } else if says(Self.interruptionPhrases) {
      self = .interrupted(lines)
    } else if direction == .sending, says(["git-http-push failed"]) || output.isRefusedWithoutReason {
      self = .fetchOnly(lines)
    } else if says(["could not read from remote repository", "curl ", "transport"]) {
      self = .unreachable(lines)
    } else {
      self = .failed(lines)
    }
  }

  /// Whether git said that the disk, or a quota, is full on this machine.
  public var saysFullDisk: Bool {
    guard case .notWritten(let lines) = self else { return false }
    return lines.contains(where: Self.saysFull)
  }

  static func saysFull(_ text: String) -> Bool {
    ["no space left on device", "disk quota exceeded"].contains { text.lowercased().contains($0) }
  }

  private static let fullPhrases = [
    "no space left on device", "disk quota exceeded", "unable to write file", "unpacker error", "unpack failed",
    "unable to create temporary object directory",
  ]

  /// Texts about a remote in which this user may not create files. Git does not give the reason for the directory.
  private static let unwritablePhrases = [
    "permission denied", "insufficient permission", "unable to create temporary object directory",
  ]

  /// Texts about this repository, which a fetch writes to.
  private static let localPhrases = [
    "insufficient permission for adding an object", "fetch_head", "cannot lock ref", "could not create work tree",
  ]

  private static let denialPhrases = [
    "permission denied", "authentication failed", "could not read username", "could not read password",
    "terminal prompts disabled", "access denied", "error: 401", "error: 403", "http 401", "http 403",
    "host key verification failed", "service not enabled", "insufficient permission", "repository not exported",
    "dubious ownership", "read only", "read-only", "not allowed to", "denied to",
  ]

  /// Returns whether a line says that `ssh`, or git at the remote, is not installed. A shell says so, or git that starts `ssh` itself.
  private static func namesMissingProgram(_ line: String) -> Bool {
    ["cannot run ", "command not found"].contains { line.contains($0) } || line.hasSuffix(": not found")
  }

  private static let missingPhrases = [
    "does not appear to be a git repository", "not found", "does not exist", "no such file", "does not look like a",
    "invalid gitfile format", "git: 'remote-",
  ]

  private static let unreachablePhrases = [
    "could not resolve", "connection refused", "connection timed out", "network is unreachable", "no route to host",
    "failed to connect", "unable to connect", "couldn't connect", "no path specified",
  ]

  private static let interruptionPhrases = [
    "early eof", "hung up", "broken pipe", "connection reset", "operation timed out", "unexpected disconnect",
    "rpc failed", "invalid index-pack", "protocol error", "expected flush", "unexpected end of file",
  ]
}

extension MixtapeError.Code {
  /// A transfer from or to a remote failed; the cause is a ``GitProgramError``. Changes that were already merged stay.
  public static let transferFailed = Self(rawValue: "transfer-failed")
}

extension MixtapeError {
  static func transfer(_ error: GitProgramError) -> MixtapeError { MixtapeError(.transferFailed, cause: error) }
}
