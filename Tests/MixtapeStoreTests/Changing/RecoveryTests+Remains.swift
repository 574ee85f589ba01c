import FileSystem
import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// The remains of an interrupted change, as a kill or a power cut leaves them, and the expected results.
extension RecoveryTests {
  func expectFinished(_ fixture: StoreFixture, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try fixture.subjects() == [Self.subject, "Create the store"], sourceLocation: sourceLocation)
    #expect(try texts(fixture) == Self.after, sourceLocation: sourceLocation)
    #expect(try journal(fixture).read()?.subject == nil, sourceLocation: sourceLocation)
    #expect(try fixture.store.status().interruptedChange == nil, sourceLocation: sourceLocation)
    try fixture.expectClean(sourceLocation: sourceLocation)
  }

  func expectDropped(_ fixture: StoreFixture, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try fixture.subjects() == ["Create the store"], sourceLocation: sourceLocation)
    #expect(try texts(fixture) == Self.files, sourceLocation: sourceLocation)
    #expect(try fixture.store.status().interruptedChange == nil, sourceLocation: sourceLocation)
    try fixture.expectClean(sourceLocation: sourceLocation)
  }

  func texts(_ fixture: StoreFixture) throws -> [String: String] {
    try fixture.snapshot().filter { $0.key.hasPrefix("playlists/") }.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  func journal(_ fixture: StoreFixture) throws -> OperationJournal {
    let repository = try Repository.open(at: fixture.sandbox.store, environment: fixture.sandbox.environment)
    return OperationJournal(in: StoreRepository(repository).privateState)
  }

  /// Returns the record of the change, with its new contents in the object database.
  func record(in fixture: StoreFixture) throws -> PendingOperation {
    let changes = try ["a", "b", "c"].map { name in
      let path = "playlists/\(name).toml"
      func blob(_ text: String?) throws -> ObjectID? {
        try text.map { try #require(ObjectID(fixture.sandbox.git("hash-object", "-w", "--stdin", input: $0))) }
      }
      return PendingOperation.Change(path: path, old: try blob(Self.files[path]), new: try blob(Self.after[path]))
    }
    let head = try #require(CommitID(fixture.sandbox.git("rev-parse", "HEAD")))
    return PendingOperation(message: "\(Self.subject)\n\nMixtape-Operation: update", changes: changes, base: head)
  }

  /// Writes the record of the change and its temporary files.
  func leaveRecord(in fixture: StoreFixture) throws {
    try journal(fixture).write(record(in: fixture))
    try prepareFiles(in: fixture)
  }

  func prepareFiles(in fixture: StoreFixture) throws {
    for (path, text) in Self.after { try DurableFile.prepare(Array(text.utf8), for: place(path, in: fixture)) }
  }

  func place(_ path: String, in fixture: StoreFixture) -> FilePath { fixture.sandbox.store.appending(path) }

  func temporary(_ path: String) -> String {
    path.replacingOccurrences(of: "playlists/", with: "playlists/.") + ".mixtape-tmp"
  }

  /// Truncates a file.
  func tear(_ path: String, to count: Int, in fixture: StoreFixture) throws {
    let bytes = try fixture.sandbox.read(path)
    try fixture.sandbox.remove(path)
    try fixture.sandbox.write(Array(bytes.prefix(count)), to: path)
  }

  /// Truncates each object.
  func tearObjects(of texts: [String], to count: Int, in fixture: StoreFixture) throws {
    for text in texts {
      let id = try fixture.sandbox.git("hash-object", "--stdin", input: text)
      try tear(fixture.sandbox.path(ofObject: id), to: count, in: fixture)
    }
  }

  /// Writes some of the files like the change.
  func write(_ names: [String], in fixture: StoreFixture) throws {
    for path in names.map({ "playlists/\($0).toml" }) {
      if let text = Self.after[path] {
        try fixture.sandbox.write(text, to: path)
      } else {
        try fixture.sandbox.remove(path)
      }
    }
  }

  /// Makes the commit of the change, or of some of its files, without updating the index.
  func commitRecord(in fixture: StoreFixture, of paths: [String]? = nil) throws {
    let repository = try Repository.open(at: fixture.sandbox.store, environment: fixture.sandbox.environment)
    let record = try record(in: fixture)
    let changes = record.changes.filter { paths?.contains($0.path) != false }
    let signature = try repository.signature(for: .author, now: Date(), utcOffset: 0)
    let commit = try repository.prepareCommit(
      changes.map { TreeEdit(path: $0.path, blob: $0.new) }, message: record.message, author: signature,
      committer: signature, onto: try repository.head())
    try repository.writeMadeObjects()
    try fixture.sandbox.git("update-ref", "HEAD", commit.id.description)
  }
}
