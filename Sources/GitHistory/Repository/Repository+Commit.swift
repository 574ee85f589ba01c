internal import CLibgit2

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Repository {
  /// Makes a commit of HEAD's tree with some files changed, and moves HEAD to it.
  ///
  /// Neither the index nor the work tree takes part: what the user has staged stays staged and is not swept along. Call
  /// ``refreshIndex(paths:)`` afterwards, or git takes the index for a change back. Hooks do not run and nothing is
  /// signed; see ``advisories()``. An executable file stays one; a new file is not executable.
  /// - Parameters:
  ///   - changes: The files to set or remove, each path once. Directories come and go with their files.
  ///   - message: The message. White space at line ends and empty lines at both ends are removed, as git does.
  ///   - expected: What HEAD was when the change was planned.
  /// - Throws: ``GitError/Code/headMoved`` where HEAD is something else by now, and nothing has changed then;
  ///   ``GitError/Code/locked``; ``GitError/Code/notFound`` where a file to remove is not there;
  ///   ``GitError/Code/conflict`` where a file and a directory would have the same name;
  ///   ``GitError/Code/invalidArgument`` for a path, a message or a name that git does not allow.
  public func commit(
    _ changes: [TreeChange], message: String, author: Signature, committer: Signature, onto expected: Head
  ) throws(GitError) -> CommitID {
    try requireHead(expected)
    let message = try Self.prettified(message)
    let base = try expected.commit.map { (id) throws(GitError) in try treeID(of: id) }
    let tree = try TreeEditor(repository: self).apply(changes, to: base)
    let author = try CSignature(author)
    let committer = try CSignature(committer)
    // The reflog takes its identity from here.
    try Libgit2.call(.commit) { git_repository_set_ident(handle.pointer, committer.name, committer.email) }
    return try waitingForLocks { () throws(GitError) in
      // A lock may have been waited for since HEAD was read.
      try requireHead(expected)
      return try createCommit(tree: tree, parent: expected.commit, message: message, author, committer)
    }
  }

  private func requireHead(_ expected: Head) throws(GitError) {
    guard try head() == expected else {
      throw GitError(.headMoved, .commit, message: "HEAD has moved since the change was planned", path: gitDirectory)
    }
  }

  /// Writes the commit and moves HEAD, or what HEAD points at. libgit2 compares it with the parent under its lock.
  private func createCommit(
    tree: ObjectID, parent: CommitID?, message: String, _ author: borrowing CSignature,
    _ committer: borrowing CSignature
  ) throws(GitError) -> CommitID {
    var id = git_oid()
    var tree = tree.cValue
    try Libgit2.call(.commit, path: gitDirectory) {
      withParents(parent) { count, parents in
        git_commit_create_from_ids(
          &id, handle.pointer, "HEAD", author.pointer, committer.pointer, nil, message, &tree, count, parents)
      }
    }
    return CommitID(rawValue: ObjectID(id))
  }

  private func withParents(
    _ parent: CommitID?, _ body: (Int, UnsafeMutablePointer<UnsafePointer<git_oid>?>?) -> CInt
  ) -> CInt {
    guard let parent else { return body(0, nil) }
    return withUnsafePointer(to: parent.rawValue.cValue) { id in
      var parents: UnsafePointer<git_oid>? = id
      return body(1, &parents)
    }
  }

  private static func prettified(_ message: String) throws(GitError) -> String {
    guard !message.utf8.contains(0) else {
      throw GitError(.invalidArgument, .commit, message: "a message cannot contain NUL")
    }
    // Lines that begin with `#` are part of the message here.
    let bytes = try bytesFromBuffer(.commit) { git_message_prettify(&$0, message, 0, 0) }
    guard !bytes.isEmpty else { throw GitError(.invalidArgument, .commit, message: "the message is empty") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A signature in libgit2's form, owned.
private struct CSignature: ~Copyable {
  let pointer: UnsafeMutablePointer<git_signature>

  init(_ signature: Signature) throws(GitError) {
    var made: UnsafeMutablePointer<git_signature>?
    let seconds = git_time_t(signature.date.timeIntervalSince1970)
    try Libgit2.call(.commit) {
      git_signature_new(&made, signature.name, signature.email, seconds, CInt(clamping: signature.utcOffset))
    }
    guard let made else { throw GitError(.other, .commit, message: "libgit2 made no signature") }
    pointer = made
  }

  var name: UnsafePointer<CChar>? { UnsafePointer(pointer.pointee.name) }
  var email: UnsafePointer<CChar>? { UnsafePointer(pointer.pointee.email) }

  deinit { git_signature_free(pointer) }
}
