import FileSystem
import Foundation
import MixtapeLibrary
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("An unusable index")
struct DamagedIndexTests {
  private let fixture: StoreFixture
  private static let index = ".git/mixtape/index.sqlite"
  private static let files = [
    "playlists/a.toml": "name = 'Alpha'\nepisodes = ['p/1']\n", "playlists/in/b.toml": "name = 'Beta'\n",
    "library/p.toml": "title = 'P'\n[[episodes]]\nid = '1'\ntitle = 'One'\n",
  ]

  init() throws {
    fixture = try StoreFixture(Self.files)
    try expectAnswers()
  }

  /// Fails the test unless the store returns the contents of its files, without notices.
  private func expectAnswers(of names: [String] = ["Alpha", "Beta"], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let store = try fixture.later()
    #expect(try store.summaries().map(\.name) == names, sourceLocation: sourceLocation)
    #expect(try store.playlists().map(\.name) == names, sourceLocation: sourceLocation)
    #expect(try store.podcasts().flatMap(\.episodes).map(\.title) == ["One"], sourceLocation: sourceLocation)
    #expect(fixture.told == [], sourceLocation: sourceLocation)
  }

  private var path: String { fixture.sandbox.store.appending(Self.index).string }

  private func expectUsable(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let index = try LibraryIndex(at: path)
    #expect(try index.isIntact() && index.playlistCount() == 2, sourceLocation: sourceLocation)
  }

  @Test(arguments: [0, 1, 100, 4_096, 10_000, 40_000])
  func aTruncatedIndexIsRebuilt(length: Int) throws {
    let bytes = try fixture.sandbox.read(Self.index)
    try fixture.sandbox.write(Array(bytes.prefix(length)), to: Self.index)
    try expectAnswers()
    try expectUsable()
  }

  @Test(arguments: ["", "no database at all", "SQLite format 3\0 and nothing else"])
  func anotherFileIsReplaced(text: String) throws {
    try fixture.sandbox.write(text, to: Self.index)
    try expectAnswers()
    try expectUsable()
  }

  @Test func overwrittenPagesAreDetectedByReading() throws {
    let bytes = try fixture.sandbox.read(Self.index)
    let pageSize = 4_096
    for page in 1..<bytes.count / pageSize {
      var damaged = bytes
      damaged.replaceSubrange(page * pageSize..<(page + 1) * pageSize, with: [UInt8](repeating: 0xFF, count: pageSize))
      try fixture.sandbox.write(damaged, to: Self.index)
      try expectAnswers()
    }
  }

  @Test func anotherVersionIsRebuilt() throws {
    // The version is a number of four bytes in the header.
    var bytes = try fixture.sandbox.read(Self.index)
    bytes[63] &+= 1
    try fixture.sandbox.write(bytes, to: Self.index)
    try expectAnswers()
    try expectUsable()
  }

  @Test func theJournalOfAnotherFileIsNotApplied() throws {
    try fixture.sandbox.remove(Self.index)
    try fixture.sandbox.write([UInt8](repeating: 0xD9, count: 8_192), to: "\(Self.index)-journal")
    try expectAnswers()
    try expectUsable()
  }

  @Test func aDirectoryAtItsPathDoesNotPreventReading() throws {
    try fixture.sandbox.remove(Self.index)
    try fixture.sandbox.makeDirectory("store/\(Self.index)/inside")
    try expectAnswers()
    #expect(try fixture.store.examine().contains { $0.code == "cache-unusable" })
  }

  @Test func aDeletedPrivateStateIsCreatedAgain() throws {
    try fixture.sandbox.remove(".git/mixtape")
    try expectAnswers()
    try expectUsable()
  }

  @Test func aStoreWithoutARepositoryIsReadable() throws {
    try fixture.sandbox.remove(".git")
    try expectAnswers()
  }

  // MARK: - Locks and permissions

  @Test func waitingForAWriterIsShort() throws {
    try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/in/b.toml")
    let index = try LibraryIndex(at: path)
    try index.update { writer in
      try writer.remove("playlists/a.toml")
      try expectAnswers(of: ["Alpha", "Changed"])
    }
    try expectAnswers(of: ["Alpha", "Changed"])
    try expectUsable()
  }

  @Test func waitingForALockIsShort() throws {
    try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/in/b.toml")
    let before = try fixture.sandbox.read(Self.index)
    let state = try #require(try PrivateState(locatedIn: fixture.sandbox.store))
    let lock = try FileLock.acquire(state.libraryIndexLock, patience: .seconds(60)) {}
    try expectAnswers(of: ["Alpha", "Changed"])
    #expect(try fixture.sandbox.read(Self.index) == before)
    _ = consume lock
    try expectAnswers(of: ["Alpha", "Changed"])
    #expect(try fixture.sandbox.read(Self.index) != before)
  }

  @Test(arguments: [".git/mixtape", ".git/mixtape/index.sqlite"])
  func aReadOnlyStoreIsUpToDate(unwritable: String) throws {
    try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/in/b.toml")
    try fixture.letAnyoneWrite()
    try fixture.setMode(unwritable.hasSuffix("sqlite") ? 0o444 : 0o555, of: unwritable)
    try fixture.setMode(0o444, of: ".git/mixtape/index-lock")
    defer { #expect(throws: Never.self) { try fixture.setMode(0o755, of: unwritable) } }
    let before = try fixture.sandbox.read(Self.index)
    try withoutPrivileges { try expectAnswers(of: ["Alpha", "Changed"]) }
    #expect(try fixture.sandbox.read(Self.index) == before)
  }

  @Test func anUnreadableIndexIsRebuiltOrReplacedInMemory() throws {
    try fixture.letAnyoneWrite()
    try fixture.setMode(0, of: Self.index)
    try withoutPrivileges { try expectAnswers() }
  }

  @Test func withoutChangesNothingIsWritten() throws {
    let before = try FileStatus(of: FilePath(path))
    try expectAnswers()
    #expect(try FileStatus(of: FilePath(path)) == before)
  }

  @Test func aReplacedFileIsOpenedAgain() throws {
    let store = try fixture.later()
    _ = try store.summaries()
    try fixture.sandbox.remove(Self.index)
    try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/in/b.toml")
    #expect(try store.summaries().map(\.name) == ["Alpha", "Changed"])
    try LibraryIndex(at: path).update { _ in }
    #expect(try LibraryIndex(at: path).playlistCount() == 2)
  }
}
