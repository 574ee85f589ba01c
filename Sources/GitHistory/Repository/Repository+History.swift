internal import CLibgit2

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Repository {
  /// Reads a commit. If the commit is replaced, reads the replacement.
  public func commit(_ id: CommitID) throws(GitError) -> Commit {
    let handle = try lookUp(id)
    guard let tree = git_commit_tree_id(handle.pointer), let author = git_commit_author(handle.pointer),
      let committer = git_commit_committer(handle.pointer)
    else { throw GitError(.corrupt, .readObject, message: "the commit \(id) is damaged") }
    let message = git_commit_message(handle.pointer).map { String(cString: $0) } ?? ""
    let (parents, boundary) = try lineage(of: id, in: handle)
    return Commit(
      id: id, parents: parents, boundary: boundary, tree: ObjectID(tree.pointee), author: Signature(author.pointee),
      committer: Signature(committer.pointee), message: message,
      subject: git_commit_summary(handle.pointer).map { String(cString: $0) } ?? "",
      body: git_commit_body(handle.pointer).map { String(cString: $0) } ?? "",
      trailers: try Self.trailers(of: message))
  }

  /// Returns the effective parents of a commit.
  public func parents(of id: CommitID) throws(GitError) -> [CommitID] {
    try lineage(of: id, in: try lookUp(id)).parents
  }

  /// Returns a text that changes whenever commits get other parents or replacements: by grafts, by replacements, or
  /// when a shallow clone is deepened; `nil` if there are no such settings.
  public func historyFingerprint() throws(GitError) -> String? { try overrides().fingerprint }

  /// Returns whether there are such settings. libgit2's walks ignore them, and fail at the boundary of a shallow clone.
  func hasOverrides() throws(GitError) -> Bool { try !overrides().isEmpty }

  private func lineage(
    of id: CommitID, in commit: borrowing Handle<CommitKind>
  ) throws(GitError) -> (parents: [CommitID], boundary: HistoryBoundary?) {
    let recorded = Self.recordedParents(of: commit)
    return try overrides().lineage(of: id, recorded: recorded) { () throws(GitError) in
      let original = try lookUpRecorded(id)
      return !Self.recordedParents(of: original).isEmpty
    }
  }

  private static func recordedParents(of commit: borrowing Handle<CommitKind>) -> [CommitID] {
    let pointer = commit.pointer
    return (0..<git_commit_parentcount(pointer)).compactMap { index in
      git_commit_parent_id(pointer, index).map { CommitID(rawValue: ObjectID($0.pointee)) }
    }
  }

  /// Opens a commit or its replacement.
  func lookUp(_ id: CommitID) throws(GitError) -> Handle<CommitKind> {
    try lookUpRecorded(try overrides().replacement(of: id))
  }

  private func lookUpRecorded(_ id: CommitID) throws(GitError) -> Handle<CommitKind> {
    var cID = id.rawValue.cValue
    return try Handle(.readObject) { git_commit_lookup(&$0, handle.pointer, &cID) }
  }

  private func overrides() throws(GitError) -> HistoryOverrides {
    if let knownOverrides { return knownOverrides }
    let overrides = try HistoryOverrides(of: self)
    knownOverrides = overrides
    return overrides
  }

  private static func trailers(of message: String) throws(GitError) -> [Commit.Trailer] {
    var array = git_message_trailer_array()
    defer { git_message_trailer_array_free(&array) }
    try Libgit2.call(.readObject) { git_message_trailers(&array, message) }
    return UnsafeBufferPointer(start: array.trailers, count: array.count).map { trailer in
      Commit.Trailer(key: String(cString: trailer.key), value: String(cString: trailer.value))
    }
  }
}

extension Signature {
  /// Copies a signature of libgit2.
  init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      date: Date(timeIntervalSince1970: Double(signature.when.time)), utcOffset: Int(signature.when.offset))
  }
}
