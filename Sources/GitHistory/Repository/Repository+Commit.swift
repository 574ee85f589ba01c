internal import CLibgit2

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
    _ changes: [TreeChange], message: String, author: Signature, committer: Signature, onto expected: Head
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
    _ changes: [TreeChange], message: String, author: Signature, committer: Signature, onto expected: Head,
    merging merged: [CommitID] = []
  ) throws(GitError) -> PreparedCommit {
    let message = try Self.prettified(message)
    let base = try expected.commit.map { (id) throws(GitError) in try treeID(of: id) }
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
      id: commit, tree: try treeID(of: commit), base: expected, committer: committer,
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
