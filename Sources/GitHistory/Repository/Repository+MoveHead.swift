internal import CLibgit2
internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Moves HEAD to a commit whose objects are written. Call ``refreshIndex(paths:)`` afterwards, or git takes the index
  /// for a change back. A power cut leaves the old branch or the new one; ``synchronizeNames()`` makes the new one durable.
  /// - Throws: ``GitError/Code/headMoved`` where HEAD is something else than the commit was made for, and nothing has
  ///   changed then; ``GitError/Code/locked``.
  public func moveHead(to commit: PreparedCommit) throws(GitError) {
    if locksIndexUntilRefreshed, indexLock == nil { indexLock = try lockIndex() }
    do throws(GitError) {
      try waitingForLocks { () throws(GitError) in
        guard try !moveBranch(to: commit) else { return }
        // A lock may have been waited for since HEAD was read.
        try requireHead(commit.base)
        try moveReference(to: commit)
      }
    } catch {
      // Where HEAD has moved, another commit is made for it.
      if error.code != .headMoved { indexLock = nil }
      throw error
    }
  }

  /// Makes durable which files HEAD's branch, HEAD and the index are.
  public func synchronizeNames() throws(GitError) {
    let branch = try head().branchReference.map { commonDirectory.appending($0) }
    for file in [branch, indexPath].compactMap(\.self) {
      do throws(Errno) {
        try DurableFile.synchronizeDirectory(of: file)
      } catch {
        throw GitError(error, .commit, path: file)
      }
    }
  }

  private func requireHead(_ expected: Head) throws(GitError) {
    guard try head() == expected else { throw headMoved }
  }

  private var headMoved: GitError {
    GitError(.headMoved, .commit, message: "HEAD has moved since the change was planned", path: gitDirectory)
  }
}

// MARK: - A branch that is a file

extension Repository {
  /// Moves HEAD's branch, where it has a commit and is not another's alias, as nearly always.
  ///
  /// libgit2 would sync the branch, two logs, and a directory for each of the three, or nothing at all, so that a power cut
  /// could leave a branch that is an empty file.
  /// - Returns: whether it is such a branch.
  private func moveBranch(to commit: PreparedCommit) throws(GitError) -> Bool {
    guard case .branch(_, let old) = commit.base, let name = commit.base.branchReference,
      name.hasPrefix(Head.branchPrefix)
    else { return false }
    let file = commonDirectory.appending(name)
    let lock = try LockFile(on: file, .commit)
    try requireHead(commit.base)
    guard try isDirect(file) else { return false }
    try log(commit, from: old, of: name)
    try lock.replaceFile(with: LooseReference.direct(commit.id).encoded)
    return true
  }

  /// Whether the file of a branch has a commit and not the name of another branch, or is missing, as that of a packed branch.
  private func isDirect(_ file: FilePath) throws(GitError) -> Bool {
    do throws(FileAccess.Failure) {
      guard case .direct = LooseReference(parsing: try FileAccess.read(file)) else { return false }
      return true
    } catch {
      switch error {
      case .absent: return true
      case .notAFile, .tooLarge: return false
      case .system(let cause): throw GitError(cause, .readReference, path: file)
      }
    }
  }

  /// Adds a line to the logs of a branch and of HEAD.
  private func log(_ commit: PreparedCommit, from old: CommitID, of branch: String) throws(GitError) {
    let line = Array("\(old) \(commit.id) \(try commit.committer.header)\t\(commit.reflogEntry)\n".utf8)
    let areMade = try areLogsMade()
    for log in [commonDirectory.appending("logs").appending(branch), gitDirectory.appending("logs/HEAD")] {
      do throws(Errno) {
        try Self.add(line, to: log, making: areMade)
      } catch {
        throw GitError(error, .commit, path: log)
      }
    }
  }

  /// Adds to a log that is there, or makes it if there is to be one. Git does not sync it either.
  private static func add(_ line: [UInt8], to log: FilePath, making isMade: Bool) throws(Errno) {
    do throws(Errno) {
      try FileAccess.append(line, to: log)
    } catch {
      guard [.noSuchFileOrDirectory, .isDirectory].contains(error) else { throw error }
      guard isMade else { return }
      // The directory of the logs of branches that are gone.
      if error == .isDirectory { _ = try DurableFile.removeIfEmpty(log) }
      try DurableFile.makeDirectories(log.removingLastComponent())
      try FileAccess.append(line, to: log, making: true)
    }
  }

  /// Whether git makes a log for a branch that has none: in a repository with a work tree, if nothing else is said.
  private func areLogsMade() throws(GitError) -> Bool {
    let key = "core.logAllRefUpdates"
    if try configuration.string(key)?.lowercased() == "always" { return true }
    return try configuration.bool(key) ?? true
  }
}

// MARK: - Other references

extension Repository {
  /// Points a new branch, a detached HEAD, or the branch that HEAD's is another name of, at a commit if it still is what
  /// was expected. libgit2 compares under its lock, writes the logs, and syncs all.
  private func moveReference(to commit: PreparedCommit) throws(GitError) {
    let name = try directReference(commit.base.branchReference ?? "HEAD")
    var id = commit.id.rawValue.cValue
    do throws(GitError) {
      // The log takes its identity from here.
      try Libgit2.call(.commit) {
        git_repository_set_ident(handle.pointer, commit.committer.name, commit.committer.email)
      }
      _ = try Handle<ReferenceKind>(.commit, path: gitDirectory) { reference in
        guard var old = commit.base.commit?.rawValue.cValue else {
          return git_reference_create(&reference, handle.pointer, name, &id, 0, commit.reflogEntry)
        }
        return git_reference_create_matching(&reference, handle.pointer, name, &id, 1, &old, commit.reflogEntry)
      }
    } catch {
      throw [.notFound, .alreadyExists, .headMoved].contains(error.code) ? headMoved : error
    }
  }

  /// The reference that another one is another name of; the same one if it is not, or is not there yet.
  private func directReference(_ name: String) throws(GitError) -> String {
    guard name != "HEAD" else { return name }
    do throws(GitError) {
      let reference = try reference(name)
      let direct = try Handle<ReferenceKind>(.readReference) { git_reference_resolve(&$0, reference.pointer) }
      return git_reference_name(direct.pointer).map { String(cString: $0) } ?? name
    } catch {
      guard error.code == .notFound else { throw error }
      return name
    }
  }
}
