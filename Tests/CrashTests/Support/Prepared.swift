import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A store in which a change is about to be made, and what the store is without it and with it.
struct Prepared {
  let change: Change
  /// How it is made durable: `each` or `together`.
  let sync: String
  /// The store as the change finds it.
  let origin: Snapshot
  /// The files as they are before the change, and after it.
  let before: [String: [UInt8]]
  let after: [String: [UInt8]]
  /// What the next command leaves behind where the change was not made, and where it was.
  let without: Ending
  let with: Ending
  /// The calls that the change takes.
  let calls: [Call]

  init(_ change: Change, sync: String = "each") throws {
    self.change = change
    self.sync = sync
    let sandbox = try Sandbox.inMemory()
    for (path, text) in Change.files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
    for command in change.preparation { try Self.expectDone(try Program(sandbox: sandbox).run(command)) }
    for (path, text) in change.handEdits {
      if let text { try sandbox.write(text, to: path) } else { try sandbox.remove(path) }
    }
    origin = try Snapshot(of: sandbox.store)
    before = origin.storeFiles
    try sandbox.continueWithNextCommand()
    without = try Ending(of: sandbox)
    let changed = try Sandbox.holding(origin)
    let run = try Program(sandbox: changed).run(change, sync: sync)
    try Self.expectDone(run)
    calls = run.calls
    after = try Snapshot(of: changed.store).storeFiles
    try changed.continueWithNextCommand()
    with = try Ending(of: changed)
  }

  /// The positions of calls, from 1: a sample, which is smaller of a change with many calls.
  func positions(oneOf share: Int, using generator: inout SeededGenerator) -> [Int] {
    (1...calls.count).map(\.self).sample(oneOf: share * (calls.count > 150 ? 5 : 1), using: &generator)
  }

  private static func expectDone(_ run: Program.Run) throws {
    try #require(run.status == 0, "\(run.output)")
  }

  /// What a store came to that was interrupted.
  enum Outcome { case old, new }

  /// Fails the test where a store is neither as before the change nor as after it, now file by file, and after the next
  /// command in every byte of every version.
  ///
  /// - Parameter tidying: What is done about remains that are known to be harmless, after the next command.
  /// - Returns: which of the two it is; nil where it is neither.
  @discardableResult
  func expectOldOrNew(
    _ sandbox: Sandbox, _ comment: Comment, tidying: () throws -> Void = {},
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome? {
    let files = try Snapshot(of: sandbox.store).storeFiles
    for path in Set(before.keys).union(after.keys).union(files.keys) where path != Sandbox.bystander {
      let isWhole = files[path] == before[path] || files[path] == after[path]
      #expect(isWhole, "\(comment): \(path)", sourceLocation: sourceLocation)
    }
    let store = try Store(at: sandbox.store, context: sandbox.context)
    _ = try (store.status(), store.all())
    do {
      try sandbox.continueWithNextCommand()
      try tidying()
      let ending = try Ending(of: sandbox)
      if ending == without { return .old }
      #expect(ending == with, comment, sourceLocation: sourceLocation)
      return ending == with ? .new : nil
    } catch {
      Issue.record(error, comment, sourceLocation: sourceLocation)
      return nil
    }
  }
}

extension Program {
  /// Makes a change.
  func run(
    _ change: Change, with fault: Fault? = nil, sync: String = "each",
    observing: (Int, Call) throws -> Void = { _, _ in }
  ) throws -> Run {
    // With the time, the ids of commits and with them the directories that are made would change from run to run.
    let time = "@1700000000 +0000"
    let settings = [
      "EDITOR": change.editor, "GIT_AUTHOR_DATE": time, "GIT_COMMITTER_DATE": time, "MIXTAPE_SYNC": sync,
    ]
    return try run(change.command, with: fault, settings: settings, observing: observing)
  }
}

/// What a store has come to in the end.
struct Ending: Equatable {
  /// The tree and the subject of each commit, newest first: all bytes of all versions, in order.
  let history: [String]
  /// What `git status` says.
  let status: [String]
  /// What `git fsck` says.
  let complaints: [String]

  init(of sandbox: Sandbox) throws {
    let text = try sandbox.shell(
      "git log --format='%T %s'; echo; git status --porcelain -uall; echo; git fsck --strict --no-dangling")
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "", omittingEmptySubsequences: false).map { $0.map(String.init) }
    try #require(parts.count >= 3, "\(text)")
    history = parts[0]
    status = parts[1]
    complaints = parts[2]
  }
}
