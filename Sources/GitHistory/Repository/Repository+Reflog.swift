internal import FileSystem
public import SystemPackage

/// An entry of the reflog of HEAD: a move of HEAD, with its reason.
public struct ReflogEntry: Hashable, Sendable {
  /// The commit before; `nil` for the first commit of a repository.
  public let old: CommitID?
  /// The commit after.
  public let new: CommitID
  /// The reason, in English, such as `pull: Fast-forward`.
  public let reason: String
}

extension Repository {
  /// The git directories of all work trees: the main one, and those below `worktrees/`.
  ///
  /// - Throws: `GitError` if the linked work trees cannot be listed.
  public func gitDirectories() throws(GitError) -> [FilePath] {
    let linked = commonDirectory.appending("worktrees")
    do throws(Errno) {
      let names = try Directory(at: linked).names().compactMap { name, _ in
        String(validating: name.dropLast(), as: UTF8.self)
      }
      return [commonDirectory] + names.sorted().map { linked.appending($0) }
    } catch {
      guard error != .noSuchFileOrDirectory else { return [commonDirectory] }
      throw GitError(error, .readReference, path: linked)
    }
  }

  /// Returns the newest entries of the reflogs of HEAD of all work trees with certain reasons, oldest first in each work tree; empty
  /// without a reflog. Damaged lines are ignored.
  ///
  /// - Parameters:
  ///   - prefixes: The beginnings of the reasons.
  ///   - size: The number of bytes to read, from the end of each file.
  public func headReflog(withReasons prefixes: [String], reading size: Int) throws(GitError) -> [ReflogEntry] {
    let starts = prefixes.map { Array($0.utf8) }
    var entries: [ReflogEntry] = []
    for directory in try gitDirectories() {
      entries += try Self.reflog(in: directory.appending("logs/HEAD"), withReasons: starts, reading: size)
    }
    return entries
  }

  private static func reflog(
    in file: FilePath, withReasons starts: [[UInt8]], reading size: Int
  ) throws(GitError) -> [ReflogEntry] {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileAccess.readEnd(of: file, count: size)
    } catch {
      guard error != .noSuchFileOrDirectory, error != .notDirectory else { return [] }
      throw GitError(error, .readReference, path: file)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Git writes no tab before an empty reason.
      let tab = line.firstIndex(of: UInt8(ascii: "\t")) ?? line.endIndex
      let reason = line[tab...].dropFirst()
      return starts.contains { reason.starts(with: $0) } ? ReflogEntry(line[..<tab], reason) : nil
    }
  }
}

// MARK: - A lost branch

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
  public func lostBranch() throws(GitError) -> LostBranch? {
    guard let name = try headTarget() else { return nil }
    do throws(GitError) {
      _ = try reference(name)
      return nil
    } catch {
      guard error.code == .notFound || error.code == .corrupt else { throw error }
      let log = commonDirectory.appending("logs").appending(name)
      let entries = try Self.reflog(in: log, withReasons: [[]], reading: 1 << 16)
      return entries.last { objects.contains($0.new.rawValue) }.map { LostBranch(commit: $0.new, reference: name) }
    }
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
}

extension ReflogEntry {
  /// Reads a line of two parts: the ids with `name <email> seconds +hhmm`, and the reason.
  fileprivate init?(_ head: ArraySlice<UInt8>, _ reason: ArraySlice<UInt8>) {
    let words = head.split(separator: UInt8(ascii: " "), maxSplits: 2).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard words.count == 3, let old = CommitID(words[0]), let new = CommitID(words[1]) else { return nil }
    self.old = words[0].allSatisfy { $0 == "0" } ? nil : old
    self.new = new
    self.reason = String(decoding: reason, as: UTF8.self)
  }
}
