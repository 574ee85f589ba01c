import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Hand edits")
struct HandEditTests {
  private static let files = [
    "playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n", "playlists/deep/c.toml": "name = 'C'\n",
    "library/show.toml": "title = 'Show'\n",
  ]

  @Test(arguments: ["templates/sub/new.toml", "playlists/-bad/new.toml", "playlists/e\u{301}/deep/new.toml"])
  func aFileInAnInvalidFolderIsIgnored(path: String) throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'N'\n", to: path)
    try fixture.store.rename(.id("c"), to: "See")
    #expect(try fixture.subjects() == ["Rename c to \"See\"", "Create the store"])
    #expect(fixture.told == ["\(path): file.invalid-name"])
    #expect(try fixture.store.check([FilePath(path)]).hasErrors)
  }

  /// A signal waits for the index and HEAD, but not for objects, of which there may be many.
  @Test func objectsAreWrittenBeforeSignalsAreDeferred() throws {
    let fixture = try StoreFixture(Self.files)
    for number in 1...20 { try fixture.sandbox.write("name = 'N\(number)'\n", to: "playlists/n\(number).toml") }
    let objects = fixture.sandbox.store.appending(".git/objects").string
    func count() -> Int { (FileManager.default.subpaths(atPath: objects) ?? []).count }
    let before = count()
    let (held, released) = (Recorder<Int>(), Recorder<Int>())
    let context = Store.Context(
      environment: fixture.sandbox.environment, now: { Date() },
      interruptions: Interruptions(
        hold: { held.record((FileManager.default.subpaths(atPath: objects) ?? []).count) },
        release: { released.record((FileManager.default.subpaths(atPath: objects) ?? []).count) },
        isRequested: { false }))
    let captured = try Store(at: fixture.sandbox.store, context: context).captureHandEdits()
    #expect(captured.count == 20)
    #expect(held.values == released.values)
    #expect(held.values.first == before && held.values.last == count() && count() > before + 40)
  }

  /// HEAD moves over some of them at a time, and each still has its own commit.
  @Test func manyEditsAreReportedTogether() throws {
    let paths = (1...250).map { "playlists/n\($0).toml" }
    let fixture = try StoreFixture(Dictionary(uniqueKeysWithValues: paths.map { ($0, "name = 'N'\n") }))
    for path in paths { try fixture.sandbox.write("name = 'Edited'\n", to: path) }
    #expect(try fixture.store.captureHandEdits().count == 250)
    #expect(fixture.told == ["capturing: 250", "captured: 250"])
    #expect(try fixture.subjects().count == 251)
    #expect(Set(try fixture.subjects()).isSuperset(of: ["Edit n1 by hand", "Edit n250 by hand"]))
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func `the files of a moved folder are counted, and not named`() throws {
    let paths = (1...6).map { "playlists/old/n\($0).toml" }
    let fixture = try StoreFixture(Dictionary(uniqueKeysWithValues: paths.map { ($0, "name = '\($0)'\n") }))
    try fixture.sandbox.git("mv", "playlists/old", "playlists/new")
    #expect(try fixture.store.captureHandEdits().count == 6)
    #expect(fixture.told == ["captured: 6"])
  }

  /// Files that somebody copied or unpacked. Each commit of a file has the names of all files of its folder.
  @Test func manyNewFilesAreOneCommit() throws {
    let fixture = try StoreFixture(Self.files)
    let paths = (1...50).map { "playlists/new/n\($0).toml" }
    for path in paths.dropLast() { try fixture.sandbox.write("name = 'N'\n", to: path) }
    #expect(try fixture.store.status().nextUndo?.subject == "Create n9 by hand")
    try fixture.sandbox.write("name = 'N'\n", to: paths[49])
    #expect(try fixture.store.status().nextUndo?.subject == "Create 50 files by hand")
    #expect(try fixture.store.status().handEdits.count == 50)
    try fixture.sandbox.write("name = 'A2'\n", to: "playlists/a.toml")
    let captured = try fixture.store.captureHandEdits()
    #expect(captured.map(\.subject) == ["Create 50 files by hand", "Edit a by hand"])
    #expect(Set(captured[0].paths) == Set(paths))
    #expect(try fixture.subjects() == captured.map(\.subject).reversed() + ["Create the store"])
    #expect(try fixture.changes(in: "HEAD~1").count == 50)
    #expect(try fixture.store.undo(2).hasEffect)
    #expect(try fixture.store.all().map(\.id.rawValue) == ["a", "b", "c"])
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func eachEditIsASeparateCommitBeforeTheChange() throws {
    let fixture = try StoreFixture(Self.files)
    let sandbox = fixture.sandbox
    try sandbox.write("name = 'A2'\n# by hand\n", to: "playlists/a.toml")
    try sandbox.write("", to: "playlists/new.toml")
    try sandbox.remove("playlists/b.toml")
    try sandbox.write("title = 'Other'\n", to: "library/show.toml")
    try sandbox.write("format = 1\n# mine\n", to: "mixtape.toml")
    try fixture.store.rename(.id("c"), to: "See")
    let captured = [
      "Edit show by hand", "Edit mixtape.toml by hand", "Edit a by hand", "Delete b by hand", "Create new by hand",
    ]
    #expect(try fixture.subjects() == ["Rename c to \"See\""] + captured.reversed() + ["Create the store"])
    #expect(fixture.told == captured.map { "captured: \($0)" })
    #expect(try fixture.changes(in: "HEAD~3") == ["M playlists/a.toml"])
    #expect(
      try sandbox.git("log", "-1", "--format=%(trailers:key=Mixtape-Operation,valueonly)", "HEAD~3") == "edit\n")
    #expect(try fixture.text("playlists/a.toml") == "name = 'A2'\n# by hand\n")
    try fixture.expectClean()
  }

  @Test func aMovedFileIsOneEdit() throws {
    let fixture = try StoreFixture(Self.files)
    try move("playlists/a.toml", "playlists/new/a.toml", fixture)
    try move("playlists/deep/c.toml", "playlists/deep/d.toml", fixture)
    let edits = try fixture.store.captureHandEdits()
    #expect(edits.map(\.subject) == ["Rename c to d by hand", "Move a by hand"])
    #expect(
      edits.map(\.paths) == [
        ["playlists/deep/c.toml", "playlists/deep/d.toml"], ["playlists/a.toml", "playlists/new/a.toml"],
      ])
    #expect(try fixture.store.find(.id("a"))?.folder.path == "new")
    #expect(try fixture.store.find(.id("a"))?.created != nil)
    try fixture.expectClean()
  }

  @Test func namesArePairedBeforeContents() throws {
    let fixture = try StoreFixture(["playlists/x/a.toml": "", "playlists/x/b.toml": ""])
    try move("playlists/x/b.toml", "playlists/b.toml", fixture)
    try move("playlists/x/a.toml", "playlists/a.toml", fixture)
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Move a by hand", "Move b by hand"])
    try fixture.expectClean()
  }

  @Test func stagedFilesOfTheStoreAreCaptured() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'Staged'\n", to: "playlists/a.toml")
    try fixture.sandbox.git("add", "playlists/a.toml")
    try fixture.sandbox.git("rm", "-q", "playlists/b.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Edit a by hand", "Delete b by hand"])
    try fixture.expectClean()
  }

  @Test func withoutEditsThereIsNoCommit() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'A'\n", to: "playlists/a.toml")
    #expect(try fixture.store.captureHandEdits().isEmpty)
    #expect(try fixture.subjects().count == 1)
    try fixture.expectClean()
  }

  @Test(arguments: [
    ("name = 'half", "toml.unterminated-string"),
    ("<<<<<<< a\nname = 'A'\n=======\nname = 'B'\n>>>>>>> b\n", "file.conflict-markers"),
    ("conditons = []", "file.misspelled-key"),
  ])
  func aFileWithErrorsIsNotCommittedOrOverwritten(text: String, id: String) throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write(text, to: "playlists/a.toml")
    try fixture.sandbox.write("name = 'B2'\n", to: "playlists/b.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Edit b by hand"])
    #expect(fixture.told == ["playlists/a.toml: \(id), HEAD answers", "captured: Edit b by hand"])
    try fixture.store.rename(.id("c"), to: "See")
    let error = try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) {
      try fixture.store.rename(.id("a"), to: "Other")
    }
    #expect((error?.cause as? InvalidFiles)?.reports.map(\.path) == ["playlists/a.toml"])
    try fixture.expectRefusal(.invalidFile) { try fixture.store.delete(.id("a")) }
    #expect(try fixture.text("playlists/a.toml") == text)
    #expect(try fixture.sandbox.status() == [" M playlists/a.toml"])
    try fixture.sandbox.write("name = 'Mended'\n", to: "playlists/a.toml")
    try fixture.store.rename(.id("a"), to: "Other")
    #expect(try fixture.subjects().prefix(2) == ["Rename a to \"Other\"", "Edit a by hand"])
    try fixture.expectClean()
  }

  @Test func `a playlist is not deleted while another file has its id`() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'Copy'\n", to: "playlists/other/a.toml")
    let error = try fixture.expectRefusal(.invalidFile, .file("playlists/other/a.toml")) {
      try fixture.store.delete(.id("a"))
    }
    #expect((error?.cause as? InvalidFiles)?.reports.map(\.path) == ["playlists/other/a.toml"])
    expectError(.invalidFile) { _ = try fixture.store.preview(.delete([.id("a")])) }
    try fixture.store.delete(.id("b"))
    try fixture.store.rename(.id("a"), to: "Still there")
    try fixture.sandbox.remove("playlists/other/a.toml")
    try fixture.store.delete(.id("a"))
    #expect(try fixture.store.playlistIDs() == [.id("c")])
  }

  @Test func `undo, redo and revert delete no playlist while another file has its id`() throws {
    let fixture = try StoreFixture(Self.files)
    let copy = "playlists/other/new.toml"
    func expectRefusals(_ actions: (Store) throws -> Void...) throws {
      try fixture.sandbox.write("name = 'Copy'\n", to: copy)
      for action in actions {
        try fixture.expectRefusal(.invalidFile, .file(copy)) { try action(fixture.store) }
      }
      try fixture.sandbox.remove(copy)
    }
    try fixture.store.create(try Playlist(id: .id("new")))
    try expectRefusals(
      { try $0.undo() }, { _ = try $0.undoPreview() }, { try $0.undo(.id("new")) },
      { _ = try $0.undoPreview(.id("new")) }, { try $0.revert("HEAD") }, { _ = try $0.revertPreview("HEAD") })
    try fixture.store.delete(.id("new"))
    try fixture.store.undo()
    try expectRefusals({ try $0.redo() }, { _ = try $0.redoPreview() })
    try fixture.store.redo()
    // Steps that cancel each other out delete nothing.
    try fixture.sandbox.write("name = 'Copy'\n", to: copy)
    try fixture.sandbox.write("name = 'Other copy'\n", to: "playlists/third/new.toml")
    try fixture.store.undo(2)
    #expect(try fixture.text("playlists/new.toml") == nil)
  }

  @Test func `a podcast is not removed while another file has its id`() throws {
    let fixture = try StoreFixture(["library/p.toml": "title = 'P'\n"])
    try fixture.sandbox.write("title = 'Copy'\n", to: "library/other/p.toml")
    let operation = PodcastOperation.remove([try Podcast.ID(validating: "p")])
    try fixture.expectRefusal(.invalidFile, .file("library/other/p.toml")) {
      try fixture.store.library.perform(operation)
    }
    expectError(.invalidFile) { _ = try fixture.store.library.preview(operation) }
  }

  @Test func aMovedFileWithErrorsCountsAsDeleted() throws {
    let fixture = try StoreFixture(Self.files)
    try move("playlists/a.toml", "playlists/x/a.toml", fixture)
    try fixture.sandbox.write("name = 'half", to: "playlists/x/a.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Delete a by hand"])
    try fixture.store.undo()
    try fixture.store.rename(.id("a"), to: "Other")
    #expect(try fixture.store.check().reports.map(\.path) == ["playlists/x/a.toml"])
    #expect(try fixture.text("playlists/x/a.toml") == "name = 'half")
    #expect(try fixture.sandbox.status() == ["?? playlists/x/a.toml"])
  }

  @Test func statusListsEditsWithoutCommitting() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'A2'\n", to: "playlists/a.toml")
    try fixture.sandbox.write("name = ", to: "playlists/b.toml")
    let status = try fixture.store.status()
    #expect(status.playlists == 3 && status.podcasts == 1)
    #expect(status.handEdits.map(\.path) == ["playlists/a.toml"] && status.handEdits.map(\.kind) == [.edited])
    #expect(status.invalid.map(\.path) == ["playlists/b.toml"])
    #expect(status.nextUndo?.subject == "Edit a by hand")
    #expect(status.nextRedo == nil && status.interruptedChange == nil)
    #expect(try fixture.subjects().count == 1)
  }

  private func move(_ old: String, _ new: String, _ fixture: StoreFixture) throws {
    let bytes = try fixture.sandbox.read(old)
    try fixture.sandbox.remove(old)
    try fixture.sandbox.write(bytes, to: new)
  }

  @Test func `files that were renamed to invalid names are named, and wait`() throws {
    let playlist = (1...3).map { "  'p/\($0)',\n" }.joined()
    let fixture = try StoreFixture([
      "playlists/a.toml": "name = 'A'\nepisodes = [\n\(playlist)]\n", "playlists/b.toml": "name = 'Other'\n",
      "library/p.toml": "title = 'P'\n" + (1...3).map { "\n[[episodes]]\nid = '\($0)'\n" }.joined(),
    ])
    try fixture.sandbox.write("name = 'A'\nepisodes = [\n\(playlist)]\n# Edited.\n", to: "playlists/A A.toml")
    for path in ["playlists/a.toml", "playlists/b.toml"] { try fixture.sandbox.remove(path) }
    try fixture.store.captureHandEdits()
    #expect(
      fixture.told == [
        "playlists/A A.toml: file.invalid-name", "invalid names: playlists/a.toml → playlists/A A.toml",
        "captured: Delete b by hand",
      ])
    #expect(
      try fixture.store.fate(ofMissing: .playlist(.id("a")))
        == .misnamed(RenamedFile(oldPath: "playlists/a.toml", path: "playlists/A A.toml")))
    try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) {
      try fixture.store.create(try Playlist(id: .id("a")))
    }
    try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) { try fixture.store.restore(.id("a")) }
    try move("playlists/A A.toml", "playlists/c.toml", fixture)
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Rename a to c by hand"])
    try fixture.expectClean()
  }

  @Test(arguments: ["a.TOML", "a.bak", ".a.toml", "A.toml", "x/old"])
  func `a file that is no playlist any more is named by status and by the next change`(name: String) throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\nepisodes = ['p/1']\n"])
    try move("playlists/a.toml", "playlists/\(name)", fixture)
    let warning = "invalid names: playlists/a.toml → playlists/\(name)"
    #expect(try fixture.store.status().handEdits == [])
    #expect(fixture.told == [warning])
    try fixture.store.warnOfInvalidNames()
    #expect(fixture.told == [warning, warning])
    #expect(try fixture.store.captureHandEdits() == [])
    #expect(fixture.told.count { $0 == warning } == 3)
    try move("playlists/\(name)", "playlists/a.toml", fixture)
    #expect(try fixture.store.captureHandEdits() == [])
    try fixture.expectClean()
  }

  @Test(arguments: ["a.toml~", "a.toml.bak"])
  func `a copy that an editor keeps is not the deleted file`(name: String) throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    try move("playlists/a.toml", "playlists/\(name)", fixture)
    #expect(try fixture.store.status().handEdits.map(\.kind) == [.deleted])
    #expect(fixture.told == [])
  }
}
