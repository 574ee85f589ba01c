internal import CLibgit2

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Repository {
  /// Reads one commit.
  public func commit(_ id: CommitID) throws(GitError) -> Commit {
    let handle = try lookUp(id)
    guard let tree = git_commit_tree_id(handle.pointer), let author = git_commit_author(handle.pointer),
      let committer = git_commit_committer(handle.pointer)
    else { throw GitError(.corrupt, .readObject, message: "the commit \(id) is damaged") }
    let message = git_commit_message(handle.pointer).map { String(cString: $0) } ?? ""
    let parents = (0..<git_commit_parentcount(handle.pointer)).compactMap { index in
      git_commit_parent_id(handle.pointer, index).map { CommitID(rawValue: ObjectID($0.pointee)) }
    }
    return Commit(
      id: id, parents: parents, tree: ObjectID(tree.pointee), author: Signature(author.pointee),
      committer: Signature(committer.pointee), message: message,
      subject: git_commit_summary(handle.pointer).map { String(cString: $0) } ?? "",
      body: git_commit_body(handle.pointer).map { String(cString: $0) } ?? "",
      trailers: try Self.trailers(of: message))
  }

  /// Walks through history, newest first, in the order of `git log`.
  /// - Parameters:
  ///   - start: Where to begin; nil begins at HEAD, and on an unborn branch the walk is empty.
  ///   - firstParentOnly: Whether to leave out what merges brought in.
  public func log(from start: CommitID? = nil, firstParentOnly: Bool = false) throws(GitError) -> CommitWalk {
    let head = try head().commit
    return try CommitWalk(of: self, from: start ?? head, firstParentOnly: firstParentOnly)
  }

  /// Whether history goes on at a parent. In a shallow clone, the parents of the oldest commits were left out.
  public func isReachable(_ parent: CommitID) throws(GitError) -> Bool {
    guard git_repository_is_shallow(handle.pointer) == 1 else { return true }
    return hasObject(parent.rawValue)
  }

  func lookUp(_ id: CommitID) throws(GitError) -> Handle<CommitKind> {
    var cID = id.rawValue.cValue
    return try Handle(.readObject) { git_commit_lookup(&$0, handle.pointer, &cID) }
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
  /// Takes over a signature of libgit2's.
  init(_ signature: git_signature) {
    self.init(
      name: signature.name.map { String(cString: $0) } ?? "",
      email: signature.email.map { String(cString: $0) } ?? "",
      date: Date(timeIntervalSince1970: Double(signature.when.time)), utcOffset: Int(signature.when.offset))
  }
}
