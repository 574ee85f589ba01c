import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// The ways in which two clones exchange changes: `a`, whose sync is killed, and `b`, beside a remote.
enum Exchange: String, CaseIterable {
  /// Only the clone has changes.
  case push
  /// Only the remote has changes.
  case forward
  /// Both have changes, and the clone has hand edits that are not committed.
  case merge

  /// Makes a remote and two clones below one directory, with relative addresses.
  func prepared() throws -> Snapshot {
    let sandbox = try Sandbox()
    for (path, text) in Change.files { try sandbox.write(text, to: "a/\(path)") }
    let first = sandbox.store.appending("a")
    _ = try Store.initialize(at: first, from: nil, context: sandbox.patientContext)
    try sandbox.git("init", "-q", "--bare", "-b", "main", "remote.git")
    try sandbox.git("remote", "add", "origin", "../remote.git", in: first)
    try sandbox.git("push", "-q", "--set-upstream", "origin", "main", in: first)
    try sandbox.git("clone", "-q", "remote.git", "b")
    try sandbox.git("remote", "set-url", "origin", "../remote.git", in: sandbox.store.appending("b"))
    if self != .push {
      let other = try Store(at: sandbox.store.appending("b"), context: sandbox.patientContext)
      try other.add(try [Episode.ID(validating: "p/4")], to: Playlist.ID(validating: "morning"))
      try other.move(try Playlist.ID(validating: "calm"), to: try Folder(validating: "travel"))
      try other.delete(try Playlist.ID(validating: "focus"))
      try sandbox.git("push", "-q", in: sandbox.store.appending("b"))
    }
    if self != .forward {
      let store = try Store(at: first, context: sandbox.patientContext)
      try store.remove([.id(try Episode.ID(validating: "p/2"))], from: try Playlist.ID(validating: "morning"))
      try sandbox.write("# By hand.\n" + (Change.files["playlists/tram.toml"] ?? ""), to: "a/playlists/tram.toml")
    }
    return try Snapshot(of: sandbox.store)
  }

  /// Syncs both clones until they are equal.
  ///
  /// - Parameters:
  ///   - isChanged: Whether the killed clone makes another change first.
  ///   - patience: The time for which stores wait for locks.
  ///   - sync: Syncs one clone.
  /// - Returns: The trees of the clones and the remote.
  static func completed(
    in sandbox: Sandbox, isChanged: Bool, patience: Duration = .seconds(60),
    by sync: (Store) throws -> Void = { try $0.sync(by: GitProgram(.none)) }
  ) throws -> [String: String] {
    let context = Store.Context(environment: sandbox.environment, now: { Date() }, lockPatience: patience)
    var trees: [String: String] = [:]
    if isChanged {
      let store = try Store(at: sandbox.store.appending("a"), context: context)
      try store.describe(try Playlist.ID(validating: "bystander"), as: "After it all.")
    }
    for directory in ["a", "b", "a"] {
      let store = try Store(at: sandbox.store.appending(directory), context: context)
      try sync(store)
      trees[directory] = try sandbox.git("rev-parse", "HEAD^{tree}", in: store.directory)
    }
    trees["remote"] = try sandbox.git("rev-parse", "main^{tree}", in: sandbox.store.appending("remote.git"))
    return trees
  }

  /// Checks that no playlist of the killed clone is half written.
  static func expectWholeFiles(in sandbox: Sandbox, _ comment: Comment) throws {
    for (path, bytes) in try Snapshot(of: sandbox.store.appending("a")).storeFiles {
      #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "\(path), \(comment.rawValue)")
    }
  }

  /// Checks the repositories and the work tree of the killed clone.
  static func expectSound(_ sandbox: Sandbox, _ comment: Comment) throws {
    for directory in ["a", "b", "remote.git"] {
      let output = try sandbox.git(
        "fsck", "--strict", "--no-dangling", "--no-progress", in: sandbox.store.appending(directory))
      #expect(output == "", comment)
    }
    #expect(try sandbox.git("status", "--porcelain", in: sandbox.store.appending("a")) == "", comment)
  }
}

extension Sandbox {
  /// The context of a store that waits for locks.
  fileprivate var patientContext: Store.Context {
    Store.Context(environment: environment, now: { Date() }, lockPatience: .seconds(60))
  }
}
