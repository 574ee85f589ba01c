import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("Examination and repair")
struct RepairTests {
  private static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/in/b.toml": "name = 'B'\n"]
  private let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() throws { fixture = try StoreFixture(Self.files) }

  // MARK: - The branch

  @Test(arguments: ["missing", "packed", "", "\0\0\0\0", "no id\n"])
  func aLostBranchIsRestored(content: String) throws {
    // The packed reference stays at this commit.
    if content == "packed" { try sandbox.git("pack-refs", "--all") }
    try fixture.store.rename(.id("a"), to: "Other")
    let head = try sandbox.git("rev-parse", "HEAD")
    if content == "missing" || content == "packed" {
      try sandbox.remove(".git/refs/heads/main")
    } else {
      try sandbox.write(content, to: ".git/refs/heads/main")
    }
    let before = try fixture.snapshot()
    for change in [
      { _ = try fixture.store.rename(.id("b"), to: "New") }, { _ = try fixture.store.undo() },
      { _ = try fixture.store.captureHandEdits() }, { _ = try fixture.store.status() },
      { _ = try fixture.store.history(of: nil, limit: 1) }, { try fixture.store.sync(by: .quiet) },
    ] as [() throws -> Void] {
      let error = expectError(.repository) { try change() }
      #expect((error?.cause as? GitError)?.code == .branchLost)
    }
    #expect(try fixture.snapshot() == before)
    let findings = try fixture.store.examine()
    #expect(findings.map(\.code) == ["branch-lost"])
    #expect(findings.map(\.severity) == [.error])
    try expectRepair(of: ["branch-lost"])
    #expect(try sandbox.git("rev-parse", "HEAD") == head)
    try fixture.store.rename(.id("b"), to: "New")
    try fixture.store.undo(2)
    try fixture.expectClean()
  }

  @Test func aNewBranchIsNotLost() throws {
    try sandbox.git("switch", "-q", "--orphan", "other")
    #expect(try fixture.open().lostBranch() == nil)
    try sandbox.git("switch", "-q", "main")
    try sandbox.git("update-ref", "-d", "HEAD")
    #expect(try fixture.open().lostBranch() == nil)
  }

  /// Git removes directories of loose objects and takes locks meanwhile.
  @Test func examinationsWhileGitPacks() async throws {
    let store = fixture.store
    async let errors: [String] = {
      var errors: [String] = []
      for _ in 0..<20 { errors += try store.examine().filter { $0.severity == .error }.map(\.code) }
      return errors
    }()
    for number in 0..<8 {
      try store.rename(.id("a"), to: "Name \(number)")
      try sandbox.git("gc", "--quiet", "--no-prune")
    }
    let found = try await errors
    #expect(found == [])
  }

  // MARK: - The index

  @Test(arguments: ["", "no index", "DIRC\0\0\0\u{2}\0\0\0\u{9}12345678901234567890"])
  func aDamagedIndexIsRebuiltAndKept(content: String) throws {
    try sandbox.write("Notes.\n", to: "NOTES.md")
    try sandbox.git("add", "NOTES.md")
    try sandbox.git("commit", "-q", "-m", "Notes")
    try sandbox.write("name = 'By hand'\n", to: "playlists/a.toml")
    try sandbox.write(content, to: ".git/index")
    try expectRepair(of: ["index-unreadable"], untouched: [".git/index"])
    #expect(try sandbox.read(".git/index.damaged") == Array(content.utf8))
    #expect(try sandbox.status() == [" M playlists/a.toml"])
    sandbox.expectSound()
    try fixture.store.rename(.id("b"), to: "Other")
    try fixture.expectClean()
  }

  @Test func aSecondDamagedIndexIsKeptToo() throws {
    for content in ["one", "two", "three"] {
      try sandbox.write(content, to: ".git/index")
      try expectRepair(of: ["index-unreadable"], untouched: [".git/index"])
    }
    let kept = try ["index.damaged", "index.damaged-2", "index.damaged-3"].map { try fixture.text(".git/\($0)") }
    #expect(kept == ["one", "two", "three"])
    try fixture.expectClean()
  }

  @Test func anUnreadableIndex() throws {
    try fixture.letAnyoneWrite()
    try fixture.setMode(0, of: ".git/index")
    try withoutPrivileges { try expectRepair(of: ["index-unreadable"], untouched: [".git/index"]) }
    #expect(try sandbox.git("diff", "--cached", "--name-only") == "")
  }

  @Test func aMissingIndex() throws {
    try sandbox.remove(".git/index")
    try expectRepair(of: ["index-missing"])
    try fixture.expectClean()
  }

  @Test func anOutdatedIndex() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.delete(.id("b"))
    try sandbox.write("name = 'C'\n", to: "playlists/c.toml")
    try fixture.store.captureHandEdits()
    try sandbox.git("read-tree", "HEAD~3")
    try expectRepair(of: ["index-behind"])
    try fixture.expectClean()
  }

  @Test func stagedChangesAreNotOutdated() throws {
    try sandbox.write("name = 'Staged'\n", to: "playlists/a.toml")
    try sandbox.write("name = 'New'\n", to: "playlists/new.toml")
    try sandbox.write("Notes.\n", to: "NOTES.md")
    try sandbox.git("add", "--all")
    // The file matches HEAD again, but the staged content exists nowhere else.
    try sandbox.write("name = 'A'\n", to: "playlists/a.toml")
    try sandbox.remove("playlists/new.toml")
    let before = try sandbox.status()
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == [])
    _ = try fixture.store.repair()
    #expect(try sandbox.status() == before)
  }

  // MARK: - Objects

  @Test(arguments: [nil, "", "garbage"])
  func aMissingOrDamagedContentIsWrittenAgain(object: String?) throws {
    try damage("playlists/a.toml", object)
    try expectRepair(of: ["content-unreadable"] + (object == "" ? ["empty-objects"] : []))
    try fixture.expectClean()
  }

  /// A power cut may leave unreferenced objects empty.
  @Test func objectsWithoutContentAreRemoved() throws {
    for text in ["one", "two"] {
      let id = try sandbox.git("hash-object", "-w", "--stdin", input: text)
      let object = sandbox.path(ofObject: id)
      try sandbox.remove(object)
      try sandbox.write("", to: object)
    }
    // Other files are not objects.
    for file in ["info/kept", "pack/kept", "17/kept", "kept"] { try sandbox.write("", to: ".git/objects/\(file)") }
    try expectRepair(of: ["empty-objects"])
    for file in ["info/kept", "pack/kept", "17/kept", "kept"] {
      #expect(try sandbox.read(".git/objects/\(file)") == [])
    }
    sandbox.expectSound()
  }

  @Test func aDamagedContentThatNoFileHasIsLost() throws {
    try damage("playlists/a.toml", nil)
    try sandbox.write("name = 'Edited'\n", to: "playlists/a.toml")
    try sandbox.write("kept", to: ".git/objects/info/kept")
    let findings = try fixture.store.repair().filter(\.isOpen)
    #expect(findings.map(\.code) == ["content-unreadable"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'Edited'\n")
  }

  @Test func aDamagedPackIsNotRepaired() throws {
    try sandbox.git("gc", "-q")
    let packs = sandbox.store.appending(".git/objects/pack")
    for name in try FileManager.default.contentsOfDirectory(atPath: packs.string) where name.hasSuffix(".pack") {
      let path = ".git/objects/pack/\(name)"
      var bytes = try sandbox.read(path)
      for place in 12..<bytes.count - 20 { bytes[place] = 0 }
      try fixture.setMode(0o644, of: path)
      try sandbox.write(bytes, to: path)
    }
    let before = try fixture.snapshot()
    // History is unreadable. The examination reports this and does not fail.
    let open = try fixture.store.repair().filter(\.isOpen)
    #expect(open.contains { $0.part == .objects && $0.severity == .error })
    #expect(try fixture.snapshot() == before)
  }

  // MARK: - Files

  @Test func aPendingOperationIsFinished() throws {
    let repository = try fixture.open()
    let (old, new) = (try fixture.blob("name = 'A'\n"), try fixture.blob("name = 'Changed'\n"))
    let change = PendingOperation.Change(
      path: "playlists/a.toml", old: try #require(ObjectID(old) as ObjectID?),
      new: try #require(ObjectID(new) as ObjectID?))
    let record = PendingOperation(
      message: "Rename a", changes: [change],
      base: try #require(CommitID(sandbox.git("rev-parse", "HEAD")) as CommitID?))
    try OperationJournal(in: StoreRepository(repository).privateState).write(record)
    let temporary = "playlists/.a.toml.mixtape-tmp"
    try sandbox.write("name = 'Changed'\n", to: temporary)
    let longAgo = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
    try FileManager.default.setAttributes(longAgo, ofItemAtPath: sandbox.store.appending(temporary).string)
    try sandbox.write("name = 'By hand'\n", to: "playlists/in/b.toml")
    try expectRepair(of: ["interrupted-change", "leftovers"], untouched: ["playlists/a.toml"])
    #expect(try fixture.subjects() == ["Rename a", "Create the store"])
    #expect(try sandbox.status() == [" M playlists/in/b.toml"])
    sandbox.expectSound()
  }

  /// No file was replaced and none was prepared, as after a kill directly after the record was written.
  @Test func anUnfinishableOperationIsDroppedWithANotice() throws {
    let (old, new) = (try fixture.blob("name = 'A'\n"), "1234567890123456789012345678901234567890")
    let change = PendingOperation.Change(
      path: "playlists/a.toml", old: try #require(ObjectID(old) as ObjectID?),
      new: try #require(ObjectID(new) as ObjectID?))
    let record = PendingOperation(
      message: "Rename a", changes: [change],
      base: try #require(CommitID(sandbox.git("rev-parse", "HEAD")) as CommitID?))
    try OperationJournal(in: StoreRepository(try fixture.open()).privateState).write(record)
    let finding = try #require(try fixture.store.repair().first { $0.part == .interruptedChange })
    guard case .dropped = finding.repair else {
      Issue.record("\(finding.repair)")
      return
    }
    #expect(!finding.isOpen)
    #expect(fixture.told == ["dropped: Rename a"])
    #expect(try fixture.store.examine().allSatisfy { !$0.isOpen })
    try fixture.expectClean()
  }

  @Test func onlyLeftoversAreRemoved() throws {
    let ours = ["playlists/.a.toml.mixtape-tmp", "playlists/in/.b.toml.mixtape-tmp", ".mixtape.toml.mixtape-tmp"]
    let state = [
      ".git/mixtape/.said-x.mixtape-tmp", ".git/mixtape/history.2147483647", ".git/mixtape/feeds.2147483647",
    ]
    let others = [
      "playlists/a.mixtape-tmp", "playlists/.hidden/.x.mixtape-tmp", "notes/.x.mixtape-tmp",
      ".git/mixtape/history.\(getpid())", ".git/mixtape/history.old", ".git/objects/tmp_obj_x",
    ]
    for path in ours + state + others { try sandbox.write("x", to: path) }
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == [], "young files may be in use")
    for path in ours + state + others { try age(path) }
    try expectRepair(of: ["leftovers"])
    for path in ours + state { #expect(try fixture.text(path) == nil, "\(path)") }
    for path in others { #expect(try fixture.text(path) == "x", "\(path)") }
  }

  @Test func aMissingAttributesFileIsRestored() throws {
    try sandbox.git("rm", "-q", ".gitattributes")
    try sandbox.git("commit", "-q", "-m", "No attributes")
    try expectRepair(of: ["line-ends-unprotected"])
    #expect(try fixture.text(".gitattributes") == "*.toml -text merge=mixtape\n")
    #expect(try fixture.message() == "Prevent conversion of line ends\n\nMixtape-Operation: repair")
    #expect(try fixture.store.status().nextUndo == nil)
    try fixture.expectClean()
  }

  @Test func aContradictingAttributesFileIsCompleted() throws {
    try sandbox.write("*.md text\n* text=auto", to: ".gitattributes")
    try sandbox.git("commit", "-q", "-a", "-m", "Other attributes")
    try expectRepair(of: ["line-ends-unprotected"])
    #expect(try fixture.text(".gitattributes") == "*.md text\n* text=auto\n*.toml -text\n*.toml merge=mixtape\n")
    try fixture.expectClean()
  }

  @Test func anAttributesFileThatIsBeingEditedIsNotCommitted() throws {
    try sandbox.write("*.md text\n", to: ".gitattributes")
    try expectRepair(of: ["line-ends-unprotected"])
    #expect(try fixture.text(".gitattributes") == "*.md text\n*.toml -text\n*.toml merge=mixtape\n")
    #expect(try sandbox.status() == [" M .gitattributes"])
    #expect(try fixture.subjects() == ["Create the store"])
    try sandbox.remove(".gitattributes")
    try expectRepair(of: ["line-ends-unprotected"])
    try fixture.expectClean()
  }

  @Test(arguments: ["*.toml  -text", "* -text", "*.toml binary", "*.toml text eol=lf\n*.toml -text"])
  func otherSettingsThatKeepLineEnds(line: String) throws {
    try sandbox.write("\(line)\n", to: ".gitattributes")
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == [])
  }

  @Test func anUnusableCacheIsRemoved() throws {
    try sandbox.write("no database", to: ".git/mixtape/index.sqlite")
    try expectRepair(of: ["cache-unusable"])
    #expect(try fixture.text(".git/mixtape/index.sqlite") == nil)
    #expect(try fixture.store.summaries().count == 2)
  }

  // MARK: - Manual repairs

  @Test func readOnlyDirectories() throws {
    try fixture.letAnyoneWrite()
    let object = try sandbox.git("rev-parse", "HEAD:playlists/a.toml").prefix(2)
    let places = ["playlists/in", ".git/objects", ".git/objects/\(object)"]
    for place in places { try fixture.setMode(0o555, of: place) }
    defer { #expect(throws: Never.self) { for place in places { try fixture.setMode(0o755, of: place) } } }
    let open = try withoutPrivileges { try fixture.store.examine() }.filter(\.isOpen)
    let found = open.compactMap { finding -> FilePath? in
      if case .notWritable(let path, .permissionDenied) = finding.kind { path } else { nil }
    }
    #expect(Set(found) == Set(places.map { sandbox.store.appending($0) }))
    #expect(open.count == places.count)
  }

  @Test func aDirectoryThatCannotBeListed() throws {
    try fixture.letAnyoneWrite()
    try fixture.setMode(0o333, of: ".git/mixtape")
    defer { #expect(throws: Never.self) { try fixture.setMode(0o755, of: ".git/mixtape") } }
    let open = try withoutPrivileges { try fixture.store.examine() }.filter(\.isOpen)
    #expect(open.map(\.code) == ["not-writable"])
    guard case .notWritable(let path, let error)? = open.first?.kind else {
      Issue.record("\(open)")
      return
    }
    #expect(path == sandbox.store.appending(".git/mixtape") && error == .permissionDenied)
  }

  @Test func duringAnOperationOfGitNothingIsRepaired() throws {
    try sandbox.write("no index", to: ".git/index")
    try sandbox.write(try sandbox.git("rev-parse", "HEAD") + "\n", to: ".git/MERGE_HEAD")
    expectError(.repositoryBusy) { _ = try fixture.store.repair() }
    #expect(try fixture.text(".git/index") == "no index")
  }

  @Test func anUnreadableBranchIsAFinding() throws {
    let branch = try sandbox.git("symbolic-ref", "HEAD")
    try sandbox.write("garbage\n", to: ".git/\(branch)")
    try sandbox.remove(".git/logs")
    let open = try fixture.store.examine().filter(\.isOpen)
    #expect(open.contains { $0.code == "unexamined" && $0.part == .repository })
    #expect(try fixture.store.examine().contains { $0.part == .files && $0.severity == .ok })
  }

  @Test func anUnsupportedIndexIsNotReplaced() throws {
    try sandbox.git("update-index", "--split-index")
    let index = try sandbox.read(".git/index")
    #expect(try fixture.store.repair().filter(\.isOpen).map(\.code) == ["index-unreadable"])
    #expect(try sandbox.read(".git/index") == index)
  }

  @Test func aValidStoreIsUnchanged() throws {
    let before = try (sandbox.read(".git/index"), sandbox.git("rev-parse", "HEAD"), fixture.snapshot())
    #expect(try fixture.store.repair().filter { $0.severity != .ok }.isEmpty)
    #expect(try (sandbox.read(".git/index"), sandbox.git("rev-parse", "HEAD"), fixture.snapshot()) == before)
  }

  // MARK: - Support

  /// Fails the test unless an examination finds exactly these problems, a repair solves all of them, and other files
  /// of the store are unchanged.
  private func expectRepair(
    of codes: [String], untouched but: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try fixture.snapshot().filter { !but.contains($0.key) }
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == codes, sourceLocation: sourceLocation)
    let mended = try fixture.store.repair()
    #expect(mended.filter { $0.severity != .ok }.map(\.code) == codes, sourceLocation: sourceLocation)
    #expect(mended.filter(\.isOpen).isEmpty, "\(mended.filter(\.isOpen))", sourceLocation: sourceLocation)
    #expect(try fixture.store.examine().filter(\.isOpen).isEmpty, sourceLocation: sourceLocation)
    #expect(try fixture.snapshot().filter { !but.contains($0.key) } == before, sourceLocation: sourceLocation)
  }

  /// Damages the object of a file's content in HEAD; `nil` removes it.
  private func damage(_ path: String, _ content: String?) throws {
    let id = try sandbox.git("rev-parse", "HEAD:\(path)")
    let object = sandbox.path(ofObject: id)
    try sandbox.remove(object)
    if let content { try sandbox.write(content, to: object) }
  }

  /// Sets the times of a file to an hour ago.
  private func age(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: sandbox.store.appending(path).string)
  }
}
