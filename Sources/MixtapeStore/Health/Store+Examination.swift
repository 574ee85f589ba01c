internal import FileSystem
public import GitHistory
public import MixtapeModel
internal import SystemPackage

/// One thing that an examination of a store looked at.
public struct Finding: Sendable {
  /// How it stands.
  public enum Severity: String, Hashable, Sendable {
    /// As it should be.
    case ok
    /// Works, but should be known.
    case warning
    /// Does not work.
    case error
  }

  /// How it stands.
  public let severity: Severity
  /// What was looked at, in one or two words.
  public let subject: String
  /// What was found.
  public let message: String
  /// What to do about it, as a sentence.
  public let remedy: String?

  /// Makes a finding.
  public init(_ severity: Severity, _ subject: String, _ message: String, remedy: String? = nil) {
    self.severity = severity
    self.subject = subject
    self.message = message
    self.remedy = remedy
  }
}

extension Store {
  /// Examines files and repository. Changes nothing.
  public func examine() throws(MixtapeError) -> [Finding] {
    let repository = try openRepository()
    var findings = [try examineFiles(), try examineState(of: repository)]
    findings += try examineLocks(of: repository)
    findings.append(try examineIdentity(in: repository))
    return findings
  }

  /// What `git commit` would do here and Mixtape's commits do not take part in.
  public func advisories() throws(MixtapeError) -> [RepositoryAdvisory] {
    let repository = try openRepository()
    return try git { () throws(GitError) in try repository.advisories() }
  }

  private func examineFiles() throws(MixtapeError) -> Finding {
    let result = try check()
    let broken = result.reports.filter(\.hasErrors).count
    if broken > 0 {
      let files = broken == 1 ? "1 file has" : "\(broken) files have"
      return Finding(
        .error, "files", "\(files) errors and will not be committed", remedy: "Run `mixtape check` and mend them.")
    }
    let warned = result.reports.count
    guard warned == 0 else {
      return Finding(
        .warning, "files", "\(warned) of \(result.fileCount) files have warnings", remedy: "Run `mixtape check`.")
    }
    return Finding(.ok, "files", "\(result.fileCount) files without errors")
  }

  private func examineState(of repository: Repository) throws(MixtapeError) -> Finding {
    guard repository.state == .clean else {
      return Finding(
        .error, "repository", "a \(repository.state.rawValue) is under way; nothing can be changed until it ends",
        remedy: "Finish or abort it with git.")
    }
    switch try git({ () throws(GitError) in try repository.head() }) {
    case .branch(let name, let id): return Finding(.ok, "repository", "on branch \(name) at \(id.abbreviated)")
    case .unborn: return Finding(.ok, "repository", "no commit yet")
    case .detached(let id):
      return Finding(
        .warning, "repository", "HEAD is detached at \(id.abbreviated): new changes are on no branch",
        remedy: "Run `git switch -c NAME` to give them one.")
    }
  }

  private func examineLocks(of repository: Repository) throws(MixtapeError) -> [Finding] {
    var findings: [Finding] = []
    let lock = repository.gitDirectory.appending("index.lock")
    if try system(lock, { () throws(Errno) in try FileStatus(of: lock) }) != nil {
      findings.append(
        Finding(
          .error, "index", "\(lock) is there: git is at work, or was killed",
          remedy: "If no git is running in this store, remove that file."))
    }
    if let pending = try OperationJournal(in: PrivateState(of: repository)).read() {
      findings.append(
        Finding(
          .warning, "interrupted change", "\"\(pending.subject)\" was not finished",
          remedy: "The next change finishes it."))
    }
    return findings
  }

  private func examineIdentity(in repository: Repository) throws(MixtapeError) -> Finding {
    let identity = try git { () throws(GitError) in try repository.identity(for: .author) }
    let person = "\(identity.name) <\(identity.email)>"
    guard identity.isFallback else { return Finding(.ok, "identity", "commits are by \(person)") }
    return Finding(
      .warning, "identity", "git does not know who you are; commits are by \(person)",
      remedy: "Run `git config --global user.name NAME` and `git config --global user.email ADDRESS`.")
  }
}

extension RepositoryAdvisory {
  /// The name under which the store notes that it was said.
  var topic: String {
    switch self {
    case .commitsAreNotSigned: "signing"
    case .hooksDoNotRun: "hooks"
    }
  }
}
