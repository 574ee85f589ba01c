import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// After git has rewritten commits, their ids differ, and undo identifies them by their contents.
@Suite("Undo in histories that git rewrote")
struct RewrittenHistoryTests {
  private let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }
  private var store: Store { fixture.store }

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
  }

  private func rename(_ names: String...) throws { for name in names { try store.rename(.id("a"), to: name) } }
  private func name() throws -> String? { try store.find(.id("a"))?.name }
  private func commit(_ revision: String = "HEAD") throws -> String { try sandbox.git("rev-parse", revision) }

  /// Makes a change of somebody else, at the start of history, on a separate branch.
  private func makeUpstream() throws {
    try sandbox.git("switch", "-q", "-c", "upstream", try sandbox.git("rev-list", "--max-parents=0", "HEAD"))
    try sandbox.write("name = 'Theirs'\n", to: "playlists/theirs.toml")
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Theirs")
    try sandbox.git("switch", "-q", "main")
  }

  /// Runs `git rebase -i`, with a script of `sed` for the list of commits.
  private func rebase(_ script: String, onto base: String) throws {
    sandbox.environment["GIT_SEQUENCE_EDITOR"] = "sed -i -e '\(script)'"
    sandbox.environment["GIT_EDITOR"] = "true"
    try sandbox.git("rebase", "-q", "-i", base)
  }

  /// Undoes everything step by step and redoes it, and compares the states. What could be redone before can be redone
  /// afterwards.
  ///
  /// - Returns: The subjects, newest first.
  @discardableResult
  private func expectWayBackAndForth(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let redo = try store.status().nextRedo?.subject
    var states = [try fixture.snapshot()]
    var subjects: [String] = []
    while try store.status().nextUndo != nil {
      subjects += try store.undo().steps.map(\.subject)
      states.append(try fixture.snapshot())
    }
    for state in states.dropLast().reversed() {
      try store.redo()
      #expect(try fixture.snapshot() == state, sourceLocation: sourceLocation)
    }
    if !subjects.isEmpty {
      try store.undo(subjects.count)
      #expect(try fixture.snapshot() == states.last, sourceLocation: sourceLocation)
      try store.redo(subjects.count)
      #expect(try fixture.snapshot() == states.first, sourceLocation: sourceLocation)
    }
    #expect(try store.status().nextRedo?.subject == redo, sourceLocation: sourceLocation)
    try fixture.expectClean(sourceLocation: sourceLocation)
    return subjects
  }

  @Test func pullWithRebase() throws {
    try rename("One", "Two", "Three")
    try store.undo(2)
    try store.redo()
    try makeUpstream()
    try sandbox.git("pull", "-q", "--rebase", ".", "upstream")
    let status = try store.status()
    #expect(status.nextUndo?.subject == "Rename a to \"Two\"" && status.nextRedo?.subject == "Rename a to \"Three\"")
    try store.redo()
    #expect(try name() == "Three")
    try store.undo(2)
    #expect(try name() == "One")
    try store.redo(2)
    #expect(
      try expectWayBackAndForth()
        == ["Rename a to \"Three\"", "Rename a to \"Two\"", "Rename a to \"One\"", "Theirs"])
  }

  @Test func anUndoOfSeveralChanges() throws {
    try rename("One", "Two", "Three")
    try store.undo(3)
    try makeUpstream()
    try sandbox.git("pull", "-q", "--rebase", ".", "upstream")
    #expect(try store.undoPreview().steps.map(\.subject) == ["Theirs"])
    try store.redo(2)
    #expect(try name() == "Two")
    #expect(try store.status().nextRedo?.subject == "Rename a to \"Three\"")
  }

  @Test func rewordedAndAmended() throws {
    try rename("One", "Two")
    try store.undo()
    try sandbox.git("commit", "-q", "--amend", "--date", "2020-01-01T00:00:00Z", "--no-edit")
    try rebase("s/^pick/reword/", onto: "HEAD~3")
    #expect(try store.status().nextRedo?.subject == "Rename a to \"Two\"")
    #expect(try expectWayBackAndForth() == ["Rename a to \"One\""])
    // An undo whose content was amended is an ordinary change.
    try store.undo()
    try sandbox.write("name = 'Amended'\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "--amend", "--no-edit")
    #expect(try store.status().nextRedo == nil)
    #expect(try expectWayBackAndForth().first == "Undo: Rename a to \"One\"")
  }

  @Test func aRedoThatWasAmended() throws {
    try rename("One", "Two")
    try store.undo(2)
    try store.redo()
    try sandbox.write("name = 'Amended'\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "--amend", "--no-edit")
    // This restores the files of the first undo, but it undoes the amended redo.
    try store.undo()
    #expect(try name() == "A")
    #expect(try store.status().nextRedo?.subject == "Redo: Rename a to \"One\"")
    try store.redo()
    #expect(try name() == "Amended")
    #expect(try expectWayBackAndForth() == ["Redo: Rename a to \"One\""])
  }

  @Test func squashed() throws {
    try rename("One", "Two", "Three")
    try store.undo(2)
    try rebase("3s/^pick/squash/", onto: "HEAD~4")
    // There is one change where the undo names two.
    let status = try store.status()
    #expect(status.nextUndo?.subject == "Rename a to \"One\"" && status.nextRedo?.subject == "Rename a to \"Two\"")
    try store.redo()
    #expect(try name() == "Three")
    #expect(try expectWayBackAndForth() == ["Rename a to \"Two\"", "Rename a to \"One\""])
  }

  @Test func aSquashedUndo() throws {
    try rename("One", "Two", "Three")
    try store.undo()
    try rebase("3,4s/^pick/squash/", onto: "HEAD~4")
    // The squashed commit changed a from One to Two, and its message ends with the trailers of an undo.
    #expect(try store.status().nextRedo == nil)
    #expect(try expectWayBackAndForth().count == 2)
    try store.undo()
    #expect(try name() == "One")
  }

  @Test func dropped() throws {
    try store.rename(.id("b"), to: "Else")
    try rename("One")
    try store.rename(.id("b"), to: "More")
    try store.undo(2)
    try rebase("3d", onto: "HEAD~4")
    // The undo stands for one change, because the other was dropped.
    #expect(try store.status().nextRedo?.subject == "Rename a to \"One\"")
    #expect(try expectWayBackAndForth() == ["Rename b to \"Else\""])
    try rebase("2,3d", onto: "HEAD~3")
    #expect(try expectWayBackAndForth() == ["Rename b to \"Else\""])
  }

  @Test func aReorderedUndo() throws {
    try rename("One")
    try store.undo()
    try store.rename(.id("b"), to: "Later")
    try rebase("2{h;d};3{G}", onto: "HEAD~3")
    #expect(try fixture.subjects().prefix(2) == ["Undo: Rename a to \"One\"", "Rename b to \"Later\""])
    // It does not undo the newest change, so it counts as a change.
    #expect(try store.status().nextRedo == nil)
    #expect(
      try expectWayBackAndForth()
        == ["Undo: Rename a to \"One\"", "Rename b to \"Later\"", "Rename a to \"One\""])
  }

  @Test func cherryPicked() throws {
    try rename("One")
    try sandbox.git("branch", "other")
    try rename("Two")
    try store.undo()
    try sandbox.git("switch", "-q", "other")
    try store.rename(.id("b"), to: "Else")
    try sandbox.git("cherry-pick", "main~1", "main")
    #expect(try store.status().nextRedo?.subject == "Rename a to \"Two\"")
    #expect(try expectWayBackAndForth() == ["Rename b to \"Else\"", "Rename a to \"One\""])
  }

  @Test(arguments: ["garbage", "absent", "blob", "another", "many"]) func forgedTrailers(how: String) throws {
    try rename("One", "Two")
    let ids =
      switch how {
      case "garbage": ["nonsense", String(repeating: "z", count: 40)]
      case "absent": [String(repeating: "1", count: 40)]
      case "blob": [try commit("HEAD:playlists/a.toml")]
      case "another": [try commit()]
      default: Array(repeating: try commit(), count: 1_000)
      }
    for (operation, key) in [("undo", "Mixtape-Undoes"), ("redo", "Mixtape-Redoes")] {
      try sandbox.write("name = 'Forged \(operation)'\n", to: "playlists/a.toml")
      let trailers = ids.map { "\(key): \($0)" }.joined(separator: "\n")
      try sandbox.git("commit", "-q", "-a", "-m", "Forged \(operation)\n\nMixtape-Operation: \(operation)\n\(trailers)")
    }
    let status = try store.status()
    #expect(status.nextUndo?.subject == "Forged redo" && status.nextRedo == nil)
    expectError(.nothingToRedo) { try store.redo() }
    #expect(
      try expectWayBackAndForth()
        == ["Forged redo", "Forged undo", "Rename a to \"Two\"", "Rename a to \"One\""])
  }

  @Test func forgedTrailersOnCommitsThatChangeNothing() throws {
    try rename("One")
    for operation in ["undo\nMixtape-Undoes", "redo\nMixtape-Redoes"] {
      try sandbox.git(
        "commit", "-q", "--allow-empty", "-m", "Forged\n\nMixtape-Operation: \(operation): \(try commit())")
    }
    #expect(try expectWayBackAndForth() == ["Rename a to \"One\""])
  }

  @Test func undoneChangesAreNotListedTwice() throws {
    try rename("One", "Two")
    try store.undo()
    try makeUpstream()
    try sandbox.git("pull", "-q", "--rebase", ".", "upstream")
    try sandbox.git("reflog", "expire", "--expire=now", "--all")
    try sandbox.git("gc", "-q", "--prune=now")
    try store.redo()
    #expect(try name() == "Two")
    try expectWayBackAndForth()
  }

  @Test func manyStepsUpAndDown() throws {
    for number in 1...40 {
      try rename("\(number)")
      if number.isMultiple(of: 3) { try store.undo(2) }
      if number.isMultiple(of: 9) { try store.redo() }
    }
    let subjects = try expectWayBackAndForth()
    try makeUpstream()
    try sandbox.git("pull", "-q", "--rebase", ".", "upstream")
    #expect(try expectWayBackAndForth() == subjects + ["Theirs"])
  }
}
