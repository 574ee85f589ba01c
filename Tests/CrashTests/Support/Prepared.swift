import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A store before a change, with its expected states without and with the change.
struct Prepared {
  let change: Change
  /// The way of syncing: `each` file or all `together`.
  let sync: String
  /// The store before the change.
  let origin: Snapshot
  /// The files before and after the change.
  let before: [String: [UInt8]]
  let after: [String: [UInt8]]
  /// The state after the next command, without and with the change.
  let without: FinalState
  let with: FinalState
  /// The system calls of the change.
  let calls: [Call]

  init(_ change: Change, sync: String = "each") throws {
    self.change = change
    self.sync = sync
    let sandbox = try Sandbox()
    for (path, text) in Change.files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
    for command in change.preparation { try Self.expectDone(try Program(sandbox: sandbox).run(command)) }
    for (path, text) in change.handEdits {
      if let text { try sandbox.write(text, to: path) } else { try sandbox.remove(path) }
    }
    origin = try Snapshot(of: sandbox.store)
    before = origin.storeFiles
    try Self.proceed(after: change, in: sandbox)
    without = try FinalState(of: sandbox)
    let changed = try Sandbox.holding(origin)
    let run = try Program(sandbox: changed).run(change, sync: sync)
    try Self.expectDone(run)
    calls = run.calls
    after = try Snapshot(of: changed.store).storeFiles
    try Self.proceed(after: change, in: changed)
    with = try FinalState(of: changed)
  }

  /// Returns a sample of the positions of calls, from 1.
  func positions(oneOf share: Int, using generator: inout SeededGenerator) -> [Int] {
    (1...calls.count).map(\.self).sample(oneOf: share * (calls.count > 150 ? 5 : 1), using: &generator)
  }

  /// Performs the next command, and the change itself if a user would start it again.
  private static func proceed(after change: Change, in sandbox: Sandbox) throws {
    try sandbox.continueWithNextCommand()
    if change.isStartedAgain { try expectDone(try Program(sandbox: sandbox).run(change)) }
  }

  private static func expectDone(_ run: Program.Run) throws {
    try #require(run.status == 0, "\(run.output)")
  }

  /// The state of a store after an interrupted change.
  enum Outcome { case old, new }

  /// Checks that a store is in the old or the new state: now in each file, and after the next command
  /// in every byte of every version.
  ///
  /// - Parameter tidying: Removes harmless remains after the next command.
  /// - Returns: The state; `nil` if it is neither.
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
      try Self.proceed(after: change, in: sandbox)
      try tidying()
      let ending = try FinalState(of: sandbox)
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
  /// Runs the command of a change.
  func run(
    _ change: Change, with fault: Fault? = nil, sync: String = "each",
    observing: (Int, Call) throws -> Void = { _, _ in }
  ) throws -> Run {
    // A fixed time, because the ids of commits determine which directories are created.
    let time = "@1700000000 +0000"
    let settings = [
      "EDITOR": change.editor, "GIT_AUTHOR_DATE": time, "GIT_COMMITTER_DATE": time, "MIXTAPE_SYNC": sync,
    ]
    return try run(change.command, with: fault, input: change.input, settings: settings, observing: observing)
  }
}

/// The final state of a store.
struct FinalState: Equatable {
  /// The tree and the subject of each commit, newest first.
  let history: [String]
  /// The output of `git status`.
  let status: [String]
  /// The output of `git fsck`.
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
