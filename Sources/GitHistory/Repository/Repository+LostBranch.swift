internal import FileSystem
internal import SystemPackage

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
      if try hasFile(ofReference: name) { return nil }
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
    try lock.replaceFile(with: LooseReference.direct(branch.commit).encoded)
    lock.release()
    try synchronizeNames()
  }

  private func hasFile(ofReference name: String) throws(GitError) -> Bool {
    let file = commonDirectory.appending(name)
    do throws(Errno) {
      return try FileStatus(of: file) != nil
    } catch {
      throw GitError(error, .readReference, path: file)
    }
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
