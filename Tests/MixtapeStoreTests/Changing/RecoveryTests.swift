import FileSystem
import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// The remains of a kill at each stage of a change, and the result of the next command.
@Suite("Recovery")
struct RecoveryTests {
  static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"]
  /// The result of a change of three files: `a` is changed, `b` removed, and `c` created.
  static let after = ["playlists/a.toml": "name = 'A2'\n", "playlists/c.toml": "name = 'C'\n"]
  static let subject = "Do three things"
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Self.files) }

  @Test(arguments: [[], ["a"], ["a", "b"], ["b", "c"], ["a", "b", "c"]])
  func aPartlyWrittenChangeIsFinished(written: [String]) throws {
    try leaveRecord(in: fixture)
    try write(written, in: fixture)
    #expect(try fixture.store.status().interruptedChange == Self.subject)
    #expect(try fixture.store.captureHandEdits().isEmpty)
    try expectFinished(fixture)
    #expect(fixture.told == ["finished: \(Self.subject)"])
  }

  /// Like `edit` before it opens its editor: without a search for hand edits.
  @Test func aChangeIsFinishedBeforeTheNextOne() throws {
    try fixture.store.finishInterruptedChange()
    #expect(fixture.told == [])
    try leaveRecord(in: fixture)
    try fixture.store.finishInterruptedChange()
    try expectFinished(fixture)
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/a.toml")
    try fixture.store.finishInterruptedChange()
    #expect(fixture.told == ["finished: \(Self.subject)"])
    #expect(try fixture.sandbox.status() == [" M playlists/a.toml"])
  }

  @Test func aChangeIsFinishedBeforeAnExport() throws {
    let plain = try StoreFixture(Self.files)
    try plain.sandbox.write("format = 1\n[export]\ndirectory = \"out\"\n", to: "mixtape.toml")
    try plain.sandbox.git("commit", "-q", "--all", "-m", "Settings")
    let fixture = try StoreFixture(opening: plain.sandbox)
    try leaveRecord(in: fixture)
    try fixture.store.refreshExports()
    #expect(fixture.told == ["finished: \(Self.subject)"])
    #expect(try fixture.text("out/a.m3u8")?.contains("#PLAYLIST:A2\n") == true)
    #expect(try fixture.text("out/b.m3u8") == nil && fixture.text("out/c.m3u8") != nil)
  }

  @Test func aChangeWhoseCommitWasMadeGetsItsIndex() throws {
    try leaveRecord(in: fixture)
    try write(["a", "b", "c"], in: fixture)
    try commitRecord(in: fixture)
    #expect(try fixture.sandbox.status() != [])
    try fixture.store.captureHandEdits()
    try expectFinished(fixture)
  }

  @Test func aChangeWithIncompleteFilesIsDropped() throws {
    try leaveRecord(in: fixture)
    try tear(temporary("playlists/c.toml"), to: 4, in: fixture)
    try fixture.store.captureHandEdits()
    try expectDropped(fixture)
    #expect(fixture.told == ["dropped: \(Self.subject)"])
  }

  /// An operation that only removes files has no contents that show whether it began.
  @Test(arguments: [false, true]) func aRemovalThatDidNotBeginIsDropped(isBegun: Bool) throws {
    let record = try record(in: fixture)
    let removal = PendingOperation(
      message: record.message, changes: record.changes.filter { $0.new == nil }, base: record.base)
    try journal(fixture).write(removal)
    if isBegun { try write(["b"], in: fixture) }
    try fixture.store.captureHandEdits()
    #expect(fixture.told == ["\(isBegun ? "finished" : "dropped"): \(Self.subject)"])
    #expect(try texts(fixture).keys.sorted() == ["playlists/a.toml"] + (isBegun ? [] : ["playlists/b.toml"]))
    try fixture.expectClean()
  }

  /// A disk may have kept only the index. Staged changes of the user stay.
  @Test func theIndexOfADroppedChangeIsReset() throws {
    let record = try record(in: fixture)
    try journal(fixture).write(record)
    let changes = record.changes.compactMap { change in change.new.map { (change.path, $0) } }
    for (path, id) in changes {
      try fixture.sandbox.git("update-index", "--add", "--cacheinfo", "100644,\(id),\(path)")
    }
    try fixture.sandbox.write("Mine.\n", to: "NOTES.md")
    try fixture.sandbox.git("add", "NOTES.md")
    try fixture.store.captureHandEdits()
    #expect(try texts(fixture) == Self.files)
    #expect(try fixture.sandbox.status() == ["A  NOTES.md"])
  }

  @Test func aChangeIsFinishedFromItsObjectsOnceAFileIsReplaced() throws {
    try leaveRecord(in: fixture)
    for path in Self.after.keys { DurableFile.discardTemporaryFile(of: place(path, in: fixture)) }
    try write(["b"], in: fixture)
    try fixture.store.captureHandEdits()
    try expectFinished(fixture)
  }

  @Test func theNextChangeFollows() throws {
    try leaveRecord(in: fixture)
    try fixture.store.rename(.id("c"), to: "See")
    #expect(try fixture.subjects() == ["Rename c to \"See\"", Self.subject, "Create the store"])
    #expect(try fixture.store.undo(2).steps.map(\.subject) == ["Rename c to \"See\"", Self.subject])
    #expect(try texts(fixture) == Self.files)
    try fixture.expectClean()
  }

  @Test func previewsAreRefusedBeforeItIsFinished() throws {
    try leaveRecord(in: fixture)
    let store = fixture.store
    try fixture.expectRefusal(.interrupted, .text(Self.subject)) { _ = try store.undoPreview() }
    try fixture.expectRefusal(.interrupted) { _ = try store.revertPreview("HEAD") }
    try fixture.expectRefusal(.interrupted) { _ = try store.restorePreview(.id("a"), at: "HEAD") }
    try store.captureHandEdits()
    #expect(try store.undoPreview().differences.map(\.path) == Self.files.merging(Self.after) { $1 }.keys.sorted())
  }

  @Test func laterEditsAreKept() throws {
    try leaveRecord(in: fixture)
    try fixture.sandbox.write("name = 'Mine'\n", to: "playlists/a.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Edit a by hand"])
    #expect(try fixture.subjects() == ["Edit a by hand", Self.subject, "Create the store"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'Mine'\n")
    try fixture.expectClean()
  }

  /// If somebody has edited the replaced file, only the objects of the change are left.
  @Test(arguments: ["name = 'Mine'\n", nil]) func whatSomebodyEditedAfterwardsComesOnTop(text: String?) throws {
    let record = try record(in: fixture)
    let change = PendingOperation(
      message: record.message, changes: record.changes.filter { $0.path == "playlists/a.toml" }, base: record.base)
    try journal(fixture).write(change)
    if let text {
      try fixture.sandbox.write(text, to: "playlists/a.toml")
    } else {
      try fixture.sandbox.remove("playlists/a.toml")
    }
    let subject = text == nil ? "Delete a by hand" : "Edit a by hand"
    #expect(try fixture.store.captureHandEdits().map(\.subject) == [subject])
    #expect(try fixture.subjects() == [subject, Self.subject, "Create the store"])
    try fixture.expectClean()
  }

  /// An undo whose steps cancel each other out changes no file, but makes a commit.
  @Test(arguments: [false, true]) func aChangeOfNoFileIsFinished(isCommitted: Bool) throws {
    let record = try record(in: fixture)
    let changes = record.changes.map { PendingOperation.Change(path: $0.path, old: $0.old, new: $0.old) }
    try journal(fixture).write(PendingOperation(message: record.message, changes: changes, base: record.base))
    if isCommitted { try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", Self.subject) }
    try fixture.store.captureHandEdits()
    #expect(fixture.told == ["finished: \(Self.subject)"])
    #expect(try fixture.subjects() == [Self.subject, "Create the store"])
    try fixture.expectClean()
  }

  @Test func laterEditsWithErrorsAreKept() throws {
    try leaveRecord(in: fixture)
    try fixture.sandbox.write("name = ", to: "playlists/a.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects() == [Self.subject, "Create the store"])
    #expect(try fixture.text("playlists/a.toml") == "name = ")
    #expect(try fixture.sandbox.status() == [" M playlists/a.toml"])
  }

  @Test func aChangeWithLaterCommitsIsDropped() throws {
    try leaveRecord(in: fixture)
    try fixture.sandbox.write("name = 'Git'\n", to: "playlists/a.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "By git")
    #expect(try fixture.store.captureHandEdits().isEmpty)
    #expect(try fixture.subjects() == ["By git", "Create the store"])
    #expect(try fixture.store.status().interruptedChange == nil)
    try fixture.expectClean()
  }

  @Test func laterUnrelatedCommitsDoNotMatter() throws {
    try leaveRecord(in: fixture)
    try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", "By git")
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects() == [Self.subject, "By git", "Create the store"])
    #expect(try texts(fixture) == Self.after)
    try fixture.expectClean()
  }

  @Test func aChangeWithoutItsContentsIsDropped() throws {
    let record = try record(in: fixture)
    let missing = ObjectID(String(repeating: "1", count: 40))
    let changes = record.changes.map {
      PendingOperation.Change(path: $0.path, old: $0.old, new: $0.new.flatMap { _ in missing })
    }
    try journal(fixture).write(PendingOperation(message: record.message, changes: changes, base: record.base))
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects() == ["Create the store"])
    try fixture.expectClean()
  }

  @Test(arguments: ["", "{", "\n", "x 5\n{\"a\":", "0000 2\n{}", "\(String(repeating: "0", count: 40)) -1\n"])
  func aDamagedRecordIsIgnored(text: String) throws {
    try fixture.sandbox.write(text, to: ".git/mixtape/pending")
    try write(["a"], in: fixture)
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Edit a by hand"])
    try fixture.store.rename(.id("a"), to: "Other")
    #expect(try journal(fixture).read()?.subject == nil)
    try fixture.expectClean()
  }

  // MARK: - Power cuts

  /// Unsynced objects may be truncated or empty.
  @Test(arguments: [0, 9]) func aChangeWhoseObjectsWereLostIsFinishedFromItsFiles(left: Int) throws {
    try leaveRecord(in: fixture)
    try tearObjects(of: Array(Self.after.values), to: left, in: fixture)
    try fixture.store.captureHandEdits()
    try expectFinished(fixture)
    #expect(fixture.told == ["finished: \(Self.subject)"])
  }

  @Test(arguments: [0, 9]) func aChangeWhoseObjectsAndFilesWereLostIsDropped(left: Int) throws {
    try leaveRecord(in: fixture)
    try tearObjects(of: Array(Self.after.values), to: left, in: fixture)
    for path in Self.after.keys { try tear(temporary(path), to: left, in: fixture) }
    try fixture.store.captureHandEdits()
    #expect(try texts(fixture) == Self.files)
    #expect(try fixture.subjects() == ["Create the store"])
    // The next change with the same content replaces the remains of the objects.
    for (path, text) in Self.after { try fixture.sandbox.write(text, to: path) }
    #expect(try fixture.store.captureHandEdits().count == 2)
    try fixture.expectClean()
  }

  // MARK: - The record

  @Test func aRecordContainsTheOperation() throws {
    let hex = String(repeating: "a1", count: 20)
    let id = ObjectID(hex)
    let changes: [PendingOperation.Change] = [
      .init(path: "playlists/ü ß.toml", old: nil, new: id), .init(path: "a\nb", old: id, new: nil),
      .init(path: "c", old: id, new: id),
    ]
    let edits = [HandEdit(kind: .moved, path: "b", oldPath: "a")]
    for operation in [
      PendingOperation(message: "Add\n\nMixtape-Operation: add\n", changes: changes, base: CommitID(hex)),
      PendingOperation(message: "", changes: [], base: nil), PendingOperation(capturing: edits),
    ] {
      #expect(PendingOperation(record: operation.record) == operation)
      #expect(PendingOperation(record: Array(operation.record.dropLast())) == nil)
      #expect(PendingOperation(record: Array(operation.record.dropFirst())) == nil)
      #expect(PendingOperation(record: operation.record + Array("more\0".utf8)) == nil)
    }
  }

  @Test func aRecordOfAnotherVersionStopsChanges() throws {
    let record = #"{"message":"Add","changes":[],"isCapture":false}"#
    let checksum = try Repository.blobID(of: Array(record.utf8))
    try fixture.sandbox.write("\(checksum) \(record.utf8.count)\n\(record)", to: ".git/mixtape/pending")
    let error = try #require(throws: MixtapeError.self) { try fixture.store.rename(.id("a"), to: "Other") }
    #expect(error.code == .fileAccess)
    #expect("\(error)".contains("another version of Mixtape"))
    try fixture.expectClean()
  }

  @Test func aCaptureWhoseIndexWasNotWrittenGetsIt() throws {
    try write(["a", "b"], in: fixture)
    let edits = ["a", "b"].map { HandEdit(kind: .edited, path: "playlists/\($0).toml", oldPath: nil) }
    try journal(fixture).write(PendingOperation(capturing: edits))
    try commitRecord(in: fixture, of: ["playlists/a.toml"])
    // One of two files was committed. It was restored by hand since, and stays.
    try fixture.sandbox.write("name = 'A'\n", to: "playlists/a.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Edit a by hand", "Delete b by hand"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    try fixture.expectClean()
  }

  @Test func aStoreWhoseFirstCommitIsMissingGetsIt() throws {
    let record = try record(in: fixture)
    let branch = try fixture.sandbox.git("symbolic-ref", "HEAD")
    try fixture.sandbox.git("update-ref", "-d", branch)
    try fixture.sandbox.remove(".git/index")
    let changes = record.changes.filter { $0.new != nil }.map {
      PendingOperation.Change(path: $0.path, old: nil, new: $0.new)
    }
    try fixture.sandbox.remove("playlists/a.toml")
    try journal(fixture).write(PendingOperation(message: record.message, changes: changes, base: nil))
    try prepareFiles(in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().last == Self.subject)
    #expect(try fixture.text("playlists/a.toml") == Self.after["playlists/a.toml"])
    #expect(try fixture.sandbox.status() == ["?? .gitattributes"])
  }

  /// The first commit of a store changes a file that was not committed before.
  @Test func aStoreThatTookOverAFileGetsItsFirstCommit() throws {
    let sandbox = try Sandbox()
    try sandbox.write("*.md text\n", to: ".gitattributes")
    let fixture = try StoreFixture(in: sandbox)
    let message = try fixture.message()
    let changes = [
      PendingOperation.Change(
        path: ".gitattributes",
        old: try #require(ObjectID(sandbox.git("hash-object", "--stdin", input: "*.md text\n")) as ObjectID?),
        new: try #require(ObjectID(sandbox.git("rev-parse", "HEAD:.gitattributes")) as ObjectID?)),
      PendingOperation.Change(
        path: "mixtape.toml", old: nil,
        new: try #require(ObjectID(sandbox.git("rev-parse", "HEAD:mixtape.toml")) as ObjectID?)),
    ]
    try sandbox.git("update-ref", "-d", sandbox.git("symbolic-ref", "HEAD"))
    try sandbox.remove(".git/index")
    try journal(fixture).write(PendingOperation(message: message, changes: changes, base: nil))
    try fixture.store.captureHandEdits()
    #expect(fixture.told == ["finished: Create the store"])
    #expect(try fixture.changes() == ["A .gitattributes", "A mixtape.toml"])
    #expect(try sandbox.status() == [])
  }
}
