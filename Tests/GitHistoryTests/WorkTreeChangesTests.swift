import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Hand edits, compared with HEAD.
@Suite struct WorkTreeChangesTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(committing: [
      "mixtape.toml": "format = 1\n", "playlists/a.toml": "1", "playlists/b.toml": "1", "playlists/folder/c.toml": "1",
      "playlists/notes.txt": "1", "library/p.toml": "1", "other/x.toml": "1",
    ])
  }

  private func changes() throws -> [String] {
    let changes = try sandbox.open().workTree(under: ["playlists", "library"], includingFiles: ["mixtape.toml"]).changes
    return changes.map { "\($0.kind) \($0.path)" }
  }

  @Test func nothing() throws {
    #expect(try changes() == [])
  }

  @Test func editsOfEveryKind() throws {
    try sandbox.write("format = 1\n\n", to: "mixtape.toml")
    try sandbox.write("2", to: "playlists/a.toml")
    try sandbox.remove("playlists/folder")
    try sandbox.write("1", to: "library/new/q.toml")
    #expect(
      try changes() == [
        "added library/new/q.toml", "modified mixtape.toml", "modified playlists/a.toml",
        "deleted playlists/folder/c.toml",
      ])
  }

  /// HEAD and the work tree are then read at the same time.
  @Test func editsAmongManyFiles() throws {
    for number in 0..<1_500 { try sandbox.write("\(number)", to: "playlists/many/\(number).toml") }
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "many")
    #expect(try changes() == [])
    try sandbox.write("other", to: "playlists/many/77.toml")
    try sandbox.remove("playlists/many/1499.toml")
    try sandbox.write("new", to: "playlists/many/1500.toml")
    #expect(
      try changes() == [
        "deleted playlists/many/1499.toml", "added playlists/many/1500.toml", "modified playlists/many/77.toml",
      ])
  }

  @Test(arguments: IndexMark.allCases) func markedFilesAreNoDifferences(mark: IndexMark) throws {
    try sandbox.git("update-index", "--\(mark)", "playlists/a.toml", "playlists/b.toml")
    try sandbox.write("2", to: "playlists/a.toml")
    try sandbox.remove("playlists/b.toml")
    try sandbox.write("2", to: "library/p.toml")
    let state = try sandbox.open().workTree(under: ["playlists", "library"], readingAll: true)
    #expect(state.changes.map(\.path) == ["library/p.toml"])
    #expect(state.marked == ["playlists/a.toml": mark, "playlists/b.toml": mark])
    #expect(state.leftOut == [])
  }

  @Test(arguments: ["core.autocrlf=true", "filter=upper"])
  func filesThatGitConvertsDifferInTheirBytes(setting: String) throws {
    try sandbox.write("one\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "-m", "Text")
    try sandbox.git("config", "core.autocrlf", setting.hasPrefix("core") ? "true" : "false")
    try sandbox.git("config", "filter.upper.smudge", "tr a-z A-Z")
    try sandbox.git("config", "filter.upper.clean", "tr A-Z a-z")
    if setting.hasPrefix("filter") { try sandbox.write("*.toml filter=upper\n", to: ".git/info/attributes") }
    try sandbox.remove("playlists/a.toml")
    try sandbox.git("checkout", "-q", "playlists/a.toml")
    // The index is then newer than the file.
    _ = try sandbox.shell("touch -d @1790000000 playlists/a.toml; git update-index --refresh")
    let repository = try sandbox.open()
    #expect(try repository.workTree(under: ["playlists"]).changes == [])
    #expect(try repository.workTree(under: ["playlists"], readingAll: true).changes.map(\.path) == ["playlists/a.toml"])
    #expect(try repository.conversionSettings(at: "playlists/a.toml") == [setting])
    try sandbox.write("*.toml -text -filter\n", to: ".git/info/attributes")
    #expect(try sandbox.open().conversionSettings(at: "playlists/a.toml") == [])
  }

  @Test func filesAreFoundByName() throws {
    try sandbox.write("1", to: "library/a.toml")
    try sandbox.write("1", to: "library/aa.toml")
    try sandbox.write("1", to: "library/.hidden/a.toml")
    let found = try sandbox.open().workTree(under: ["playlists", "library"])
    #expect(found.files(named: "a.toml") == ["library/a.toml", "playlists/a.toml"])
    #expect(found.files(named: "c.toml") == ["playlists/folder/c.toml"])
    #expect(found.files(named: "notes.txt") == [])
    #expect(found.isComplete)
  }

  @Test func unsupportedItemsMakeTheStateIncomplete() throws {
    try sandbox.makeLink("playlists/link.toml", to: "a.toml")
    #expect(try !sandbox.open().workTree(under: ["playlists"]).isComplete)
  }

  @Test func changesHaveTheOldContent() throws {
    try sandbox.write("2", to: "playlists/a.toml")
    let change = try #require(try sandbox.open().workTree(under: ["playlists"]).changes.first)
    #expect(change.old == (try Repository.blobID(of: Array("1".utf8))))
  }

  @Test func stagedChangesAreFound() throws {
    try sandbox.write("2", to: "playlists/a.toml")
    try sandbox.git("rm", "-q", "playlists/b.toml")
    try sandbox.write("1", to: "playlists/new.toml")
    try sandbox.git("add", "--all")
    #expect(try changes() == ["modified playlists/a.toml", "deleted playlists/b.toml", "added playlists/new.toml"])
  }

  @Test func stagedAndRevertedChangesAreNotFound() throws {
    try sandbox.write("2", to: "playlists/a.toml")
    try sandbox.git("add", "--all")
    try sandbox.write("1", to: "playlists/a.toml")
    #expect(try changes() == [])
  }

  @Test func aTouchedFileIsUnchanged() throws {
    try setModificationDate(of: "playlists/a.toml", to: 1_000_000_000)
    #expect(try changes() == [])
  }

  @Test func anEditOfTheSameSizeAtTheSameTimeIsFound() throws {
    let path = sandbox.store.string + "/playlists/a.toml"
    let date = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("2".utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    #expect(try changes() == ["modified playlists/a.toml"])
  }

  @Test func aFileAndADirectoryChangePlaces() throws {
    try sandbox.remove("playlists/a.toml")
    try sandbox.write("1", to: "playlists/a.toml/x.toml")
    try sandbox.remove("playlists/folder")
    try sandbox.write("1", to: "playlists/folder.toml")
    #expect(
      try changes() == [
        "deleted playlists/a.toml", "added playlists/a.toml/x.toml", "added playlists/folder.toml",
        "deleted playlists/folder/c.toml",
      ])
  }

  @Test func hiddenAndOtherFilesAreIgnored() throws {
    try sandbox.write("1", to: "playlists/.hidden.toml")
    try sandbox.write("1", to: "playlists/.cache/x.toml")
    try sandbox.write("2", to: "playlists/notes.txt")
    try sandbox.write("2", to: "other/x.toml")
    try sandbox.write("1", to: "playlists/a.toml~")
    #expect(try changes() == [])
  }

  @Test func ignoredFilesCount() throws {
    try sandbox.write("*.toml\n", to: ".gitignore")
    try sandbox.write("1", to: "playlists/new.toml")
    #expect(try changes() == ["added playlists/new.toml"])
  }

  @Test func unsupportedItems() throws {
    try sandbox.git("init", "-q", "playlists/nested")
    try sandbox.write("1", to: "playlists/nested/x.toml")
    try sandbox.makeLink("playlists/link.toml", to: "a.toml")
    try sandbox.makeLink("playlists/outside", to: "/tmp")
    try sandbox.makeLink("playlists/readme", to: "notes.txt")
    #expect(mkfifo(sandbox.store.string + "/playlists/pipe.toml", 0o600) == 0)
    #expect(
      try changes() == [
        "unsupported playlists/link.toml", "unsupported playlists/nested", "unsupported playlists/outside",
        "unsupported playlists/pipe.toml",
      ])
  }

  @Test func aDirectoryBehindALinkIsNotDeleted() throws {
    try FileManager.default.moveItem(
      atPath: sandbox.store.string + "/playlists", toPath: sandbox.root.string + "/elsewhere")
    try sandbox.makeLink("playlists", to: "../elsewhere")
    #expect(try changes() == ["unsupported playlists"])
  }

  @Test func aLinkThatWasRecorded() throws {
    try sandbox.makeLink("playlists/link.toml", to: "a.toml")
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Link")
    try sandbox.remove("playlists/link.toml")
    try sandbox.write("1", to: "playlists/link.toml")
    #expect(try changes() == ["typeChanged playlists/link.toml"])
  }

  @Test func namesAreOrderedByBytes() throws {
    let names = ["a-b.toml", "a.toml", "a/x.toml", "a0.toml", "é.toml", "z.toml", "\u{10000}.toml", "\u{FFFD}.toml"]
    for name in names { try sandbox.write("1", to: "library/\(name)") }
    #expect(try changes().count == names.count)
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Names")
    #expect(try changes() == [])
  }

  @Test func aNameThatIsNotUTF8() throws {
    let name = Array((sandbox.store.string + "/playlists/").utf8CString.dropLast()) + [-1, 46, 116, 111, 109, 108, 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(try changes() == [#"unsupported playlists/\xFF.toml"#])
  }

  @Test func aSparseCheckout() throws {
    try sandbox.git("sparse-checkout", "set", "--no-cone", "/*", "!/library/")
    try sandbox.git("config", "--unset", "extensions.worktreeConfig")
    try sandbox.git("config", "core.repositoryFormatVersion", "0")
    #expect(!FileManager.default.fileExists(atPath: sandbox.store.string + "/library/p.toml"))
    #expect(try changes() == [])
  }

  @Test func withoutAnIndexEveryFileIsRead() throws {
    try sandbox.remove(".git/index")
    try sandbox.write("2", to: "playlists/a.toml")
    #expect(try changes() == ["modified playlists/a.toml"])
  }

  @Test func withoutAnyDirectory() throws {
    try sandbox.remove("playlists")
    #expect(
      try changes() == ["deleted playlists/a.toml", "deleted playlists/b.toml", "deleted playlists/folder/c.toml"])
  }

  @Test func onAnUnbornBranch() throws {
    let sandbox = try Sandbox()
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    try sandbox.write("1", to: "playlists/a.toml")
    #expect(try repository.workTree(under: ["playlists"]).changes.map(\.kind) == [.added])
  }

  private func setModificationDate(of path: String, to seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: sandbox.store.string + "/" + path)
  }
}
