import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("The merge driver")
struct MergeDriverTests {
  private let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() throws { fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"]) }

  @Test func aNewStoreHasIt() throws {
    #expect(try sandbox.git("config", "--local", "merge.mixtape.driver").contains("mixtape merge-file"))
    #expect(try sandbox.git("check-attr", "merge", "playlists/a.toml").hasSuffix("merge: mixtape"))
    #expect(try !fixture.store.examine().contains { $0.code == "merge-driver-missing" })
  }

  @Test func thePageAboutMergingShowsIt() throws {
    let page = try String(contentsOf: Checkout.top.appending(path: "docs/merging.md"), encoding: .utf8)
    for (name, value) in MergeDriver.settings { #expect(page.contains("git config \(name) '\(value)'\n")) }
    #expect(page.contains("echo '\(String(decoding: StoreAttributes.initialSource, as: UTF8.self).dropLast())' >>"))
  }

  @Test func repairSetsItInAnOlderStore() throws {
    try makeOlder()
    let finding = try #require(try fixture.store.examine().first { $0.code == "merge-driver-missing" })
    #expect(!finding.isOpen, "without a remote, there is nothing to merge")
    _ = try fixture.store.repair()
    try aNewStoreHasIt()
    #expect(try fixture.text(".gitattributes") == "*.toml -text\n*.toml merge=mixtape\n")
    #expect(try fixture.message() == "Merge playlists by meaning\n\nMixtape-Operation: repair")
    try fixture.expectClean()
  }

  @Test func aDriverOfTheUserStays() throws {
    try sandbox.git("config", "merge.mixtape.driver", "mine")
    try sandbox.write("*.toml -text\n", to: ".gitattributes")
    try sandbox.git("commit", "-q", "-a", "-m", "Older")
    _ = try fixture.store.repair()
    #expect(try sandbox.git("config", "merge.mixtape.driver") == "mine")
  }

  @Test func aChangeInACloneMentionsItOnce() throws {
    try makeOlder()
    try fixture.store.rename(.id("a"), to: "B")
    #expect(noticeCount(fixture) == 0)
    try sandbox.git("remote", "add", "origin", "/nowhere")
    try fixture.store.rename(.id("a"), to: "C")
    try fixture.store.rename(.id("a"), to: "D")
    #expect(noticeCount(fixture) == 1)
    #expect(try fixture.store.examine().first { $0.code == "merge-driver-missing" }?.isOpen == true)
  }

  @Test func `repair sets it in a store without attributes`() throws {
    try makeOlder()
    try sandbox.git("rm", "-q", ".gitattributes")
    try sandbox.git("commit", "-q", "-m", "No attributes")
    try sandbox.git("remote", "add", "origin", "/nowhere")
    let codes = ["line-ends-unprotected", "merge-driver-missing"]
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == codes)
    _ = try fixture.store.repair()
    try aNewStoreHasIt()
    #expect(try fixture.text(".gitattributes") == "*.toml -text merge=mixtape\n")
    #expect(noticeCount(fixture) == 0, "the findings tell of it")
    try fixture.expectClean()
  }

  @Test func `repair restores deleted attributes and sets it`() throws {
    try makeOlder()
    try sandbox.remove(".gitattributes")
    _ = try fixture.store.repair()
    try aNewStoreHasIt()
    #expect(try fixture.text(".gitattributes") == "*.toml -text\n*.toml merge=mixtape\n")
    try fixture.expectClean()
  }

  @Test func `a clone of an older store mentions it once`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let current = try clones.another()
    try current.store.rename(.id("a"), to: "B")
    #expect(noticeCount(current) == 0)
    try clones.first.sandbox.write("*.toml -text\n", to: ".gitattributes")
    try clones.first.sandbox.git("commit", "-q", "-a", "-m", "Older")
    try clones.first.store.sync(by: .quiet)
    let older = try clones.another()
    try older.store.rename(.id("a"), to: "C")
    try older.store.rename(.id("a"), to: "D")
    #expect(noticeCount(older) == 1)
    #expect(try older.store.examine().filter(\.isOpen).map(\.code) == ["merge-driver-missing"])
  }

  private func noticeCount(_ fixture: StoreFixture) -> Int {
    fixture.notices.values.count { if case .mergeDriverMissing = $0 { true } else { false } }
  }

  private func makeOlder() throws {
    try sandbox.git("config", "--remove-section", "merge.mixtape")
    try sandbox.write("*.toml -text\n", to: ".gitattributes")
    try sandbox.git("commit", "-q", "-a", "-m", "Older")
  }
}

/// A store in a directory that already has a `.gitattributes`.
@Suite struct ExistingAttributesTests {
  private static let line = "*.toml -text merge=mixtape\n"

  @Test(arguments: ["*.md text\n", "*.md text", "", "*.md text\r\n", "*.toml text eol=lf\n"], [false, true])
  func `init adds its line`(text: String, isCommitted: Bool) throws {
    let sandbox = try isCommitted ? Sandbox(committing: [".gitattributes": text]) : Sandbox()
    if !isCommitted { try sandbox.write(text, to: ".gitattributes") }
    let fixture = try StoreFixture(in: sandbox)
    let isOpen = !text.isEmpty && text.utf8.last != UInt8(ascii: "\n")
    #expect(try fixture.text(".gitattributes") == text + (isOpen ? "\n" : "") + Self.line)
    #expect(try fixture.changes() == ["\(isCommitted ? "M" : "A") .gitattributes", "A mixtape.toml"])
    #expect(try sandbox.git("check-attr", "merge", "playlists/a.toml").hasSuffix("merge: mixtape"))
    #expect(try fixture.store.examine().filter(\.isOpen).isEmpty)
    try fixture.expectClean()
  }

  @Test(arguments: ["*.toml merge=union\n", "* -merge\n", "*.toml binary\n", "*.toml !merge\n", line])
  func `init keeps a file that sets the merge`(text: String) throws {
    let fixture = try StoreFixture(in: Sandbox(committing: [".gitattributes": text]))
    #expect(try fixture.text(".gitattributes") == text)
    #expect(try fixture.changes() == ["A mixtape.toml"])
    try fixture.expectClean()
  }

  /// The notice tells how to add the line.
  @Test(arguments: ["*.md text\n*.txt text\n", nil])
  func `init keeps uncommitted changes`(text: String?) throws {
    let sandbox = try Sandbox(committing: [".gitattributes": "*.md text\n"])
    try sandbox.git("remote", "add", "origin", "/nowhere")
    if let text {
      try sandbox.write(text, to: ".gitattributes")
    } else {
      try sandbox.remove(".gitattributes")
    }
    #expect(try initialized(sandbox) == ["the merge driver is missing"])
    #expect(try StoreFixture(opening: sandbox).text(".gitattributes") == text)
    #expect(try sandbox.status() == ["\(text == nil ? " D" : " M") .gitattributes"])
  }

  @Test func `init keeps a symbolic link`() throws {
    let sandbox = try Sandbox(committing: ["attributes": "*.md text\n"])
    try sandbox.git("remote", "add", "origin", "/nowhere")
    let link = sandbox.store.appending(".gitattributes").string
    try sandbox.makeLink(".gitattributes", to: "attributes")
    #expect(try initialized(sandbox) == ["the merge driver is missing"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "attributes")
    #expect(try StoreFixture(opening: sandbox).text("attributes") == "*.md text\n")
  }

  @Test func `init commits the line that a killed one wrote`() throws {
    let sandbox = try Sandbox(committing: [".gitattributes": "*.md text\n"])
    try sandbox.write("*.md text\n" + Self.line, to: ".gitattributes")
    let fixture = try StoreFixture(in: sandbox)
    #expect(try fixture.changes() == ["M .gitattributes", "A mixtape.toml"])
    try fixture.expectClean()
  }

  /// Creates a store and returns the notices.
  private func initialized(_ sandbox: Sandbox) throws -> [String] {
    let notices = Recorder<StoreNotice>()
    _ = try Store.initialize(at: sandbox.store, from: nil, context: StoreFixture.context(in: sandbox, notices))
    return notices.values.map(\.summary).filter { $0 != "waiting" }
  }
}
