import FileSystem
import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Objects that exist before they are written.
@Suite struct ObjectTests {
  /// The remains of a power cut during a change: names whose content is missing or incomplete.
  @Test(arguments: ["", "x", "not compressed at all", nil])
  func damagedObjectsAreWrittenAgain(content: String?) throws {
    let sandbox = try Sandbox(committing: ["playlists/a.toml": "1", "playlists/b.toml": "1"])
    let repository = try sandbox.open()
    let first = try repository.commit(["playlists/a.toml": "2"], in: sandbox)
    let objects = try sandbox.git("rev-list", "--objects", "--no-object-names", "HEAD", "^HEAD~").split(separator: "\n")
    try #require(objects.count == 4, "a blob, two directories and a commit")
    try sandbox.git("reset", "-q", "--hard", "HEAD~")
    for object in objects {
      let path = ".git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
      let bytes = try sandbox.read(path)
      try sandbox.remove(path)
      try sandbox.write(content.map { Array($0.utf8) } ?? Array(bytes.prefix(bytes.count / 2)), to: path)
    }
    let second = try sandbox.open().commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(second == first)
    #expect(try sandbox.git("show", "HEAD:playlists/a.toml") == "2")
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  /// Git removes old objects that no commit refers to, so a reused object must become new.
  @Test(arguments: [false, true]) func anExistingObjectBecomesNew(isPacked: Bool) throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let id = try sandbox.git("hash-object", "-w", "--stdin", input: "kept")
    var file = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    if isPacked {
      let pack = try sandbox.git("pack-objects", "-q", ".git/objects/pack/pack", input: id + "\n")
      try sandbox.remove(file)
      file = ".git/objects/pack/pack-\(pack).pack"
    }
    _ = try sandbox.shell("touch -d 2001-01-01 '\(file)'")
    let before = try FileStatus(of: sandbox.store.appending(file))
    #expect(try sandbox.open().writeBlob(Array("kept".utf8)).description == id)
    let after = try FileStatus(of: sandbox.store.appending(file))
    #expect(before?.modified != after?.modified)
  }

  @Test func aBlobWithAnotherIDIsDamaged() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let (id, other) = (
      try sandbox.git("rev-parse", "HEAD:a"), try sandbox.git("hash-object", "-w", "--stdin", input: "2")
    )
    func path(_ id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }
    try sandbox.remove(path(id))
    _ = try sandbox.shell("cp '\(path(other))' '\(path(id))'")
    let object = try #require(ObjectID(id))
    #expect(try gitError { _ = try sandbox.open().blob(object) }?.code == .corrupt)
  }

  @Test func aWholeFileSystemIsSynced() throws {
    let sandbox = try Sandbox()
    #if os(Linux)
      try DurableFile.synchronizeFileSystem(of: sandbox.store)
      #expect(throws: Errno.noSuchFileOrDirectory) {
        try DurableFile.synchronizeFileSystem(of: sandbox.store.appending("absent"))
      }
    #endif
    #expect(!SyncPolicy.together.isOneStep(in: [sandbox.store, "/proc"]), "two file systems")
    #expect(!SyncPolicy.quicker.isOneStep(in: ["/proc"]), "not one that is known")
    #expect(!SyncPolicy.each.isOneStep(in: [sandbox.store]))
    for policy in [SyncPolicy.each, .together, .quicker] { #expect(!policy.isOneStep(in: [])) }
    let isLinux = FileManager.default.fileExists(atPath: "/proc/meminfo")
    #expect(SyncPolicy.together.isOneStep(in: [sandbox.store, sandbox.store.appending("to/be")]) == isLinux)
  }
}
