import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Revisions")
struct RevisionTests {
  private let dated: DatedStore
  private let store: Store

  /// Makes changes at 06:00 UTC of five days in March. The clock is one hour ahead.
  init() throws {
    dated = try DatedStore(["playlists/a.toml": "name = 'A1'\n", "playlists/b.toml": ""], at: "2026-03-01T06:00:00Z")
    try dated.at("2026-03-02T06:00:00Z").rename(.id("a"), to: "A2")
    try dated.at("2026-03-03T06:00:00Z").rename(.id("b"), to: "B2")
    try dated.at("2026-03-04T06:00:00Z").move(.id("a"), to: Folder(validating: "x"))
    try dated.at("2026-03-05T06:00:00Z").rename(.id("a"), to: "A3")
    store = try dated.at("2026-03-06T12:00:00Z")
  }

  private func subject(_ revision: Revision, of id: String? = nil, in store: Store? = nil) throws -> String {
    let commit = try (store ?? self.store).resolve(revision, for: id.map { try .id($0) })
    return try dated.sandbox.git("show", "-s", "--format=%s", commit.description)
  }

  @Test func versionsAreCountedForThePlaylistOrForTheStore() throws {
    #expect(
      try (0...3).map { try subject(Revision("@{\($0)}"), of: "a") } == [
        "Rename a to \"A3\"", "Move a to x", "Rename a to \"A2\"", "Create the store",
      ])
    #expect(
      try (0...4).map { try subject(Revision("@{\($0)}")) } == [
        "Rename a to \"A3\"", "Move a to x", "Rename b to \"B2\"", "Rename a to \"A2\"", "Create the store",
      ])
    #expect(try subject("@{1}", of: "b") == "Create the store")
  }

  @Test func commitsOfOtherFilesAreNotVersions() throws {
    try dated.sandbox.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    #expect(try subject("@{0}") == "Rename a to \"A3\"")
    #expect(try subject("@{1}", of: "a") == "Move a to x")
  }

  @Test func versionsOfADeletedPlaylist() throws {
    try store.delete(.id("b"))
    #expect(try store.playlist(.id("b"), at: "@{1}").name == "B2")
    #expect(try store.playlist(.id("b"), at: "@{2}").name == "B")
  }

  @Test func tooFewVersions() throws {
    for (revision, id, count) in [("@{4}", "a", 4), ("@{9}", nil, 5), ("@{99999999999999999999}", "b", 2)] {
      let error = expectError(.noSuchRevision, .text(revision)) { _ = try subject(Revision(revision), of: id) }
      #expect(error?.cause as? RevisionFailure == .tooFewVersions(count))
    }
    expectError(.notFound, .playlist(try .id("never"))) { _ = try subject("@{1}", of: "never") }
    try dated.sandbox.write("", to: "playlists/new.toml")
    let error = expectError(.noSuchRevision) { _ = try subject("@{0}", of: "new") }
    #expect(error?.cause as? RevisionFailure == .tooFewVersions(0))
  }

  @Test(arguments: [
    ("today", "Rename a to \"A3\""), ("yesterday", "Rename a to \"A3\""), ("2 days ago", "Move a to x"),
    ("2026-03-04", "Move a to x"), ("2026-03-04 06:59", "Rename b to \"B2\""), ("2026-03-04 07:00", "Move a to x"),
    ("2026-03-04T06:00:00Z", "Move a to x"), ("2026-03-04T05:59:59Z", "Rename b to \"B2\""),
    ("2026-03-01", "Create the store"), ("2027-01", "Rename a to \"A3\""),
  ])
  func theStateAtATime(text: String, expected: String) throws {
    #expect(try subject(Revision(text)) == expected)
  }

  @Test func namesOfGitHavePrecedence() throws {
    for name in ["today", "2026-13"] {
      try dated.sandbox.git("tag", name, "HEAD~2")
      #expect(try subject(Revision(name)) == "Rename b to \"B2\"")
    }
    #expect(try subject("HEAD~1") == "Move a to x")
    #expect(try subject("main@{0}") == "Rename a to \"A3\"")
  }

  @Test func anAmbiguousID() throws {
    // The ids of these two contents have the same start.
    for content in ["1071", "1251"] { try dated.sandbox.git("hash-object", "-w", "--stdin", input: content) }
    let error = expectError(.noSuchRevision, .text("f0acb")) { _ = try subject("f0acb") }
    #expect(error?.cause as? RevisionFailure == .ambiguous)
  }

  @Test func beforeTheFirstChange() throws {
    let error = expectError(.noSuchRevision, .text("2026-02-28")) { _ = try subject("2026-02-28") }
    let begins = try Date("2026-03-01T06:00:00Z", strategy: .iso8601)
    #expect(error?.cause as? RevisionFailure == .beforeHistory(begins: begins, utcOffset: 60))
  }

  @Test func invalidRevisions() {
    for text in ["@{}", "@{-1}", "@{x", "@{1.5}", "@{0,5}", "", String(repeating: "x", count: 100_000)] {
      expectError(.noSuchRevision, .text(text)) { _ = try subject(Revision(text)) }
    }
  }

  @Test(
    arguments: [
      ("2026-13", .noSuchTime), ("2026-02-30", .noSuchTime), ("2026-03-01 25:00", .noSuchTime),
      ("3 dayz ago", .noSuchTime), ("12:00", .timeWithoutDate), ("9:30", .timeWithoutDate),
      ("12:00:59", .timeWithoutDate), ("nonsense", nil), ("v2026-02-30", nil), ("2026-02-30-b", nil), ("3 days", nil),
      (":/3 days ago", nil),
    ] as [(String, RevisionFailure?)])
  func `times that do not exist are told from names`(text: String, failure: RevisionFailure?) {
    let error = expectError(.noSuchRevision, .text(text)) { _ = try subject(Revision(text)) }
    #expect(error?.cause as? RevisionFailure == failure)
  }

  @Test func aMergeIsOneVersion() throws {
    let sandbox = dated.sandbox
    try sandbox.git("checkout", "-q", "-b", "side", "HEAD~1")
    try dated.at("2026-03-06T06:00:00Z").rename(.id("b"), to: "B3")
    try dated.at("2026-03-06T07:00:00Z").rename(.id("b"), to: "B4")
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    #expect(try subject("@{0}", of: "b") == "Merge side")
    #expect(try subject("@{1}", of: "b") == "Rename b to \"B2\"")
  }
}
