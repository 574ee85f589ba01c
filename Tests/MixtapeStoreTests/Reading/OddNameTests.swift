import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file systems of Darwin only accept names in UTF-8.
#if !canImport(Darwin)
  @Suite("Names that are not UTF-8")
  struct OddNameTests {
    @Test func `two Unicode forms of one name, of which one is valid`() throws {
      let fixture = try StoreFixture(["playlists/a.toml": "", "playlists/\u{FC}x.toml": "name = 'Composed'\n"])
      try fixture.sandbox.write("nme = 3\n", to: "playlists/u\u{308}x.toml")
      let reports = try fixture.store.check().reports
      #expect(reports.map { Array($0.path.utf8) } == [Array("playlists/u\u{308}x.toml".utf8)])
      #expect(reports.map(\.source) == [Array("nme = 3\n".utf8)])
      #expect(try fixture.store.status().invalid.map(\.isCommitted) == [false])
      try fixture.sandbox.git("add", "-A")
      try fixture.sandbox.git("commit", "-q", "-m", "Odd file")
      #expect(try fixture.store.status().invalid.map(\.isCommitted) == [true])
      // The valid file is used and committed.
      try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/\u{FC}x.toml")
      #expect(try fixture.store.captureHandEdits().count == 1)
    }

    @Test func `two Unicode forms of one name, of which one is committed`() throws {
      let fixture = try StoreFixture(["playlists/\u{FC}x.toml": "name = 'Composed'\n"])
      try fixture.sandbox.write("nme = 3\n", to: "playlists/\u{FC}x.toml")
      try fixture.sandbox.write("nme = 4\n", to: "playlists/u\u{308}x.toml")
      let files = try fixture.store.status().invalid
      #expect(
        files.filter(\.usesCommittedVersion).map { Array($0.path.utf8) } == [Array("playlists/\u{FC}x.toml".utf8)])
      #expect(files.count == 2)
    }

    @Test func aFile() throws {
      let fixture = try StoreFixture(["playlists/a.toml": ""])
      try touch("playlists/caf\u{E9}.toml", in: fixture)
      try touch("playlists/caf\u{E8}.toml", in: fixture)
      try touch("playlists/caf\u{E9}.md", in: fixture)
      try expectReports(
        [
          #"playlists/caf\xE8.toml: the file name is not UTF-8; rename the file"#,
          #"playlists/caf\xE9.toml: the file name is not UTF-8; rename the file"#,
        ], in: fixture)
      #expect(try fixture.store.summaries().map(\.id.rawValue) == ["a"])
      #expect(try fixture.store.find(.id("caf")) == nil)
    }

    @Test(arguments: ["playlists", "library", "templates"])
    func aDirectory(section: String) throws {
      let fixture = try StoreFixture([:])
      try fixture.sandbox.makeDirectory("store/\(section)")
      #expect(mkdir(name("\(section)/\u{E9}t\u{E9}", in: fixture), 0o755) == 0)
      try touch("\(section)/\u{E9}t\u{E9}/a.toml", in: fixture)
      let message =
        section == "templates"
        ? "templates must not be in folders: move these files to templates/"
        : "the name of this directory is not UTF-8: rename it"
      try expectReports([#"\#(section)/\xE9t\xE9: \#(message)"#], in: fixture)
    }

    /// Fails the test unless `check` and `status` report the same.
    private func expectReports(
      _ expected: [String], in fixture: StoreFixture, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
      let check = try fixture.store.check().reports
      #expect(check.map(\.firstMessage) == expected, sourceLocation: sourceLocation)
      #expect(try fixture.store.status().invalid.map(\.report.firstMessage) == expected, sourceLocation: sourceLocation)
    }

    /// Returns a path below the store. Each character stands for one byte.
    private func name(_ path: String, in fixture: StoreFixture) -> [CChar] {
      let bytes = path.unicodeScalars.map { CChar(truncatingIfNeeded: $0.value) }
      return Array((fixture.sandbox.store.string + "/").utf8CString.dropLast()) + bytes + [0]
    }

    private func touch(_ path: String, in fixture: StoreFixture) throws {
      let descriptor = open(name(path, in: fixture), O_CREAT | O_WRONLY, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
  }
#endif

@Suite("Invalid names")
struct InvalidNameTests {
  private static let characters = "ids consist of lower-case letters, digits, `-`, `_` and `.`"

  @Test(arguments: [
    (
      "playlists/Rainy Day.toml", "it contains `R`; \(characters)",
      "`mv -n 'playlists/Rainy Day.toml' 'playlists/rainy-day.toml'` renames it"
    ),
    (
      "library/My Shows/Focus_2.toml", "it contains `F`; \(characters)",
      "`mv -n 'library/My Shows/Focus_2.toml' 'library/My Shows/focus_2.toml'` renames it"
    ),
    (
      "playlists/ku\u{308}che.toml", "it is not in composed form (Unicode NFC), which looks the same",
      "`mv -n $'playlists/ku\\314\\210che.toml' 'playlists/k\u{FC}che.toml'` renames it"
    ),
    ("playlists/🎲.toml", "it contains `🎲`; \(characters)", "rename it"),
  ])
  func `the name of a file`(_ path: String, _ reason: String, _ note: String) throws {
    let fixture = try StoreFixture([:])
    try fixture.sandbox.write("", to: path)
    try expectReport(on: path, "the file name is not a valid id: \(reason)", note, in: fixture)
  }

  @Test(arguments: [
    (
      "playlists/fru\u{308}h", "it is not in composed form (Unicode NFC), which looks the same",
      "`mv -n $'playlists/fru\\314\\210h' 'playlists/fr\u{FC}h'` renames it"
    ),
    ("playlists/-dir", "it starts with `-`", "`mv -n 'playlists/-dir' 'playlists/dir'` renames it"),
    ("library/A\\b", "it contains `\\`", "`mv -n 'library/A\\b' 'library/a-b'` renames it"),
  ])
  func `the name of a folder`(_ path: String, _ reason: String, _ note: String) throws {
    let fixture = try StoreFixture([:])
    try fixture.sandbox.write("", to: "\(path)/a.toml")
    try expectReport(on: path, "this is not a valid folder name: \(reason)", note, in: fixture)
  }

  /// Fails the test unless the only report of a check has a path, a message and a note, with the same bytes.
  private func expectReport(
    on path: String, _ message: String, _ note: String, in fixture: StoreFixture,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let reports = try fixture.store.check().reports
    #expect(reports.map { Array($0.path.utf8) } == [Array(path.utf8)], sourceLocation: sourceLocation)
    let diagnostics = reports.flatMap(\.diagnostics)
    #expect(diagnostics.map(\.message) == [message], sourceLocation: sourceLocation)
    let notes = diagnostics.flatMap(\.notes).map(\.message)
    #expect(notes.map { Array($0.utf8) } == [Array(note.utf8)], "\(notes)", sourceLocation: sourceLocation)
  }
}

@Suite("Repositories within a store")
struct NestedRepositoryTests {
  @Test(arguments: ["playlists", "library", "templates"])
  func inTheDirectoryOfASection(section: String) throws {
    let fixture = try StoreFixture(["playlists/a.toml": "", "library/show.toml": ""])
    try fixture.sandbox.makeDirectory("store/\(section)")
    try fixture.sandbox.git("init", "-q", in: fixture.sandbox.store.appending(section))
    let expected = ["\(section): this directory is a separate git repository"]
    #expect(try fixture.store.check().reports.map(\.firstMessage) == expected)
    #expect(try fixture.store.status().invalid.map(\.report.firstMessage) == expected)
    #expect(try fixture.store.status().handEdits == [])
    if section == "playlists" {
      try fixture.expectRefusal(.invalidFile, .file("playlists")) { _ = try fixture.store.summaries() }
      try fixture.expectRefusal(.invalidFile) { try fixture.store.create(try Playlist(id: .id("b"))) }
    }
  }

  @Test func inAFolder() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.sandbox.write("", to: "playlists/in/b.toml")
    try fixture.sandbox.git("init", "-q", in: fixture.sandbox.store.appending("playlists/in"))
    let expected = ["playlists/in: this directory is a separate git repository; move it out of the store"]
    #expect(try fixture.store.check().reports.map(\.firstMessage) == expected)
    #expect(try fixture.store.status().invalid.map(\.report.firstMessage) == expected)
    #expect(try fixture.store.summaries().map(\.id.rawValue) == ["a"])
  }
}

@Suite("Counts of files")
struct CountingTests {
  @Test func statusAndListAgree() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "", "playlists/b.toml": ""])
    try fixture.sandbox.write("match = 1", to: "playlists/b.toml")
    try fixture.sandbox.write("match = 1", to: "playlists/new.toml")
    try fixture.sandbox.write("", to: "playlists/c.toml")
    try fixture.sandbox.write("", to: "playlists/deep/c.toml")
    let status = try fixture.store.status()
    #expect(fixture.told == [])
    #expect(try status.playlists == fixture.store.summaries().count)
    #expect(status.playlists == 2)
    #expect(
      status.invalid.map(\.path) == [
        "playlists/b.toml", "playlists/c.toml", "playlists/deep/c.toml", "playlists/new.toml",
      ])
  }

  @Test func committedFilesWithErrorsAreShown() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.sandbox.write("match = 1", to: "playlists/a.toml")
    try fixture.sandbox.write("titel = 1", to: "library/show.toml")
    try fixture.sandbox.git("add", "--all")
    try fixture.sandbox.git("commit", "-q", "-m", "By hand")
    let status = try fixture.store.status()
    #expect(status.playlists == 0 && status.podcasts == 0)
    #expect(status.invalid.map(\.path) == ["library/show.toml", "playlists/a.toml"])
  }
}

extension FileReport {
  /// The path and its first message.
  fileprivate var firstMessage: String { "\(path): \(diagnostics.first?.message ?? "")" }
}
