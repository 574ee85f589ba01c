internal import CLibgit2

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A commit that is made, and that no branch has yet.
public struct PreparedCommit: Sendable {
  /// The id that it has.
  public let id: CommitID
  let tree: ObjectID
  let base: Head
  let committer: Signature
  let reflogEntry: String

  /// What HEAD is when it has moved there.
  public var head: Head {
    switch base {
    case .unborn(let branch), .branch(let branch, _): .branch(branch, id)
    case .detached: .detached(id)
    }
  }
}

extension Repository {
  /// Makes a commit of HEAD's tree with some files changed, writes it and moves HEAD and the index to it:
  /// ``prepareCommit(_:message:author:committer:onto:)``, writing and ``moveHead(to:refreshing:)`` in one.
  public func commit(
    _ changes: [TreeChange], message: String, author: Signature, committer: Signature, onto expected: Head
  ) throws(GitError) -> CommitID {
    let commit = try prepareCommit(changes, message: message, author: author, committer: committer, onto: expected)
    try writeMadeObjects()
    try moveHead(to: [commit], refreshing: changes.map(\.path))
    return commit.id
  }

  /// Makes a commit of HEAD's tree with some files changed, in memory. Its objects have to be written
  /// with ``writeMadeObjects(isDurable:)`` before HEAD moves to it. The next commit may be made on top of it at once.
  ///
  /// Neither the index nor the work tree takes part: what the user has staged stays staged and is not swept along. Hooks
  /// do not run and nothing is signed; see ``advisories()``. An executable file stays one; a new file is not executable.
  /// - Parameters:
  ///   - changes: The files to set or remove, each path once. Directories come and go with their files.
  ///   - message: The message. White space at line ends and empty lines at both ends are removed, as git does.
  ///   - expected: What HEAD was when the change was planned.
  /// - Throws: ``GitError/Code/notFound`` where a file to remove or a content is not there; ``GitError/Code/conflict``
  ///   where a file and a directory would have the same name; ``GitError/Code/invalidArgument`` for a path, a message or
  ///   a name that git does not allow.
  public func prepareCommit(
    _ changes: [TreeChange], message: String, author: Signature, committer: Signature, onto expected: Head
  ) throws(GitError) -> PreparedCommit {
    let message = try Self.prettified(message)
    let base = try expected.commit.map { (id) throws(GitError) in try treeID(of: id) }
    let tree = try TreeEditor(objects: objects).apply(changes, to: base)
    var text = "tree \(tree)\n"
    if let parent = expected.commit { text += "parent \(parent)\n" }
    text += "author \(try author.header)\ncommitter \(try committer.header)\n\n\(message)"
    let id = CommitID(rawValue: try objects.make(Array(text.utf8), .commit))
    let entry = "commit\(expected.commit == nil ? " (initial)" : ""): \(message.prefix { !$0.isNewline })"
    return PreparedCommit(id: id, tree: tree, base: expected, committer: committer, reflogEntry: entry)
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

extension Signature {
  /// The signature as a commit's header and a reflog have it: `name <email> seconds +hhmm`.
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
