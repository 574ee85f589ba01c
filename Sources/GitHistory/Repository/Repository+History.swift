internal import CLibgit2

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Repository {
  /// Reads a commit. If the commit is replaced, reads the replacement.
  public func commit(_ id: CommitID) throws(GitError) -> Commit {
    let object = try commitObject(id)
    let (author, committer, isMalformed) = object.persons
    let (subject, body) = object.parts
    let (parents, boundary) = try lineage(of: id, in: object)
    return Commit(
      id: id, parents: parents, boundary: boundary, tree: object.tree, author: author, committer: committer,
      isMalformed: isMalformed, message: object.message, subject: subject, body: body,
      trailers: try Self.trailers(of: object.message))
  }

  /// Returns the effective parents of a commit.
  public func parents(of id: CommitID) throws(GitError) -> [CommitID] {
    try lineage(of: id, in: try commitObject(id)).parents
  }

  /// Returns a text that changes whenever commits get other parents or replacements: by grafts, by replacements, or
  /// when a shallow clone is deepened; `nil` if there are no such settings.
  public func historyFingerprint() throws(GitError) -> String? { try overrides().fingerprint }

  private func lineage(
    of id: CommitID, in commit: CommitObject
  ) throws(GitError) -> (parents: [CommitID], boundary: HistoryBoundary?) {
    try overrides().lineage(of: id, recorded: commit.parents) { () throws(GitError) in
      try !objects.commit(id).parents.isEmpty
    }
  }

  /// Reads a commit or its replacement.
  func commitObject(_ id: CommitID) throws(GitError) -> CommitObject {
    try objects.commit(try overrides().replacement(of: id))
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
