import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@Suite("Checking a store")
struct CheckTests {
  @Test func aValidStoreHasNoProblems() throws {
    let fixture = try StoreFixture(PerformingTests.files)
    let result = try fixture.store.check()
    #expect(result.fileCount == 3 && result.reports.isEmpty && !result.hasErrors)
  }

  @Test func problemsAreReportedByFileInSourceOrder() throws {
    let fixture = try StoreFixture()
    try write(
      [
        "playlists/a.toml": "episodes = ['show/a', 'show/x', 'shwo/a', 'other/b']\nmood = 1",
        "playlists/b.toml": "match = 'some'", "library/show.toml": "[[episodes]]\nid = 'a'\n[[episodes]]\nid = 'y'",
        "library/other.toml": "titel = 1\n[[episodes]]\nid = 'b'", "templates/t.toml": "limit = 0",
        "playlists/deep/b.toml": "",
      ], in: fixture)
    let result = try fixture.store.check()
    #expect(result.fileCount == 7 && result.hasErrors)
    #expect(
      result.reports.map(\.summary) == [
        "library/other.toml: 0 file.misspelled-key",
        "playlists/a.toml: 22 file.missing-episode, "
          + "32 file.missing-episode, 53 file.unknown-key",
        "playlists/b.toml: 0 file.id-clash, 8 file.invalid-value", "playlists/deep/b.toml: 0 file.id-clash",
        "templates/t.toml: 8 file.invalid-value",
      ])
    let notes = result.reports.first { $0.path == "playlists/a.toml" }?.diagnostics.flatMap(\.notes).map(\.message)
    #expect(notes?.prefix(2) == ["did you mean \"show/a\"?", "did you mean \"show/a\"?"])
  }

  @Test func `few missing episodes have a suggestion, and one of a missing podcast`() throws {
    let fixture = try StoreFixture()
    let entries = (1...30).map { "'show/a\($0)'" } + ["'shwo/a'", "'shwo/a'"]
    try write(
      [
        "library/show.toml": "[[episodes]]\nid = 'a'\n", "playlists/a.toml": "episodes = ['shwo/a', 'shwo/a']\n",
        "playlists/b.toml": "episodes = [\(entries.joined(separator: ", "))]\n",
      ], in: fixture)
    let reports = try fixture.store.check().reports
    let missing = reports.map { $0.diagnostics.filter { $0.id == .missingEpisode } }
    #expect(missing.map(\.count) == [2, 32])
    #expect(missing.joined().reduce(0) { $0 + $1.notes.count } == 10)
    #expect(missing[0].map(\.notes.count) == [1, 0])
  }

  @Test func `the warning of an entry that an import did not find names the command`() throws {
    let fixture = try StoreFixture()
    try write(
      ["playlists/a.toml": "episodes = [\n  'unresolved/x', # missing: title=\"X\"\n  'unresolved/y',\n]"], in: fixture)
    let diagnostics = try #require(try fixture.store.check().reports.first).diagnostics
    #expect(
      diagnostics.map(\.message) == [
        "the library has no episode for the entry unresolved/x", "the library has no podcast unresolved",
      ])
    #expect(diagnostics.flatMap(\.notes).map(\.message) == ["`mixtape import --resolve a` looks for it again"])
  }

  @Test func onlyChosenFilesAreChecked() throws {
    let fixture = try StoreFixture()
    try write(
      ["playlists/a.toml": "match = 1", "playlists/b.toml": "match = 2", "playlists/c/b.toml": ""], in: fixture)
    let absolute = fixture.sandbox.store.appending("playlists/b.toml")
    #expect(try paths(["playlists/a.toml"], fixture) == ["playlists/a.toml"])
    #expect(try paths([absolute], fixture) == ["playlists/b.toml"])
    #expect(try paths(["playlists/../playlists/./a.toml", "mixtape.toml"], fixture) == ["playlists/a.toml"])
    let twice = try fixture.store.check(["playlists/b.toml", absolute, "playlists/b.toml"])
    #expect(twice.fileCount == 1)
    #expect(twice.reports.map(\.summary) == ["playlists/b.toml: 0 file.id-clash, 8 file.wrong-type"])
  }

  @Test(arguments: [
    "playlists/none.toml", "README.md", "../outside.toml", "/etc/passwd", "playlists/../../x.toml", "", "playlists",
    "other/a.toml",
  ])
  func otherFilesAreNotFound(path: String) throws {
    let fixture = try StoreFixture()
    try write(["README.md": "x", "other/a.toml": "", "../outside.toml": ""], in: fixture)
    expectError(.notFound, .file(FilePath(path).string)) { _ = try fixture.store.check([FilePath(path)]) }
  }

  @Test func theSampleLibraryHasNoProblems() throws {
    let sandbox = try Sandbox()
    let sample = FilePath(Checkout.top.path).appending("sample-library")
    let made = try Store.initialize(at: sandbox.store, from: sample, context: StoreFixture.context(in: sandbox))
    let fixture = try StoreFixture(opening: sandbox)
    #expect(made.playlists >= 10 && made.podcasts >= 9)
    let result = try fixture.store.check()
    #expect(result.reports.map(\.summary) == [])
    #expect(result.fileCount >= made.playlists + made.podcasts + 1)
    #expect(try fixture.store.all().count == made.playlists)
    #expect(try fixture.store.podcasts().reduce(0) { $0 + $1.episodes.count } >= 100)
    try fixture.expectClean()
  }

  @Test func rulesAreCheckedAcrossFiles() throws {
    let fixture = try StoreFixture()
    try write(
      [
        "playlists/a.toml": "conditions = ['in playlist \"b\"']",
        "playlists/b.toml": "conditions = ['year = 1', '''\nnot in playlist \"c\"''', 'in playlist \"picked\"']",
        "playlists/c.toml": "conditions = ['in playlist \"d\" or in playlist \"b\"']", "playlists/picked.toml": "",
        "playlists/d.toml": #"conditions = ["in playlist \"d\"", "in playlist \"piked\""]"#,
        "playlists/e.toml": "conditions = ['in playlist \"a\"', 'yaer = 1']",
      ], in: fixture)
    let result = try fixture.store.check()
    #expect(
      result.reports.map(\.summary) == [
        "playlists/b.toml: 46 rule.cycle", "playlists/c.toml: 46 rule.cycle",
        "playlists/d.toml: 27 rule.cycle, 48 rule.unknown-playlist", "playlists/e.toml: 34 rule.unknown-field",
      ])
    let diagnostics = result.reports.flatMap(\.diagnostics)
    #expect(
      diagnostics.map(\.message) == [
        "the rules of this playlist form a cycle: b → c → b",
        "the rules of this playlist form a cycle: c → b → c",
        "the rules of this playlist form a cycle: d → d", "there is no playlist `piked`, so it counts as empty",
        "there is no field `yaer`",
      ])
    #expect(diagnostics[3].severity == .warning && diagnostics[3].notes.map(\.message) == ["did you mean \"picked\"?"])
    // A cycle can be corrected in any of its files, so all of them are committed.
    #expect(try fixture.store.status().invalid.map(\.path) == ["playlists/e.toml"])
  }

  @Test func filesWithInvalidRegularExpressionsAreCommitted() throws {
    let fixture = try StoreFixture()
    try write(
      [
        "playlists/a.toml": #"conditions = ['title matches "(" or title matches "a"', 'artist matches "\\C"']"#,
        "templates/t.toml": #"conditions = ["title matches \"[\""]"#,
      ], in: fixture)
    let reports = try fixture.store.check().reports
    #expect(
      reports.map(\.summary) == [
        "playlists/a.toml: 29 rule.invalid-pattern, 72 rule.invalid-pattern",
        "templates/t.toml: 29 rule.invalid-pattern",
      ])
    let messages = reports.flatMap(\.diagnostics).map(\.message)
    #expect(messages.first == "invalid regular expression: missing closing parenthesis, at byte 2")
    #expect(messages.allSatisfy { $0.hasPrefix("invalid regular expression: ") })
    #expect(try fixture.store.status().invalid.isEmpty)
  }

  private func write(_ files: [String: String], in fixture: StoreFixture) throws {
    for (path, text) in files { try fixture.sandbox.write(text, to: path) }
  }

  private func paths(_ chosen: [FilePath], _ fixture: StoreFixture) throws -> [String] {
    try fixture.store.check(chosen).reports.map(\.path)
  }
}

extension FileReport {
  /// The path, and the place and id of each diagnostic.
  fileprivate var summary: String {
    "\(path): " + diagnostics.map { "\($0.range.lowerBound) \($0.id)" }.joined(separator: ", ")
  }
}
