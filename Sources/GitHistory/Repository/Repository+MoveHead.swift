internal import CLibgit2
internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Moves HEAD to commits whose objects are written, one on top of the other, and has the index say of some files what the
  /// last of them says.
  ///
  /// The index comes first and stays locked until HEAD has moved, so that nobody who reads HEAD before the index, as git does,
  /// sees a commit and an index that lacks it, and would take the commit back. Where HEAD does not move, the index is put back.
  /// A power cut leaves the old or the new index and branch; ``synchronizeNames()`` makes the new ones durable.
  ///
  /// - Parameter paths: The files that the commits change.
  /// - Throws: ``GitError/Code/headMoved`` where HEAD is something else than the commits were made for, and nothing has
  ///   changed then. The index stays locked for the next call, or until ``unlockIndex()``. ``GitError/Code/locked``.
  public func moveHead(to commits: [PreparedCommit], refreshing paths: [String]) throws(GitError) {
    guard let first = commits.first, let last = commits.last else { return }
    let lock = try lockIndex()
    do throws(GitError) {
      try requireHead(first.base)
    } catch {
      // Nobody else can commit until these commits are made again.
      if error.code == .headMoved { keptIndexLock = lock }
      throw error
    }
    let old = try record(paths, of: last.tree, under: lock)
    do throws(GitError) {
      try waitingForLocks { () throws(GitError) in
        guard try !moveOwnReference(from: first.base, through: commits, to: last) else { return }
        // A lock may have been waited for since HEAD was read.
        try requireHead(first.base)
        for commit in commits { try moveReference(to: commit) }
      }
    } catch {
      putBack(old, paths, under: lock, unless: last)
      throw error
    }
    misstatedPaths.subtract(paths)
    lock.release()
  }

  /// Puts the index back, unless HEAD has moved before the failure showed, as where libgit2 moves it and cannot write its log.
  private func putBack(_ old: GitIndexFile, _ paths: [String], under lock: LockFile, unless commit: PreparedCommit) {
    do throws(GitError) {
      guard try head() != commit.head else { return }
      try restoreIndex(old, under: lock)
    } catch {
      // What failed first is what the caller is told.
      misstatedPaths.formUnion(paths)
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

// MARK: - A reference that is a file

extension Repository {
  /// Moves HEAD's branch, or HEAD where it is detached: all but branches that are other names of others, and new branches
  /// that could be in the way of packed ones.
  ///
  /// libgit2 would sync the branch, two logs, and a directory for each of the three, or nothing at all, so that a power cut
  /// could leave a branch that is an empty file. A kill would leave a lock that nobody knows.
  /// - Returns: whether it is such a reference.
  private func moveOwnReference(
    from base: Head, through commits: [PreparedCommit], to last: PreparedCommit
  ) throws(GitError) -> Bool {
    guard let file = try ownReference(of: base) else { return false }
    let lock = try LockFile(on: file, preparing: referencePlace, with: lockToken, .commit)
    try requireHead(base)
    guard try isDirect(file) else { return false }
    try log(commits, from: base)
    try lock.replaceFile(with: LooseReference.direct(last.id).encoded)
    lock.release()
    return true
  }

  /// The file that says which commit HEAD is; `nil` where that is for libgit2 to find out.
  private func ownReference(of head: Head) throws(GitError) -> FilePath? {
    guard let name = head.branchReference else { return gitDirectory.appending("HEAD") }
    guard name.hasPrefix(Head.branchPrefix) else { return nil }
    let file = commonDirectory.appending(name)
    guard case .unborn = head else { return file }
    let others = [file, commonDirectory.appending("packed-refs")]
    do throws(Errno) {
      for other in others where try FileStatus(of: other) != nil { return nil }
    } catch {
      throw GitError(error, .commit, path: file)
    }
    return file
  }

  /// Where the new content of a reference is prepared, outside of the directories that git looks through for branches. Linked
  /// work trees have places of their own.
  var referencePlace: FilePath {
    let isLinked = gitDirectory != commonDirectory
    return commonDirectory.appending("reference" + (isLinked ? "-\(gitDirectory.lastComponent?.string ?? "")" : ""))
  }

  /// Whether the file of a reference has a commit and not the name of another reference, or is missing, as that of a packed branch.
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

  /// Adds lines to the logs of HEAD and of its branch.
  private func log(_ commits: [PreparedCommit], from base: Head) throws(GitError) {
    var lines = ""
    for commit in commits {
      let old = commit.base.commit?.description ?? String(repeating: "0", count: 2 * ObjectID.byteCount)
      lines += "\(old) \(commit.id) \(try commit.committer.header)\t\(commit.reflogEntry)\n"
    }
    let areMade = try areLogsMade()
    let branch = base.branchReference.map { commonDirectory.appending("logs").appending($0) }
    for log in [branch, gitDirectory.appending("logs/HEAD")].compactMap(\.self) {
      do throws(Errno) {
        try Self.add(Array(lines.utf8), to: log, making: areMade)
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
