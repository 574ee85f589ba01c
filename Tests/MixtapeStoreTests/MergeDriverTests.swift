import Foundation
import MixtapeModel
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
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: top.appending(path: "docs/merging.md"), encoding: .utf8)
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
    #expect(!fixture.notices.values.contains { if case .mergeDriverMissing = $0 { true } else { false } })
    try sandbox.git("remote", "add", "origin", "/nowhere")
    try fixture.store.rename(.id("a"), to: "C")
    try fixture.store.rename(.id("a"), to: "D")
    #expect(fixture.notices.values.count { if case .mergeDriverMissing = $0 { true } else { false } } == 1)
    #expect(try fixture.store.examine().first { $0.code == "merge-driver-missing" }?.isOpen == true)
  }

  private func makeOlder() throws {
    try sandbox.git("config", "--remove-section", "merge.mixtape")
    try sandbox.write("*.toml -text\n", to: ".gitattributes")
    try sandbox.git("commit", "-q", "-a", "-m", "Older")
  }
}
