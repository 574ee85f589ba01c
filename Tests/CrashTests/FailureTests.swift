import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// System calls that fail, one at a time or from one on.
@Suite("Failures", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct FailureTests {
  private static let errors: [Errno] = [.noSpace, .ioError, .readOnlyFileSystem, .permissionDenied]
  private static let changes: [Change] =
    isThorough
    ? Change.all : [.undoOfManyFiles, .addAndHandEditsWait, .creation, .addition]

  /// Any one call fails: the change is made all the same, or an error says what failed and nothing has changed.
  @Test(arguments: changes.map { ($0, "each") } + [.addition, .undoOfManyFiles].map { ($0, "together") })
  func `a call that fails leaves nothing half done`(change: Change, sync: String) throws {
    let prepared = try Prepared(change, sync: sync)
    #expect(prepared.calls.contains { $0.name == "syncfs" } == (sync == "together"))
    for fault in faults(of: prepared, oneOf: 3, lasting: false) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let run = try Program(sandbox: sandbox).run(change, with: fault, sync: sync)
      let left = try Snapshot(of: sandbox.store)
      let comment: Comment = "\(fault), \(at(fault, run)): \(run.output)"
      expectTold(run, comment)
      let isWhole = left.storeFiles == prepared.before || left.storeFiles == prepared.after
      #expect(isWhole, comment)
      #expect(left.leftovers == [], comment)
      let outcome = try prepared.expectOldOrNew(sandbox, comment)
      #expect(run.status != 0 || outcome == .new, comment)
    }
  }

  /// The files are in their places by then, and the branch has moved.
  @Test func `a disk that does not confirm a change is told of, and asked again by the next`() throws {
    let prepared = try Prepared(.addition, sync: "together")
    let position = try #require(prepared.calls.lastIndex { $0.name == "syncfs" }) + 1
    let sandbox = try Sandbox.holding(prepared.origin)
    let fault = Fault(kind: .failure(.ioError), position: position)
    let run = try Program(sandbox: sandbox).run(.addition, with: fault, sync: "together")
    #expect(run.status == 0)
    #expect(run.output.contains("warning: the change is made, but syncing it to disk failed: "))
    #expect(run.output.contains("hint: the next change syncs it again"))
    #expect(try Store(at: sandbox.store, context: sandbox.context).status().interruptedChange != nil)
    #expect(try prepared.expectOldOrNew(sandbox, "after the failure") == .new)
  }

  /// The disk is full, broken or read-only from one call on, and well again for the next command.
  @Test(arguments: changes)
  func `a disk that fails for good leaves the old or the new state`(change: Change) throws {
    let prepared = try Prepared(change)
    for fault in faults(of: prepared, oneOf: 6, lasting: true) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let run = try Program(sandbox: sandbox).run(change, with: fault)
      let comment: Comment = "\(fault), \(at(fault, run)): \(run.output)"
      expectTold(run, comment)
      let outcome = try prepared.expectOldOrNew(sandbox, comment)
      #expect(run.status != 0 || outcome == .new, comment)
    }
  }

  /// Hand edits are committed, and then the disk fails. What is in history stays there, also if the next to commit is a plain
  /// git: at no call may the index be behind the branch.
  @Test(arguments: [["commit", "-q", "-m", "x"], ["commit", "-q", "-a", "-m", "x"]])
  func `a git commit after a disk that fails takes no hand edit back`(commit: [String]) throws {
    let prepared = try Prepared(.addAndHandEditsWait)
    var captured = 0
    for position in stride(from: 1, through: prepared.calls.count, by: isThorough ? 1 : 2) {
      for error in isThorough ? [Errno.noSpace, .ioError] : [Self.errors[position % 2]] {
        let sandbox = try Sandbox.holding(prepared.origin)
        let fault = Fault(kind: .failure(error), position: position, lasts: true)
        let run = try Program(sandbox: sandbox).run(.addAndHandEditsWait, with: fault)
        let wasCaptured = try sandbox.git("log", "--format=%s").contains("by hand")
        // It may have nothing to commit, or find a lock that could not be removed.
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

  /// HEAD has what was edited by hand; of the file that the change is about, perhaps with the change.
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

  /// The system may write less than it was asked to.
  @Test func `a write that is cut short is continued`() throws {
    let prepared = try Prepared(.addition)
    let sandbox = try Sandbox.holding(prepared.origin)
    let run = try Program(sandbox: sandbox).run(
      .addition, with: Fault(kind: .shortWrite, position: 1, lasts: true))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.calls.count { $0.isWrite } > prepared.calls.count { $0.isWrite })
    #expect(try prepared.expectOldOrNew(sandbox, "short writes") == .new)
  }

  /// A change that fails ends with 74 and an error that names what failed. One that is made may warn.
  private func expectTold(_ run: Program.Run, _ comment: Comment) {
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

  /// A fault at one of so many calls, of any kind; or of every kind at all calls where all is tried.
  private func faults(of prepared: Prepared, oneOf share: Int, lasting: Bool) -> [Fault] {
    // What is done to the index comes late, and several times where hand edits wait: no sample may miss it.
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
