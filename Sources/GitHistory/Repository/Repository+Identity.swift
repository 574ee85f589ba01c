internal import FileSystem
package import SystemPackage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Repository {
  /// Returns the identity of the person who commits, as in git: `GIT_AUTHOR_NAME` and similar variables of the
  /// environment, then `author.name` and `user.name` of git's configuration, for an address also `EMAIL`, and
  /// otherwise ``Identity/unknown``, for which ``Identity/isFallback`` is true.
  ///
  /// If the configuration has conditions or comes from the environment, asks git itself, once for each role: libgit2 does not know
  /// all of them.
  public func identity(for role: Identity.Role) throws(GitError) -> Identity {
    if let known = knownIdentities[role] { return known }
    if try mayReadConfigurationDifferently, let identity = identityOfGit(for: role) {
      knownIdentities[role] = identity
      return identity
    }
    let unknown = Identity.unknown
    let name = try find("name", for: role) ?? (unknown.name, .fallback)
    let email =
      try find("email", for: role) ?? environment["EMAIL"].map { ($0, .environment) } ?? (unknown.email, .fallback)
    return Identity(name: name.0, email: email.0, source: max(name.1, email.1))
  }

  /// Makes the signature of the person who commits, for ``commit(_:message:author:committer:onto:)``.
  ///
  /// `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE` of the environment override `now`, as seconds (`@1772344800 +0100`)
  /// or in ISO 8601.
  ///
  /// - Parameters:
  ///   - now: The time of the commit.
  ///   - utcOffset: The offset of the user's clock from UTC in minutes, such as ``Signature/localUTCOffset(at:)``.
  /// - Throws: ``GitError/Code/invalidArgument`` for a date in another form.
  public func signature(for role: Identity.Role, now: Date, utcOffset: Int) throws(GitError) -> Signature {
    let identity = try identity(for: role)
    let variable = "GIT_\(role.rawValue.uppercased())_DATE"
    guard let text = environment[variable] else {
      return Signature(name: identity.name, email: identity.email, date: now, utcOffset: utcOffset)
    }
    guard let date = CommitDate(text, defaultOffset: utcOffset) else {
      throw GitError(.invalidArgument, .commit, message: "\(variable) is not a valid date: '\(text)'")
    }
    return Signature(
      name: identity.name, email: identity.email,
      date: Date(timeIntervalSince1970: Double(date.secondsSince1970)), utcOffset: date.utcOffset)
  }

  /// Whether git may find other settings than libgit2.
  private var mayReadConfigurationDifferently: Bool {
    get throws(GitError) {
      if ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"].contains(where: { environment[$0] != nil }) { return true }
      return try !configuration.names(matching: #"^includeif\."#).isEmpty
    }
  }

  /// Returns the identity that `git commit` would use; `nil` if git finds none, so that it would refuse to commit, or if it is not
  /// installed.
  private func identityOfGit(for role: Identity.Role) -> Identity? {
    let command = ["var", "GIT_\(role.rawValue.uppercased())_IDENT"]
    let lines = UnattendedGit.output(of: command, in: directory, environment.variables)?.split(
      separator: UInt8(ascii: "\n"))
    // A warning can stand before the identity.
    guard let person = lines?.last.map({ Person(parsing: $0) }), !person.isMalformed else { return nil }
    return Identity(name: person.name, email: person.email, source: .configuration)
  }

  private func find(_ key: String, for role: Identity.Role) throws(GitError) -> (String, Identity.Source)? {
    let variable = "GIT_\(role.rawValue)_\(key)".uppercased()
    if let value = environment[variable].flatMap(Self.cleaned) { return (value, .environment) }
    for section in [role.rawValue, "user"] {
      if let value = try configuration.string("\(section).\(key)").flatMap(Self.cleaned) {
        return (value, .configuration)
      }
    }
    return nil
  }

  /// Returns a name or an address without characters that a commit's header does not allow; `nil` if nothing is left.
  private static func cleaned(_ text: String) -> String? {
    let kept = text.filter { !["<", ">", "\n", "\r\n", "\0"].contains($0) }.trimming { $0 == " " }
    return kept.isEmpty ? nil : kept
  }
}

/// The git program as Mixtape starts it by itself, for packing and for the identity of the user.
///
/// It runs neither hooks nor other programs that the configuration of the repository names: the repository may come from an
/// archive of somebody else. Only for `sync` and `clone`, which the user asks for, git runs what it always runs.
package enum UnattendedGit {
  /// Returns the arguments of git for a command in a directory.
  ///
  /// The programs of other settings do not run: pagers need a terminal, and ``environment(_:)`` forbids connections.
  package static func arguments(_ command: [String], in directory: FilePath) -> [String] {
    ["-C", directory.string, "--no-pager", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"] + command
  }

  /// Returns the environment of git: without variables that lead it to another repository, and without connections, which it
  /// would make for the missing objects of a partial clone.
  package static func environment(_ all: [String: String]) -> [String: String] {
    var environment = all.filter { !redirections.contains($0.key) }
    environment["GIT_NO_LAZY_FETCH"] = "1"
    environment["GIT_ALLOW_PROTOCOL"] = ""
    return environment
  }

  /// Returns what a command writes; `nil` if git is not installed, fails, or takes too long.
  static func output(of command: [String], in directory: FilePath, _ variables: [String: String]) -> [UInt8]? {
    guard let git = InstalledProgram.path(of: "git", in: variables) else { return nil }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { ours.close() }
      let process = try { () throws(Errno) in
        // The end of the output is seen only when no process has this descriptor any more.
        defer { theirs.close() }
        return try SpawnedProcess(
          git.string, arguments(command, in: directory), environment: environment(variables), output: theirs.descriptor,
          closing: [ours.descriptor], sharing: .nothing)
      }()
      var bytes: [UInt8] = []
      while true {
        guard try ours.wait(toSend: false, atMost: patience) else {
          process.end()
          break
        }
        guard let piece = try ours.receive() else { continue }
        guard !piece.isEmpty else { break }
        bytes += piece
      }
      return try process.wait() == 0 ? bytes : nil
    } catch {
      return nil
    }
  }

  private static let patience = Duration.seconds(10)

  /// The variables that belong to one repository. See `git rev-parse --local-env-vars`.
  package static let redirections: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}
