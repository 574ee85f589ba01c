import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct DurableFileTests {
  private let sandbox: Sandbox
  private var store: FilePath { sandbox.store }

  init() throws { sandbox = try Sandbox() }

  private func names(in directory: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.string).sorted()
  }

  private func permissions(of path: FilePath) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path.string)[.posixPermissions] as? Int
  }

  @Test func writesAFileAndTheDirectoriesAboveIt() throws {
    let path = store.appending("a/b/c.toml")
    try DurableFile.write(Array("one".utf8), to: path)
    #expect(try sandbox.read("a/b/c.toml") == Array("one".utf8))
    #expect(try names(in: store.appending("a/b")) == ["c.toml"])
  }

  @Test func `nothing can be created in a working directory that does not exist`() {
    // All relative paths lead to the empty path then.
    #expect(throws: Errno.noSuchFileOrDirectory) { try DurableFile.makeDirectories("") }
  }

  @Test func replacesAFileAndKeepsItsPermissions() throws {
    let path = store.appending("a.toml")
    try DurableFile.write(Array("a longer text".utf8), to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path.string)
    try DurableFile.write(Array("new".utf8), to: path)
    #expect(try sandbox.read("a.toml") == Array("new".utf8))
    #expect(try permissions(of: path) == 0o640)
  }

  @Test func `new content keeps the permissions and the links of a file`() throws {
    let (path, link) = (store.appending("a.toml"), store.appending("link"))
    try DurableFile.write(Array("a longer text".utf8), to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.string)
    try sandbox.makeLink("link", to: "a.toml")
    try DurableFile.replaceContent(of: link, with: Array("new".utf8))
    #expect(try sandbox.read("a.toml") == Array("new".utf8))
    #expect(try permissions(of: path) == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.string) == "a.toml")
    #expect(try names(in: store).sorted() == ["a.toml", "link"])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try DurableFile.replaceContent(of: store.appending("missing"), with: [1])
    }
  }

  @Test func theFileThatReplacesALinkHasUsualPermissions() throws {
    let path = sandbox.store.appending("link")
    try sandbox.makeLink("link", to: "elsewhere")
    try DurableFile.replace(path, with: [1])
    #expect(try permissions(of: path).map { $0 & 0o022 } == 0)
    #expect(try names(in: sandbox.store) == ["link"])
  }

  @Test func aFailedWriteLeavesOnlyTheOldFile() throws {
    try sandbox.makeDirectory("store/taken/inside")
    #expect(throws: Errno.isDirectory) { try DurableFile.write([1], to: store.appending("taken")) }
    #expect(try names(in: store) == ["taken"])
    #expect(try names(in: store.appending("taken")) == ["inside"])
    try sandbox.write("text", to: "file")
    #expect(throws: Errno.notDirectory) { try DurableFile.write([1], to: store.appending("file/below.toml")) }
    #expect(try sandbox.read("file") == Array("text".utf8))
  }

  @Test func aPreparedFileIsVisibleOnlyAfterInstallation() throws {
    let path = store.appending("a.toml")
    try sandbox.write("old", to: "a.toml")
    try DurableFile.prepare(Array("new".utf8), for: path)
    #expect(try sandbox.read("a.toml") == Array("old".utf8))
    #expect(try DurableFile.prepared(for: path) == Array("new".utf8))
    let temporary = try names(in: store).filter(DurableFile.isTemporary)
    #expect(temporary.count == 1)
    try DurableFile.install(path)
    #expect(try sandbox.read("a.toml") == Array("new".utf8))
    #expect(try DurableFile.prepared(for: path) == nil)
    #expect(try names(in: store) == ["a.toml"])
  }

  @Test func aDiscardedPreparationLeavesNothing() throws {
    let path = store.appending("new/folder/a.toml")
    try DurableFile.prepare([1], for: path)
    try DurableFile.discard(path, upTo: store)
    #expect(try names(in: store) == [])
    try DurableFile.discard(path, upTo: store)
    #expect(throws: Errno.noSuchFileOrDirectory) { try DurableFile.install(path) }
  }

  @Test func removingAFileRemovesEmptyDirectories() throws {
    try sandbox.write("1", to: "a/b/c/one.toml")
    try sandbox.write("2", to: "a/two.toml")
    try DurableFile.remove(store.appending("a/b/c/one.toml"), upTo: store)
    #expect(try names(in: store.appending("a")) == ["two.toml"])
    try DurableFile.remove(store.appending("a/b/c/one.toml"), upTo: store)
    try DurableFile.remove(store.appending("a/two.toml"), upTo: store)
    #expect(try names(in: store) == [])
  }

  @Test func onlyEmptyDirectoriesAreRemoved() throws {
    try sandbox.write("1", to: "full/one.toml")
    try sandbox.makeDirectory("store/empty")
    #expect(try !DurableFile.removeIfEmpty(store.appending("full")))
    #expect(try DurableFile.removeIfEmpty(store.appending("empty")))
    #expect(try !DurableFile.removeIfEmpty(store.appending("empty")))
    #expect(throws: Errno.notDirectory) {
      _ = try DurableFile.removeIfEmpty(store.appending("full/one.toml"))
    }
    #expect(try names(in: store) == ["full"])
  }

  @Test func aDirectoryIsRemovedWithItsContentsButNotTheTargetsOfLinks() throws {
    try sandbox.write("1", to: "tree/a/one.toml")
    try sandbox.write("2", to: "kept/two.toml")
    _ = try sandbox.shell(
      "ln -s ../../kept tree/a/link; ln -s gone tree/broken; mkdir tree/.git; touch \"$(printf 'tree/\\377')\"")
    try DurableFile.removeTree(store.appending("tree"))
    #expect(try names(in: store) == ["kept"])
    #expect(try names(in: store.appending("kept")) == ["two.toml"])
    try DurableFile.removeTree(store.appending("tree"))
  }

  @Test func overwritesTheBeginningOfAFile() throws {
    let path = store.appending("record")
    try DurableFile.overwrite(path, with: Array("abcdef".utf8))
    try DurableFile.overwrite(path, with: Array("XY".utf8))
    #expect(try sandbox.read("record") == Array("XYcdef".utf8))
  }

  @Test func replacesAFileInOneStep() throws {
    let path = store.appending("cache")
    try DurableFile.replace(path, with: [1, 2])
    try DurableFile.replace(path, with: [3])
    #expect(try sandbox.read("cache") == [3])
    #expect(try names(in: store) == ["cache"])
  }

  @Test func recognizesFilesOfEndedProcesses() {
    let path = store.appending("cache")
    #expect(!DurableFile.isAbandoned("cache.\(ProcessInfo.processInfo.processIdentifier)", for: path))
    // The maximum process id on Linux is 2²².
    #expect(DurableFile.isAbandoned("cache.2147483647", for: path))
    for name in ["cache", "cache.", "cache.x", "cache.-1", "cache.0", "other.2147483647"] {
      #expect(!DurableFile.isAbandoned(name, for: path), "\(name)")
    }
    #expect(DurableFile.isTemporary(".a.toml.mixtape-tmp"))
    #expect(!DurableFile.isTemporary("a.toml.mixtape-tmp") && !DurableFile.isTemporary(".a.toml"))
  }

  @Test(arguments: [SyncPolicy.each, .together, .quicker])
  func syncsInOneStepOnlyIfThePolicyAllowsIt(policy: SyncPolicy) {
    #expect(!policy.isOneStep(in: []))
    #expect(!policy.isOneStep(in: [store]) || policy != .each)
    #expect(!policy.isOneStep(in: [store, "/proc"]))
  }

  @Test func syncsTheParentOfARemovedDirectory() throws {
    try sandbox.makeDirectory("store/there")
    #expect(throws: Never.self) {
      try DurableFile.synchronizeDirectory(of: store.appending("there/gone/further/a.toml"))
      try DurableFile.synchronizeFileSystem(of: store)
    }
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try DurableFile.synchronizeFileSystem(of: store.appending("gone"))
    }
  }
}
