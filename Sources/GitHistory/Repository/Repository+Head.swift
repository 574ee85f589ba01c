internal import CLibgit2
internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Returns the branch or commit that HEAD points at.
  public func head() throws(GitError) -> Head {
    guard let name = try headTarget() else { return .detached(try commitID(of: reference("HEAD"))) }
    let branch = Head.shortName(ofReference: name)
    guard let commit = try commit(ofReference: name) else { return .unborn(branch: branch) }
    return .branch(branch, commit)
  }

  /// The full name of the reference that HEAD points at, such as `refs/heads/main`; `nil` if HEAD is detached.
  func headTarget() throws(GitError) -> String? {
    let head = try reference("HEAD")
    return git_reference_symbolic_target(head.pointer).map { String(cString: $0) }
  }

  /// Returns the commit that `revision` names, in any form of `git rev-parse`: `HEAD~2`, a branch, the start of an
  /// id, `@{yesterday}`. Tags are followed to their commit.
  ///
  /// - Throws: ``GitError/Code/notFound``, ``GitError/Code/ambiguous``, ``GitError/Code/notACommit``, or
  ///   ``GitError/Code/invalidArgument`` if the text is not a revision or has more than 1,000 bytes.
  public func resolve(_ revision: String) throws(GitError) -> CommitID {
    guard !revision.utf8.contains(0) else {
      throw GitError(.invalidArgument, .resolve, message: "a revision cannot contain NUL")
    }
    guard revision.utf8.count <= Self.longestRevision else {
      throw GitError(.invalidArgument, .resolve, message: "the revision is too long")
    }
    let object = try object(of: revision)
    var commit: OpaquePointer?
    // Peeling has several error codes for objects that lead to no commit.
    guard git_object_peel(&commit, object.pointer, GIT_OBJECT_COMMIT) == 0, let id = git_object_id(commit) else {
      throw GitError(.notACommit, .resolve, message: "'\(revision)' does not name a commit")
    }
    defer { git_object_free(commit) }
    return CommitID(rawValue: ObjectID(id.pointee))
  }

  /// The maximum number of bytes of a revision. References are files, whose paths are limited too.
  private static let longestRevision = 1_000

  private func object(of revision: String) throws(GitError) -> Handle<ObjectKind> {
    do throws(GitError) {
      return try Handle(.resolve) { git_revparse_single(&$0, handle.pointer, revision) }
    } catch {
      // libgit2 reports starts of ids with fewer than four digits as ambiguous, whether or not there are such objects.
      guard error.code == .ambiguous, error.message.contains("too short") else { throw error }
      throw GitError(.notFound, .resolve, message: error.message)
    }
  }

  func reference(_ name: String) throws(GitError) -> Handle<ReferenceKind> {
    try Handle(.readReference) { git_reference_lookup(&$0, handle.pointer, name) }
  }

  /// Returns the commit that a reference leads to, directly or through symbolic references.
  func commitID(of reference: borrowing Handle<ReferenceKind>) throws(GitError) -> CommitID {
    // Most branches are direct references. Resolving a reference would read its file again.
    if let id = git_reference_target(reference.pointer) { return CommitID(rawValue: ObjectID(id.pointee)) }
    let direct = try Handle<ReferenceKind>(.readReference) { git_reference_resolve(&$0, reference.pointer) }
    guard let id = git_reference_target(direct.pointer) else {
      throw GitError(.corrupt, .readReference, message: "the reference has no target")
    }
    return CommitID(rawValue: ObjectID(id.pointee))
  }
}

/// A branch without a commit, although its reflog has one: its file was lost or emptied, as by a power cut.
public struct LostBranch: Hashable, Sendable {
  /// The short name of the branch, or the full name of a reference outside of `refs/heads/`.
  public var name: String { Head.shortName(ofReference: reference) }
  /// The newest commit of the reflog.
  public let commit: CommitID

  let reference: String
}

extension Repository {
  /// Returns the branch of HEAD if it is lost; `nil` for a branch with a commit, and for one that never had a commit. Git removes
  /// the reflog of a branch that it deletes.
  ///
  /// After `git gc`, a branch whose file is lost has the older commit that is packed. Its reflog then has a later one.
  public func lostBranch() throws(GitError) -> LostBranch? {
    guard let name = try headTarget() else { return nil }
    var packed: CommitID?
    do throws(GitError) {
      packed = try commitID(of: reference(name))
      if try exists(commonDirectory.appending(name), for: .readReference) { return nil }
    } catch {
      guard error.code == .notFound || error.code == .corrupt else { throw error }
    }
    let commits = try Self.commits(inReflog: commonDirectory.appending("logs").appending(name))
    guard let last = commits.last(where: { objects.contains($0.rawValue) }) else { return nil }
    // Without a reflog for the newest commits, the last entry is older.
    if let packed, packed == last { return nil }
    if let packed, try !reaches(packed, from: last) { return nil }
    return LostBranch(commit: last, reference: name)
  }

  /// Gives a lost branch its commit again.
  ///
  /// - Throws: ``GitError/Code/headMoved`` if it is not lost any more.
  public func restore(_ branch: LostBranch) throws(GitError) {
    let file = commonDirectory.appending(branch.reference)
    let lock = try waitingForLocks { () throws(GitError) in
      try LockFile(on: file, preparing: preparedReference, with: lockToken, .commit)
    }
    guard try lostBranch() == branch else {
      throw GitError(.headMoved, .commit, message: "another program has restored the branch", path: file)
    }
    try lock.replaceFile(with: branch.commit.referenceFile)
    lock.release()
    try synchronizeNames()
  }

  /// Returns the commits of a reflog to which a branch moved, oldest first; none without a reflog. Damaged lines are ignored.
  private static func commits(inReflog file: FilePath) throws(GitError) -> [CommitID] {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileAccess.readEnd(of: file, count: 1 << 16)
    } catch {
      guard error != .noSuchFileOrDirectory, error != .notDirectory else { return [] }
      throw GitError(error, .readReference, path: file)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // The ids before and after begin the line.
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      return words.count == 3 ? CommitID(String(decoding: words[1], as: UTF8.self)) : nil
    }
  }
}

extension Repository {
  /// Returns the full names of the references that begin with a prefix, with their targets. Ignores symbolic references.
  func references(under prefix: String) throws(GitError) -> [(name: String, target: ObjectID)] {
    let pointer = handle.pointer
    let references = try Handle<ReferenceIteratorKind>(.readReference) {
      git_reference_iterator_glob_new(&$0, pointer, "\(prefix)*")
    }
    var found: [(name: String, target: ObjectID)] = []
    while true {
      var next: OpaquePointer?
      let status = git_reference_next(&next, references.pointer)
      if status == GIT_ITEROVER.rawValue { return found }
      let reference = try Handle<ReferenceKind>(.readReference) {
        $0 = next
        return status
      }
      guard let name = git_reference_name(reference.pointer).map({ String(cString: $0) }), name.hasPrefix(prefix),
        let target = git_reference_target(reference.pointer)
      else { continue }
      found.append((name, ObjectID(target.pointee)))
    }
  }

  /// Returns the full names of the references that begin with a prefix, sorted. Ignores symbolic references.
  public func referenceNames(under prefix: String) throws(GitError) -> [String] {
    try references(under: prefix).map(\.name).sorted()
  }
}

extension CommitID {
  /// Reads the file of a reference; `nil` if it has the name of another reference, or is damaged. White space at the end is ignored, as
  /// in git.
  init?(referenceFile bytes: [UInt8]) {
    self.init(String(decoding: bytes, as: UTF8.self).trimming(\.isWhitespace))
  }

  /// The file of a reference to the commit.
  var referenceFile: [UInt8] { Array("\(self)\n".utf8) }
}
