import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Received changes that git can write, and Mixtape cannot: a sync receives nothing, and the next one follows after `git merge`.
@Suite struct UnwritableFileTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  /// Makes two clones of a store that has a file of its own beside the playlists.
  init() throws {
    clones = try Clones(["playlists/a.toml": "", "playlists/b.toml": "", "playlists/away/c.toml": "name = 'C'\n"])
    try clones.first.sandbox.write("1\n", to: "notes.txt")
    try clones.first.sandbox.git("add", "notes.txt")
    try clones.first.sandbox.git("commit", "-q", "-m", "Notes")
    try clones.first.store.sync(by: .quiet)
    second = try clones.another()
  }

  /// Commits the index of the second clone, and pushes it.
  private func push() throws {
    try second.sandbox.git("commit", "-q", "-m", "Change")
    try second.sandbox.git("push", "-q")
  }

  /// Adds files to the index of a store, by the paths that git prints for them. The work tree does not get them.
  private func stage(_ quotedPaths: [String], in fixture: StoreFixture) throws {
    let blob = try fixture.sandbox.git("hash-object", "-w", "--stdin", input: "1\n")
    let lines = quotedPaths.map { "100644 \(blob)\t\"\($0)\"\n" }.joined()
    try fixture.sandbox.git("update-index", "--add", "--index-info", input: lines)
  }

  /// Expects that a preview and a sync of the first clone are refused, and that `git merge` receives the files.
  private func expectRefusal(
    _ files: [UnwritableFile], isMerge: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isMerge { try first.store.rename(.id("a"), to: "Mine") }
    try expectRefusal(files, sourceLocation: sourceLocation)
    try first.sandbox.git("merge", "-q", "--no-edit", "origin/main")
    #expect(try first.store.sync(by: .quiet).sent == (isMerge ? 2 : 0), sourceLocation: sourceLocation)
    try first.expectClean(sourceLocation: sourceLocation)
    #expect(
      try first.sandbox.git("rev-parse", "HEAD") == first.sandbox.git("rev-parse", "origin/main"),
      sourceLocation: sourceLocation)
  }

  /// Expects that a preview and a sync of the first clone are refused.
  private func expectRefusal(
    _ files: [UnwritableFile], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let syncs = [{ _ = try first.store.syncPreview(by: .quiet) }, { _ = try first.store.sync(by: .quiet) }]
    for sync in syncs {
      let code = MixtapeError.Code(rawValue: "unwritable-files")
      let error = try first.expectRefusal(code, sourceLocation: sourceLocation, sync)
      guard case .unwritable(files, _)? = error?.cause as? SyncRefusal else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        continue
      }
    }
  }

  @Test(arguments: [false, true]) func `files that a sparse checkout leaves out`(isMerge: Bool) throws {
    try first.sandbox.checkOutSparsely("/*", "!/playlists/away/", "!/notes.txt")
    try second.store.rename(.id("c"), to: "See")
    try second.store.rename(.id("b"), to: "Bee")
    try second.sandbox.write("2\n", to: "notes.txt")
    try second.sandbox.git("add", "notes.txt")
    try push()
    try expectRefusal(
      [
        UnwritableFile(path: "notes.txt", reason: .excluded),
        UnwritableFile(path: "playlists/away/c.toml", reason: .excluded),
      ], isMerge: isMerge)
    #expect(try first.text("playlists/away/c.toml") == nil)
    #expect(try first.sandbox.git("ls-files", "-t", "playlists/away/c.toml") == "S playlists/away/c.toml")
    #expect(try first.store.playlist(.id("b"), at: "HEAD").name == "Bee")
    // A change of other files goes on to arrive.
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Be")
    try second.store.sync(by: .quiet)
    #expect(try first.store.sync(by: .quiet).received == 1)
    try first.expectClean()
  }

  @Test(arguments: [false, true]) func `a changed mode`(isMerge: Bool) throws {
    try second.sandbox.git("update-index", "--chmod=+x", "playlists/b.toml")
    try push()
    try expectRefusal([UnwritableFile(path: "playlists/b.toml", reason: .changedMode)], isMerge: isMerge)
  }

  @Test func `an executable file, a link and a submodule`() throws {
    let blob = try second.sandbox.git("hash-object", "-w", "--stdin", input: "target")
    let commit = try second.sandbox.git("rev-parse", "HEAD")
    for (mode, id, path) in [("100755", blob, "tool"), ("120000", blob, "link"), ("160000", commit, "module")] {
      try second.sandbox.git("update-index", "--add", "--cacheinfo", "\(mode),\(id),\(path)")
    }
    try push()
    try expectRefusal(
      [
        UnwritableFile(path: "link", reason: .symbolicLink), UnwritableFile(path: "module", reason: .submodule),
        UnwritableFile(path: "tool", reason: .executable),
      ], isMerge: false)
  }

  // MARK: Paths

  @Test(arguments: [false, true]) func `paths that are not UTF-8`(isMerge: Bool) throws {
    try stage(["caf\\350.txt", "caf\\351.txt"], in: second)
    try push()
    try expectRefusal([UnwritableFile(path: "caf\u{FFFD}.txt", reason: .invalidPath)], isMerge: isMerge)
    // Changes of other files go on to arrive.
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Bee")
    try second.store.sync(by: .quiet)
    try first.store.describe(.id("a"), as: "Here")
    #expect(try first.store.sync(by: .quiet).received == 1)
    try expectFilesNotUTF8()
  }

  @Test func `a merge keeps paths of this store that are not UTF-8`() throws {
    try stage(["caf\\350.txt", "caf\\351.txt"], in: first)
    try first.sandbox.git("commit", "-q", "-m", "Files")
    try first.sandbox.git("checkout", "-q", "--", ".")
    try second.store.rename(.id("b"), to: "Bee")
    try second.store.sync(by: .quiet)
    #expect(try first.store.sync(by: .quiet).received == 1)
    try expectFilesNotUTF8()
  }

  private func expectFilesNotUTF8(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let listing = try first.sandbox.git("ls-tree", "--name-only", "HEAD").split(separator: "\n")
    for name in ["\"caf\\350.txt\"", "\"caf\\351.txt\""] {
      #expect(listing.contains { $0 == name }, sourceLocation: sourceLocation)
    }
    try first.expectClean(sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true]) func `a name in two Unicode forms`(isMerge: Bool) throws {
    try stage(["caf\\303\\251.txt", "cafe\\314\\201.txt"], in: second)
    try push()
    try expectRefusal([UnwritableFile(path: "caf\u{E9}.txt", reason: .severalForms)], isMerge: isMerge)
  }

  @Test func `one name from each side, in different Unicode forms`() throws {
    try first.sandbox.write("name = 'C'\n", to: "playlists/caf\u{E9}.toml")
    try first.store.captureHandEdits()
    try stage(["playlists/cafe\\314\\201.toml"], in: second)
    try push()
    try expectRefusal([UnwritableFile(path: "playlists/caf\u{E9}.toml", reason: .severalForms)])
    try first.sandbox.git("merge", "-q", "--no-edit", "origin/main")
    #expect(try first.sandbox.git("ls-files", "playlists/caf*").split(separator: "\n").count == 2)
    try first.expectClean()
  }

  @Test func `a file of the work tree in another Unicode form`() throws {
    try first.sandbox.write("name = 'C'\n", to: "playlists/cafe\u{301}.toml")
    try stage(["playlists/caf\\303\\251.toml"], in: second)
    try push()
    try expectRefusal([UnwritableFile(path: "playlists/caf\u{E9}.toml", reason: .severalForms)])
  }

  // MARK: Contents

  /// Writes `.git/info/attributes` of the first clone, and checks the notes out again.
  private func setAttributes(_ attributes: String) throws {
    try first.sandbox.write("notes.txt \(attributes)\n", to: ".git/info/attributes")
    try first.sandbox.remove("notes.txt")
    try first.sandbox.git("checkout", "-q", "--", "notes.txt")
    #expect(try first.sandbox.status() == [])
  }

  /// Pushes a change of the notes from the second clone.
  private func pushNotes() throws {
    try second.sandbox.write("2\n", to: "notes.txt")
    try second.sandbox.git("add", "notes.txt")
    try push()
  }

  @Test(arguments: ["text eol=crlf", "ident", "filter=some", "working-tree-encoding=UTF-16"], [false, true])
  func `a file that attributes convert`(attributes: String, isMerge: Bool) throws {
    try setAttributes(attributes)
    try pushNotes()
    try expectRefusal([UnwritableFile(path: "notes.txt", reason: .converted)], isMerge: isMerge)
  }

  @Test func `a file that the configuration converts`() throws {
    try first.sandbox.git("config", "core.autocrlf", "true")
    try setAttributes("!text")
    try pushNotes()
    try expectRefusal([UnwritableFile(path: "notes.txt", reason: .converted)], isMerge: false)
    #expect(try first.text("notes.txt") == "2\r\n")
  }

  @Test func `a file that git recorded with other line ends`() throws {
    try setAttributes("text")
    try first.sandbox.write("1\r\n", to: "notes.txt")
    try first.sandbox.git("-c", "core.safecrlf=false", "add", "notes.txt")
    try pushNotes()
    try expectRefusal([UnwritableFile(path: "notes.txt", reason: .converted)], isMerge: false)
  }

  @Test func `attributes that convert nothing`() throws {
    try setAttributes("text=auto")
    try pushNotes()
    #expect(try first.store.sync(by: .quiet).received == 1)
    #expect(try first.text("notes.txt") == "2\n")
    try first.expectClean()
  }
}
