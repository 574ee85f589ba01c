import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Failing system calls: a single one, or all from one on.
@Suite("Failures", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct FailureTests {
  private static let errors: [Errno] = [.noSpace, .ioError, .readOnlyFileSystem, .permissionDenied]
  private static let changes: [Change] =
    isThorough
    ? Change.all : [.undoOfManyFiles, .addAndHandEditsWait, .creation, .addition, .endOfSession]

  /// If one call fails, the change succeeds anyway, or an error names the failure and nothing is changed.
  @Test(arguments: changes.map { ($0, "each") } + [.addition, .undoOfManyFiles].map { ($0, "together") })
  func `a failed system call leaves the old or the new state`(change: Change, sync: String) throws {
    let prepared = try Prepared(change, sync: sync)
    #expect(prepared.calls.contains { $0.name == "syncfs" } == (sync == "together"))
    for fault in faults(of: prepared, oneOf: 6, lasting: false) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let run = try Program(sandbox: sandbox).run(change, with: fault, sync: sync)
      let left = try Snapshot(of: sandbox.store)
      let comment: Comment = "\(fault), \(at(fault, run)): \(run.output)"
      expectError(run, comment)
      let isWhole = left.storeFiles == prepared.before || left.storeFiles == prepared.after
      #expect(isWhole, comment)
      #expect(left.leftovers == [], comment)
      let outcome = try prepared.expectOldOrNew(sandbox, comment)
      #expect(run.status != 0 || outcome == .new, comment)
    }
  }

  /// At this point, the files are in place, and the branch has moved.
  @Test func `a failed sync is reported, and the next change syncs again`() throws {
    let prepared = try Prepared(.addition, sync: "together")
    let position = try #require(prepared.calls.lastIndex { $0.name == "syncfs" }) + 1
    let sandbox = try Sandbox.holding(prepared.origin)
    let fault = Fault(kind: .failure(.ioError), position: position)
    let run = try Program(sandbox: sandbox).run(.addition, with: fault, sync: "together")
    #expect(run.status == 0)
    #expect(run.output.contains("warning: the change is committed, but syncing it to disk failed: "))
    #expect(run.output.contains("hint: the next change syncs it again"))
    #expect(try Store(at: sandbox.store, context: sandbox.context).status().interruptedChange != nil)
    #expect(try prepared.expectOldOrNew(sandbox, "after the failure") == .new)
  }

  /// The disk is full, broken or read-only from one call on, and works again for the next command.
  @Test(arguments: changes)
  func `a permanently failing disk leaves the old or the new state`(change: Change) throws {
    let prepared = try Prepared(change)
    for fault in faults(of: prepared, oneOf: 6, lasting: true) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let run = try Program(sandbox: sandbox).run(change, with: fault)
      let comment: Comment = "\(fault), \(at(fault, run)): \(run.output)"
      expectError(run, comment)
      let outcome = try prepared.expectOldOrNew(sandbox, comment)
      #expect(run.status != 0 || outcome == .new, comment)
    }
  }

  /// Hand edits are committed, and then the disk fails. Committed edits stay in history, even if plain git makes the next commit:
  /// the index must never be behind the branch.
  @Test(arguments: [["commit", "-q", "-m", "x"], ["commit", "-q", "-a", "-m", "x"]])
  func `a git commit after a disk failure does not revert a hand edit`(commit: [String]) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(.addAndHandEditsWait)
    var captured = 0
    for position in prepared.positions(oneOf: 5, using: &generator) {
      for error in isThorough ? [Errno.noSpace, .ioError] : [Self.errors[position % 2]] {
        let sandbox = try Sandbox.holding(prepared.origin)
        let fault = Fault(kind: .failure(error), position: position, lasts: true)
        let run = try Program(sandbox: sandbox).run(.addAndHandEditsWait, with: fault)
        let wasCaptured = try sandbox.git("log", "--format=%s").contains("by hand")
        // Git may have nothing to commit, or find a lock that could not be removed.
        do { try sandbox.git(arguments: commit) } catch is Sandbox.GitFailure {}
        guard wasCaptured else { continue }
        captured += 1
        try expectHandEdits(in: sandbox, "\(fault), \(at(fault, run)): \(run.output)")
        try sandbox.continueWithNextCommand()
        try expectHandEdits(in: sandbox, "\(fault), and the next command")
      }
    }
    #expect(captured > 5)
  }

  /// Checks that HEAD contains the hand edits. The changed file may contain the change too.
  private func expectHandEdits(in sandbox: Sandbox, _ comment: Comment) throws {
    let paths = Set(try sandbox.git("ls-tree", "-r", "--name-only", "HEAD").split(separator: "\n").map(String.init))
    for (path, text) in Change.addAndHandEditsWait.handEdits {
      #expect(paths.contains(path) == (text != nil), "\(comment): \(path)")
      guard let text, paths.contains(path) else { continue }
      let committed = try sandbox.git("show", "HEAD:\(path)")
      let isKept = path == "playlists/morning.toml" ? committed.contains("# By hand.") : text.hasPrefix(committed)
      #expect(isKept, "\(comment): \(path)")
    }
  }

  /// The system may write fewer bytes than requested.
  @Test func `a short write is continued`() throws {
    let prepared = try Prepared(.addition)
    let sandbox = try Sandbox.holding(prepared.origin)
    let run = try Program(sandbox: sandbox).run(
      .addition, with: Fault(kind: .shortWrite, position: 1, lasts: true))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.calls.count { $0.isWrite } > prepared.calls.count { $0.isWrite })
    #expect(try prepared.expectOldOrNew(sandbox, "short writes") == .new)
  }

  /// Checks that a failed change ends with 74 and an error that names the failure. A successful one may warn.
  private func expectError(_ run: Program.Run, _ comment: Comment) {
    guard run.status != 0 else { return }
    #expect(run.status == 74, comment)
    let causes = ["no space left", "input/output error", "read-only file system", "permission denied"]
    let errors = run.output.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(errors.count == 1, comment)
    let isClear = errors.contains { error in
      error.contains("/") && causes.contains { error.lowercased().contains($0) }
    }
    #expect(isClear, comment)
  }

  private func at(_ fault: Fault, _ run: Program.Run) -> String {
    run.calls.count >= fault.position ? run.calls[fault.position - 1].description : "not reached"
  }

  /// Returns a sample of faults of random kinds, or all faults of all kinds in a thorough test.
  private func faults(of prepared: Prepared, oneOf share: Int, lasting: Bool) -> [Fault] {
    // Writes of the index are always included. They come late, and several times if there are hand edits.
    let replacements = prepared.calls.indices.filter {
      prepared.calls[$0].name == "rename" && prepared.calls[$0].path.hasSuffix("/.index.mixtape-tmp")
    }
    var generator = SeededGenerator()
    let positions = Set(prepared.positions(oneOf: share, using: &generator)).union(replacements.map { $0 + 1 })
    return positions.sorted().flatMap { position in
      let errors = isThorough ? Self.errors : [Self.errors.randomElement(using: &generator)].compactMap(\.self)
      return errors.map { Fault(kind: .failure($0), position: position, lasts: lasting) }
    }
  }
}
