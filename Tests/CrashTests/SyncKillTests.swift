import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A kill of `mixtape sync` at every call by which it changes a file. The next command works, and after the next sync the clones
/// and the remote are in the state of a sync that nobody killed.
@Suite("Kills of syncs", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct SyncKillTests {
  /// The ways in which two clones exchange changes.
  enum Exchange: String, CaseIterable {
    /// Only the clone has changes.
    case push
    /// Only the remote has changes.
    case forward
    /// Both have changes, and the clone has hand edits that are not committed.
    case merge
  }

  @Test(arguments: Exchange.allCases)
  func `a kill at any call of a sync leaves a store that the next sync completes`(exchange: Exchange) throws {
    var generator = SeededGenerator()
    let origin = try Self.prepare(exchange)
    let expected = try Self.sync(try Sandbox.holding(origin), isChanged: false)
    let expectedWithChange = try Self.sync(try Sandbox.holding(origin), isChanged: true)
    try #require(expected != expectedWithChange)
    let states = try Self.killedStates(of: origin)
    try #require(states.count > 10)
    for (index, (instant, state)) in states.sample(oneOf: 7, using: &generator).enumerated() {
      let sandbox = try Sandbox.holding(state)
      let files = try Self.storeFiles(in: sandbox)
      // A playlist is never half written.
      for (path, bytes) in files where path.hasSuffix(".toml") {
        #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "killed \(instant): \(path)")
      }
      // The next command is a change or a sync.
      let isChanged = index % 2 == 0
      #expect(
        try Self.sync(sandbox, isChanged: isChanged) == (isChanged ? expectedWithChange : expected),
        "killed \(instant), \(generator)")
      for directory in ["a", "b", "remote.git"] {
        let output = try sandbox.git(
          "fsck", "--strict", "--no-dangling", "--no-progress", in: sandbox.store.appending(directory))
        #expect(output == "", "killed \(instant), \(generator)")
      }
      #expect(try sandbox.git("status", "--porcelain", in: sandbox.store.appending("a")) == "", "killed \(instant)")
    }
  }

  /// Makes a remote and two clones below one directory, with relative addresses.
  private static func prepare(_ exchange: Exchange) throws -> Snapshot {
    let sandbox = try Sandbox.inMemory()
    for (path, text) in Change.files { try sandbox.write(text, to: "a/\(path)") }
    let first = sandbox.store.appending("a")
    _ = try Store.initialize(at: first, from: nil, context: sandbox.patientContext)
    try sandbox.git("init", "-q", "--bare", "-b", "main", "remote.git")
    try sandbox.git("remote", "add", "origin", "../remote.git", in: first)
    try sandbox.git("push", "-q", "--set-upstream", "origin", "main", in: first)
    try sandbox.git("clone", "-q", "remote.git", "b")
    try sandbox.git("remote", "set-url", "origin", "../remote.git", in: sandbox.store.appending("b"))
    if exchange != .push {
      let other = try Store(at: sandbox.store.appending("b"), context: sandbox.patientContext)
      try other.add(try [Episode.ID(validating: "p/4")], to: Playlist.ID(validating: "morning"))
      try other.move(try Playlist.ID(validating: "calm"), to: try Folder(validating: "travel"))
      try other.delete(try Playlist.ID(validating: "focus"))
      try sandbox.git("push", "-q", in: sandbox.store.appending("b"))
    }
    if exchange != .forward {
      let store = try Store(at: first, context: sandbox.patientContext)
      try store.remove([.id(try Episode.ID(validating: "p/2"))], from: try Playlist.ID(validating: "morning"))
      try sandbox.write("# By hand.\n" + (Change.files["playlists/tram.toml"] ?? ""), to: "a/playlists/tram.toml")
    }
    return try Snapshot(of: sandbox.store)
  }

  /// Syncs both clones until they are equal.
  ///
  /// - Parameter isChanged: Whether the killed clone makes another change first.
  /// - Returns: The trees of the clones and the remote.
  private static func sync(_ sandbox: Sandbox, isChanged: Bool) throws -> [String: String] {
    var trees: [String: String] = [:]
    if isChanged {
      let store = try Store(at: sandbox.store.appending("a"), context: sandbox.patientContext)
      try store.describe(try Playlist.ID(validating: "bystander"), as: "After it all.")
    }
    for directory in ["a", "b", "a"] {
      let store = try Store(at: sandbox.store.appending(directory), context: sandbox.patientContext)
      try store.sync(by: GitProgram(.none))
      trees[directory] = try sandbox.git("rev-parse", "HEAD^{tree}", in: store.directory)
    }
    trees["remote"] = try sandbox.git("rev-parse", "main^{tree}", in: sandbox.store.appending("remote.git"))
    return trees
  }

  private static func storeFiles(in sandbox: Sandbox) throws -> [String: [UInt8]] {
    try Snapshot(of: sandbox.store.appending("a")).storeFiles
  }

  /// Returns every state of the files after a kill at any call of a sync.
  private static func killedStates(of origin: Snapshot) throws -> [(instant: String, state: Snapshot)] {
    let sandbox = try Sandbox.holding(origin)
    var states: [(instant: String, state: Snapshot)] = []
    let run = try Program(sandbox: sandbox).run(
      ["sync", "--store", "a"], below: sandbox.store.appending("a")
    ) { position, call in
      let state = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      if state != states.last?.state { states.append(("before call \(position), \(call)", state)) }
    }
    try #require(run.status == 0, "\(run.output)")
    states.append(("at the end", try Snapshot(of: sandbox.store).withoutTemporaryObjects))
    return states
  }
}

extension Sandbox {
  /// The context of a store that waits for locks.
  fileprivate var patientContext: Store.Context {
    Store.Context(environment: environment, now: { Date() }, lockPatience: .seconds(60))
  }
}
