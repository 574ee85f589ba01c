import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Creating a store")
struct InitializationTests {
  private let files = [
    "playlists/a.toml": "# mine\r\nname='A'", "library/deep/show.toml": "[[episodes]]\nid = 'e'\n",
    "templates/t.toml": "# a template\n",
  ]

  @Test func anEmptyStore() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.changes() == ["A .gitattributes", "A mixtape.toml"])
    #expect(try fixture.message() == "Create the store\n\nMixtape-Operation: init")
    #expect(try fixture.text(".gitattributes") == "*.toml -text merge=mixtape\n")
    #expect(try fixture.store.all() == [])
    #expect(try !fixture.store.check().hasErrors)
    try fixture.expectClean()
  }

  @Test(arguments: ["playlists", "playlists/deep", "library", "templates"])
  func aStoreCannotBeCreatedInAnother(path: String) throws {
    let fixture = try StoreFixture(["playlists/deep/a.toml": "", "library/p.toml": "", "templates/t.toml": ""])
    let inner = fixture.sandbox.store.appending(path)
    let context = StoreFixture.context(in: fixture.sandbox)
    #expect {
      _ = try Store.initialize(at: inner, from: nil, context: context)
    } throws: { error in
      (error as? MixtapeError)?.code == .storeExists
        && (error as? MixtapeError)?.subject == .file(fixture.sandbox.store.string)
    }
    try fixture.expectClean()
  }

  @Test func missingParentDirectoriesAreCreated() throws {
    let sandbox = try Sandbox()
    let place = sandbox.root.appending("new/deep/place")
    let made = try Store.initialize(at: place, from: nil, context: StoreFixture.context(in: sandbox))
    #expect(made.playlists == 0 && made.podcasts == 0)
    #expect(try sandbox.git("rev-parse", "HEAD", in: place) == made.commit.description)
  }

  @Test func existingFilesAreCommitted() throws {
    let sandbox = try Sandbox()
    for (path, text) in files { try sandbox.write(text, to: path) }
    try sandbox.write("Dear diary", to: "playlists/notes.txt")
    let made = try Store.initialize(at: sandbox.store, from: sandbox.store, context: StoreFixture.context(in: sandbox))
    #expect(made.playlists == 1 && made.podcasts == 1)
    let fixture = try StoreFixture(opening: sandbox)
    #expect(
      try fixture.changes() == [
        "A .gitattributes", "A library/deep/show.toml", "A mixtape.toml", "A playlists/a.toml", "A templates/t.toml",
      ])
    #expect(try fixture.text("playlists/a.toml") == files["playlists/a.toml"])
    #expect(try sandbox.status() == ["?? playlists/notes.txt"])
    sandbox.expectSound()
  }

  @Test func filesOfAnotherDirectoryAreCopied() throws {
    let sandbox = try Sandbox()
    let origin = sandbox.root.appending("origin")
    for (path, text) in files { try sandbox.write(text, to: "../origin/\(path)") }
    let made = try Store.initialize(at: sandbox.store, from: origin, context: StoreFixture.context(in: sandbox))
    #expect(made.playlists == 1 && made.podcasts == 1)
    let fixture = try StoreFixture(opening: sandbox)
    for (path, text) in files { #expect(try fixture.text(path) == text) }
    try fixture.expectClean()
  }

  @Test func anExistingRepositoryKeepsItsOtherFiles() throws {
    let sandbox = try Sandbox(committing: ["README.md": "Read me", ".gitattributes": "* text\n"])
    try sandbox.write("staged", to: "staged.txt")
    try sandbox.git("add", "staged.txt")
    try sandbox.write("changed", to: "README.md")
    let fixture = try StoreFixture(["playlists/a.toml": ""], in: sandbox)
    #expect(try fixture.subjects() == ["Create the store", "Begin"])
    #expect(try fixture.changes() == ["M .gitattributes", "A mixtape.toml", "A playlists/a.toml"])
    #expect(try sandbox.status() == ["A  staged.txt", " M README.md"].sorted { $0.dropFirst(3) < $1.dropFirst(3) })
    try fixture.expectRefusal(.nothingToUndo) { _ = try fixture.store.undo() }
    sandbox.expectSound()
  }

  @Test func anExistingStoreIsNotTouched() throws {
    let fixture = try StoreFixture(files)
    try fixture.expectRefusal(.storeExists, .file(fixture.sandbox.store.string)) {
      _ = try Store.initialize(
        at: fixture.sandbox.store, from: nil, context: StoreFixture.context(in: fixture.sandbox))
    }
  }

  @Test func aFileWithErrorsPreventsCreation() throws {
    let sandbox = try Sandbox()
    try sandbox.write("conditons = []", to: "../origin/playlists/a.toml")
    try sandbox.write("title = 7", to: "../origin/library/b.toml")
    let place = sandbox.root.appending("new")
    let error = expectError(.invalidFile, .file(sandbox.root.appending("origin").string)) {
      _ = try Store.initialize(
        at: place, from: sandbox.root.appending("origin"), context: StoreFixture.context(in: sandbox))
    }
    #expect((error?.cause as? InvalidFiles)?.reports.map(\.path) == ["library/b.toml", "playlists/a.toml"])
    #expect(!FileManager.default.fileExists(atPath: place.string))
  }

  @Test func anOriginWithoutFilesPreventsCreation() throws {
    let sandbox = try Sandbox()
    let origin = sandbox.root.appending("nowhere")
    expectError(.notFound, .file(origin.string)) {
      _ = try Store.initialize(
        at: sandbox.root.appending("new"), from: origin, context: StoreFixture.context(in: sandbox))
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.root.appending("new").string))
  }

  @Test func anExistingFileIsNotOverwritten() throws {
    let sandbox = try Sandbox()
    try sandbox.write("name = 'Ours'", to: "playlists/a.toml")
    try sandbox.write("name = 'Theirs'", to: "../origin/playlists/a.toml")
    expectError(.alreadyExists, .file("playlists/a.toml")) {
      _ = try Store.initialize(
        at: sandbox.store, from: sandbox.root.appending("origin"), context: StoreFixture.context(in: sandbox))
    }
    #expect(String(decoding: try sandbox.read("playlists/a.toml"), as: UTF8.self) == "name = 'Ours'")
    #expect(!FileManager.default.fileExists(atPath: sandbox.store.appending(".git").string))
  }

  @Test(arguments: [
    ("", MixtapeError.Code.invalidFile), ("format = 2", .invalidFile), ("format = 1", .repository),
  ])
  func aStoreHasAKnownFormat(text: String, code: MixtapeError.Code) throws {
    let sandbox = try Sandbox()
    expectError(.noStore, .file(sandbox.store.string)) { _ = try StoreFixture(opening: sandbox) }
    try sandbox.write(text, to: "mixtape.toml")
    expectError(code) { try StoreFixture(opening: sandbox).store.captureHandEdits() }
  }
}
