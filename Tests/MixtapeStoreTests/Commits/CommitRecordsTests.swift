import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// The records of commits are a cache: history is that of git, even if their file is damaged or missing.
@Suite("The records of commits")
struct CommitRecordsTests {
  private static let path = ".git/mixtape/history"
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
    for name in ["One", "Two"] { try fixture.store.rename(.id("a"), to: name) }
  }

  private func expectHistoryIsGits(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for id in ["a", "b"] {
      let ours = try fixture.store.history(of: .id(id), limit: 100).entries.map(\.id.description)
      let commits = try fixture.sandbox.git("log", "--format=%H").split(separator: "\n").map(String.init)
      let theirs = try commits.filter { commit in
        // A merge is compared with its first parent.
        try !fixture.sandbox.git(
          "show", "-m", "--first-parent", "--name-only", "--format=", commit, "--", "playlists/\(id).toml"
        ).isEmpty
      }
      #expect(ours == theirs, "\(id)", sourceLocation: sourceLocation)
    }
  }

  private func index() throws -> [UInt8] { try fixture.sandbox.read(Self.path) }

  @Test func everyChangeAddsItsRecord() throws {
    let before = try index()
    try fixture.store.rename(.id("b"), to: "Three")
    let after = try index()
    #expect(after.count > before.count && after.starts(with: before))
    try expectHistoryIsGits()
    // Nothing was missing.
    #expect(try index() == after)
  }

  @Test func handEditsInOneTransactionAddTheirs() throws {
    try fixture.sandbox.write("name = 'Mine'\n", to: "playlists/a.toml")
    try fixture.sandbox.write("name = 'Yours'\n", to: "playlists/b.toml")
    try fixture.store.create(Playlist(id: .id("c")))
    let after = try index()
    try expectHistoryIsGits()
    #expect(try index() == after)
  }

  @Test func commitsOfGitAreAddedByTheNextReader() throws {
    try fixture.sandbox.write("name = 'By git'\n", to: "playlists/a.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "By git")
    let before = try index()
    try fixture.store.change(.rename(.id("b"), to: "Three"))
    // The change did not read history, and the last record is not that of its parent.
    #expect(try index() == before)
    try expectHistoryIsGits()
    #expect(try index().count > before.count)
  }

  @Test func mergesAndBranches() throws {
    try fixture.sandbox.git("switch", "-q", "-c", "side", "HEAD~1")
    try fixture.store.rename(.id("b"), to: "Side")
    try fixture.sandbox.git("switch", "-q", "main")
    try fixture.store.rename(.id("a"), to: "Main")
    try fixture.sandbox.git("merge", "-q", "-m", "Merge", "side")
    try expectHistoryIsGits()
    try fixture.store.rename(.id("b"), to: "After")
    try expectHistoryIsGits()
  }

  @Test func rewrittenHistory() throws {
    try expectHistoryIsGits()
    try fixture.sandbox.git("reset", "-q", "--hard", "HEAD~1")
    try expectHistoryIsGits()
    try fixture.store.rename(.id("a"), to: "Another way")
    try expectHistoryIsGits()
  }

  @Test(arguments: ["gone", "empty", "another format", "cut", "garbage behind", "a byte"])
  func aDamagedFile(how: String) throws {
    var bytes = try index()
    switch how {
    case "gone": try fixture.sandbox.remove(Self.path)
    case "empty": bytes = []
    case "another format": bytes = Array("mixtape history 9\n".utf8)
    case "cut": bytes.removeLast(7)
    case "garbage behind": bytes += [1, 2, 3, 0, 0, 0, 0, 0, 0, 0]
    default: bytes[bytes.count / 2] ^= 1
    }
    if how != "gone" { try fixture.sandbox.write(bytes, to: Self.path) }
    try fixture.store.rename(.id("b"), to: "Three")
    try expectHistoryIsGits()
    // The file is complete again.
    let mended = try index()
    try fixture.store.rename(.id("b"), to: "Four")
    #expect(try index().starts(with: mended) && index() != mended)
    try expectHistoryIsGits()
  }

  /// Undo and `status` read the log of operations, so that the history of a new clone is not searched.
  @Test func undoReadsWithAndWithoutRecords() throws {
    try fixture.store.undo()
    try fixture.store.rename(.id("b"), to: "Three")
    try fixture.sandbox.write("name = 'By git'\n", to: "playlists/b.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "By git")
    func steps() throws -> [String] {
      let preview = try fixture.store.undoPreview(3)
      return preview.steps.map(\.subject) + [
        try fixture.store.status().nextUndo?.subject ?? "", "\(preview.differences)",
      ]
    }
    let partlyRecorded = try steps()
    #expect(partlyRecorded.prefix(3) == ["By git", "Rename b to \"Three\"", "Rename a to \"One\""])
    try fixture.sandbox.remove(Self.path)
    #expect(try steps() == partlyRecorded)
    #expect(try fixture.text(Self.path) == nil)
    try expectHistoryIsGits()
    #expect(try steps() == partlyRecorded)
  }

  @Test func manyUndosNeedNoRecords() throws {
    let names = (1...12).map { "Name \($0)" }
    for name in names { try fixture.store.rename(.id("b"), to: name) }
    for _ in names { try fixture.store.undo() }
    func next() throws -> [String?] {
      let status = try fixture.store.status()
      return [status.nextUndo?.subject, status.nextRedo?.subject]
    }
    let expected = ["Rename a to \"Two\"", "Rename b to \"Name 1\""]
    #expect(try next() == expected)
    try fixture.sandbox.remove(Self.path)
    #expect(try next() == expected)
    #expect(try fixture.store.redo(12).steps.map(\.subject) == names.map { "Rename b to \"\($0)\"" })
    #expect(try fixture.text(Self.path) == nil)
  }

  @Test func timesComeFromRecords() throws {
    let id = try Playlist.ID.id("a")
    let known = try #require(try fixture.store.playlist(id, withTimes: true))
    try fixture.sandbox.remove(Self.path)
    #expect(try fixture.store.playlist(id, withTimes: true) == known)
    #expect(known.created != nil && known.updated != nil)
  }
}
