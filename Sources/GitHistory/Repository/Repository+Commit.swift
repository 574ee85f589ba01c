internal import CLibgit2
internal import FileSystem
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A commit that was made, and that HEAD has not moved to yet.
public struct PreparedCommit: Sendable {
  /// The id of the commit.
  public let id: CommitID
  let tree: ObjectID
  let base: Head
  let committer: Signature
  let reflogEntry: String

  /// HEAD after it has moved to the commit.
  public var head: Head {
    switch base {
    case .unborn(let branch), .branch(let branch, _): .branch(branch, id)
    case .detached: .detached(id)
    }
  }
}

extension Repository {
  /// Makes a commit of HEAD's tree with changed files, writes it, and moves HEAD and the index to it. Combines
  /// ``prepareCommit(_:message:author:committer:onto:)``, ``writeMadeObjects(isDurable:)`` and
  /// ``moveHead(to:refreshing:)``.
  public func commit(
    _ changes: [TreeEdit], message: String, author: Signature, committer: Signature, onto expected: Head
  ) throws(GitError) -> CommitID {
    let commit = try prepareCommit(changes, message: message, author: author, committer: committer, onto: expected)
    try writeMadeObjects()
    try moveHead(to: [commit], refreshing: changes.map(\.path))
    return commit.id
  }

  /// Makes a commit of HEAD's tree with changed files, in memory. ``writeMadeObjects(isDurable:)`` must write its
  /// objects before HEAD moves to it. Further commits can be made on top of it at once.
  ///
  /// The index and the work tree are not used, so staged changes stay staged and do not become part of the commit.
  /// Hooks do not run and nothing is signed; see ``advisories()``. An existing file keeps its executable bit; a new
  /// file is not executable.
  ///
  /// - Parameters:
  ///   - changes: The files to set or remove, each path once. Directories are created and removed with their files.
  ///   - message: The message. White space at line ends and empty lines at both ends are removed, as in git.
  ///   - expected: HEAD when the change was planned.
  ///   - merged: The other parents of a merge.
  /// - Throws: ``GitError/Code/notFound`` if a file to remove or a content is missing; ``GitError/Code/conflict`` if
  ///   a file and a directory would have the same name; ``GitError/Code/invalidArgument`` for a path, a message or a
  ///   name that git does not allow.
  public func prepareCommit(
    _ changes: [TreeEdit], message: String, author: Signature, committer: Signature, onto expected: Head,
    merging merged: [CommitID] = []
  ) throws(GitError) -> PreparedCommit {
    let message = try Self.prettified(message)
    let base = try expected.commit.map { (id) throws(GitError) in try self.tree(of: id) }
    let tree = try TreeEditor(objects: objects).apply(changes, to: base)
    var text = "tree \(tree)\n"
    for parent in [expected.commit].compactMap(\.self) + merged { text += "parent \(parent)\n" }
    text += "author \(try author.header)\ncommitter \(try committer.header)\n\n\(message)"
    let id = CommitID(rawValue: try objects.make(Array(text.utf8), .commit))
    let kind = expected.commit == nil ? " (initial)" : merged.isEmpty ? "" : " (merge)"
    let entry = "commit\(kind): \(message.prefix { !$0.isNewline })"
    return PreparedCommit(id: id, tree: tree, base: expected, committer: committer, reflogEntry: entry)
  }

  /// Returns an existing commit for ``moveHead(to:refreshing:)``, which moves HEAD forward to it.
  ///
  /// - Parameters:
  ///   - committer: The person and the time in the reflog.
  ///   - entry: The reason in the reflog.
  public func prepareForward(
    to commit: CommitID, committer: Signature, onto expected: Head, reflogEntry entry: String
  ) throws(GitError) -> PreparedCommit {
    PreparedCommit(
      id: commit, tree: try tree(of: commit), base: expected, committer: committer,
      reflogEntry: String(entry.prefix { !$0.isNewline }))
  }

  private static func prettified(_ message: String) throws(GitError) -> String {
    guard !message.utf8.contains(0) else {
      throw GitError(.invalidArgument, .commit, message: "a message cannot contain NUL")
    }
    // Unlike in `git commit`, lines that begin with `#` stay in the message.
    let bytes = try bytesFromBuffer(.commit) { git_message_prettify(&$0, message, 0, 0) }
    guard !bytes.isEmpty else { throw GitError(.invalidArgument, .commit, message: "the message is empty") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Signature {
  /// The signature in the format of commit headers and reflogs: `name <email> seconds +hhmm`.
  var header: String {
    get throws(GitError) {
      let seconds = Int64(date.timeIntervalSince1970)
      let isBroken = (name + email).unicodeScalars.contains { ["<", ">", "\n", "\0"].contains($0) }
      guard !name.isEmpty, !isBroken, seconds >= 0, abs(utcOffset) < 24 * 60 else {
        throw GitError(.invalidArgument, .commit, message: "git does not allow the signature '\(name) <\(email)>'")
      }
      func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let zone = twoDigits(abs(utcOffset) / 60) + twoDigits(abs(utcOffset) % 60)
      return "\(name) <\(email)> \(seconds) \(utcOffset < 0 ? "-" : "+")\(zone)"
    }
  }
}

extension Repository {
  /// Moves HEAD to a chain of commits whose objects are written, and updates the index entries of some files to the
  /// last commit.
  ///
  /// The index is written first and stays locked until HEAD has moved. Git reads HEAD before the index, so no process
  /// sees the new commit with the old index, which would look like a staged revert. If HEAD cannot be moved, the
  /// index is restored. A power cut leaves the old or the new index and branch; ``synchronizeNames()`` makes the new
  /// ones durable.
  ///
  /// - Parameter paths: The files that the commits change.
  /// - Throws: ``GitError/Code/headMoved`` if HEAD is not the base of the commits. Nothing has changed then, and the
  ///   index stays locked for the next call, or until ``unlockIndex()``. ``GitError/Code/locked``.
  public func moveHead(to commits: [PreparedCommit], refreshing paths: [String]) throws(GitError) {
    guard let first = commits.first, let last = commits.last else { return }
    let lock = try lockIndex()
    do throws(GitError) {
      try requireHead(first.base)
    } catch {
      // Prevents other commits until these are made again.
      if error.code == .headMoved { keptIndexLock = lock }
      throw error
    }
    let old = try record(paths, of: last.tree, under: lock)
    do throws(GitError) {
      try waitingForLocks { () throws(GitError) in
        guard try !moveReferenceFile(from: first.base, through: commits, to: last) else { return }
        // Waiting for the lock may have taken time since HEAD was read.
        try requireHead(first.base)
        for commit in commits { try moveReference(to: commit) }
      }
    } catch {
      rollBackIndex(old, paths, under: lock, unless: last)
      throw error
    }
    mismatchedPaths.subtract(paths)
    lock.release()
  }

  /// Restores the index, unless HEAD moved before the failure, for example if libgit2 moves it and cannot write the
  /// reflog.
  private func rollBackIndex(
    _ old: GitIndexFile, _ paths: [String], under lock: LockFile, unless commit: PreparedCommit
  ) {
    do throws(GitError) {
      guard try head() != commit.head else { return }
      try restoreIndex(old, under: lock)
    } catch {
      // The caller gets the first error.
      mismatchedPaths.formUnion(paths)
    }
  }

  /// Makes the present branch, HEAD and index durable.
  public func synchronizeNames() throws(GitError) {
    let branch = try head().branchReference.map { commonDirectory.appending($0) }
    for file in [branch, indexPath].compactMap(\.self) {
      try reporting(.commit, at: file) { () throws(Errno) in try DurableFile.synchronizeDirectory(of: file) }
    }
  }

  private func requireHead(_ expected: Head) throws(GitError) {
    guard try head() == expected else { throw headMoved }
  }

  private var headMoved: GitError {
    GitError(.headMoved, .commit, message: "HEAD has moved since the change was planned", path: gitDirectory)
  }
}

// MARK: - References in files

extension Repository {
  /// Moves HEAD's branch, or a detached HEAD, by replacing its file. Does not support symbolic branches, and new
  /// branches beside packed ones, whose names may conflict.
  ///
  /// libgit2 would either sync the branch, two reflogs and their directories, or nothing, so that a power cut could
  /// leave an empty file as the branch. After a kill, it would leave a lock that cannot be attributed.
  ///
  /// - Returns: Whether the reference is supported.
  private func moveReferenceFile(
    from base: Head, through commits: [PreparedCommit], to last: PreparedCommit
  ) throws(GitError) -> Bool {
    guard let file = try referenceFile(of: base) else { return false }
    let lock = try LockFile(on: file, preparing: preparedReference, with: lockToken, .commit)
    try requireHead(base)
    guard try isDirect(file) else { return false }
    try log(commits, from: base)
    try lock.replaceFile(with: last.id.referenceFile)
    lock.release()
    return true
  }

  /// Returns the file that contains HEAD's commit; `nil` if the reference is not supported here.
  private func referenceFile(of head: Head) throws(GitError) -> FilePath? {
    guard let name = head.branchReference else { return gitDirectory.appending("HEAD") }
    guard name.hasPrefix(Head.branchPrefix) else { return nil }
    let file = commonDirectory.appending(name)
    guard case .unborn = head else { return file }
    let others = [file, commonDirectory.appending("packed-refs")]
    for other in others {
      let status = try reporting(.commit, at: file) { () throws(Errno) in try FileStatus(of: other) }
      if status != nil { return nil }
    }
    return file
  }

  /// The temporary file for a reference, outside of the directories in which git searches branches. Each linked work
  /// tree has its own.
  var preparedReference: FilePath {
    let isLinked = gitDirectory != commonDirectory
    return commonDirectory.appending("reference" + (isLinked ? "-\(gitDirectory.lastComponent?.string ?? "")" : ""))
  }

  /// Returns whether the file of a reference contains a commit rather than the name of another reference, or is
  /// missing because the branch is packed.
  private func isDirect(_ file: FilePath) throws(GitError) -> Bool {
    do throws(FileAccess.Failure) {
      return CommitID(referenceFile: try FileAccess.read(file)) != nil
    } catch {
      switch error {
      case .absent: return true
      case .notAFile, .tooLarge: return false
      case .system(let cause): throw GitError(cause, .readReference, path: file)
      }
    }
  }

  private func log(_ commits: [PreparedCommit], from base: Head) throws(GitError) {
    var lines = ""
    for commit in commits {
      let old = commit.base.commit?.description ?? String(repeating: "0", count: 2 * ObjectID.byteCount)
      lines += "\(old) \(commit.id) \(try commit.committer.header)\t\(commit.reflogEntry)\n"
    }
    let areMade = try createsReflogs()
    let branch = base.branchReference.map { commonDirectory.appending("logs").appending($0) }
    for log in [branch, gitDirectory.appending("logs/HEAD")].compactMap(\.self) {
      try reporting(.commit, at: log) { () throws(Errno) in
        try Self.add(Array(lines.utf8), to: log, making: areMade)
      }
    }
  }

  /// Appends a line to a reflog. Like git, does not sync it.
  private static func add(_ line: [UInt8], to log: FilePath, making isMade: Bool) throws(Errno) {
    do throws(Errno) {
      try FileAccess.append(line, to: log)
    } catch {
      guard [.noSuchFileOrDirectory, .isDirectory].contains(error) else { throw error }
      guard isMade else { return }
      // A directory that is left from reflogs of deleted branches.
      if error == .isDirectory { _ = try DurableFile.removeIfEmpty(log) }
      try DurableFile.makeDirectories(log.removingLastComponent())
      try FileAccess.append(line, to: log, making: true)
    }
  }

  /// Returns whether a new branch gets a reflog: by default, in a repository with a work tree.
  private func createsReflogs() throws(GitError) -> Bool {
    let key = "core.logAllRefUpdates"
    if try configuration.string(key)?.lowercased() == "always" { return true }
    return try configuration.bool(key) ?? true
  }
}

// MARK: - Other references

extension Repository {
  /// Moves a reference that ``moveReferenceFile(from:through:to:)`` does not support to a commit, if its value is the
  /// expected one: the target of a symbolic branch, or a new branch beside packed ones. libgit2 compares under its lock, writes
  /// the reflogs, and syncs all files.
  private func moveReference(to commit: PreparedCommit) throws(GitError) {
    let name = try directReference(commit.base.branchReference ?? "HEAD")
    var id = commit.id.rawValue.cValue
    do throws(GitError) {
      // The reflog uses this identity.
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

  /// Returns the target of a symbolic reference, or the reference itself if it is direct or missing.
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
