import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// The index after a commit, checked with git.
@Suite struct IndexTests {
  private let sandbox: Sandbox

  /// Makes files whose date is long before that of the index, so that git trusts their recorded status.
  init() throws {
    sandbox = try Sandbox(committing: [:])
    for name in ["a", "b"] {
      try sandbox.write("1", to: "playlists/\(name).toml")
      try age("playlists/\(name).toml")
    }
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Files")
  }

  private func age(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: sandbox.store.string + "/" + path)
  }

  /// Returns the size and the date of a file in the index, which are zero if git has to read the file.
  private func recorded(_ path: String) throws -> String {
    let lines = try sandbox.git("ls-files", "--debug", "--", path).split(separator: "\n")
    return lines.filter { $0.contains("size:") || $0.contains("mtime:") }
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  @Test func theStatusOfAWrittenFileIsRecorded() throws {
    let repository = try sandbox.open()
    let head = try repository.head()
    try sandbox.write("22", to: "playlists/a.toml")
    try age("playlists/a.toml")
    let blob = try repository.writeBlob(Array("22".utf8))
    let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    _ = try repository.commit(
      [TreeEdit(path: "playlists/a.toml", blob: blob)], message: "Edit", author: signature, committer: signature,
      onto: head)
    try repository.refreshIndex(paths: ["playlists/a.toml"])

    let line = try recorded("playlists/a.toml")
    #expect(line.hasPrefix("mtime: 1000000000:"))
    #expect(line.contains("size: 2"))
    #expect(try sandbox.git("diff-files") == "")
    #expect(try sandbox.git("diff-index", "--cached", "HEAD") == "")
  }

  @Test func aFileThatWasEditedMeanwhileIsModifiedForGit() throws {
    let repository = try sandbox.open()
    try repository.commit(["playlists/a.toml": "2"], in: sandbox)
    try sandbox.write("3", to: "playlists/a.toml")
    try repository.refreshIndex(paths: ["playlists/a.toml"])
    #expect(try sandbox.status() == [" M playlists/a.toml"])
  }

  @Test func anUnrelatedEditInTheSecondOfTheIndexStaysVisible() throws {
    // Size and date in seconds are equal. Only the date of the index makes git read the file.
    try sandbox.write("2", to: "playlists/b.toml")
    try sandbox.git("add", "playlists/b.toml")
    try sandbox.git("commit", "-q", "-m", "Edit")
    try sandbox.write("3", to: "playlists/b.toml")
    let repository = try sandbox.open()
    try repository.commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(try sandbox.status() == [" M playlists/b.toml"])
  }

  @Test func removedFilesLeaveTheIndex() throws {
    let repository = try sandbox.open()
    try repository.commit(["playlists/a.toml": nil], in: sandbox)
    #expect(try sandbox.git("ls-files") == "playlists/b.toml")
    #expect(try sandbox.status() == [])
  }

  @Test func aPermanentLock() throws {
    let repository = try sandbox.open()
    repository.lockPatience = .milliseconds(5)
    try sandbox.write("", to: ".git/index.lock")
    let error = try #require(try gitError { try repository.refreshIndex(paths: ["playlists/a.toml"]) })
    #expect(error.code == .locked)
    #expect(error.path == repository.gitDirectory.appending("index.lock"))
    #expect(FileManager.default.fileExists(atPath: sandbox.store.string + "/.git/index.lock"))
  }

  /// Staged changes of the user are restored too.
  @Test func theIndexIsRestoredIfTheBranchIsLocked() throws {
    let repository = try sandbox.open()
    repository.lockPatience = .milliseconds(5)
    try sandbox.write("staged", to: "playlists/a.toml")
    try sandbox.git("add", "playlists/a.toml")
    let (head, index) = (try repository.head(), try sandbox.git("ls-files", "--stage"))
    try sandbox.write("", to: ".git/refs/heads/main.lock")
    #expect(try gitError { try repository.commit(["playlists/a.toml": "1"], in: sandbox) }?.code == .locked)
    #expect(try repository.head() == head)
    #expect(try sandbox.git("ls-files", "--stage") == index)
    #expect(repository.mismatchedPaths == [])
    #expect(!FileManager.default.fileExists(atPath: sandbox.store.string + "/.git/index.lock"))
    try sandbox.remove(".git/refs/heads/main.lock")
    try repository.commit(["playlists/a.toml": "1"], in: sandbox)
    #expect(try sandbox.status() == [])
  }

  @Test func theFirstIndexIsRemovedIfTheBranchIsLocked() throws {
    let sandbox = try Sandbox()
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    repository.lockPatience = .milliseconds(5)
    try sandbox.write("", to: ".git/refs/heads/main.lock")
    #expect(try gitError { try repository.commit(["a": "1"], in: sandbox) }?.code == .locked)
    #expect(try sandbox.status() == ["?? a"])
    try sandbox.remove(".git/refs/heads/main.lock")
    try repository.commit(["a": "1"], in: sandbox)
    #expect(try sandbox.status() == [])
  }

  @Test func theBranchStaysIfTheIndexIsLocked() throws {
    let repository = try sandbox.open()
    repository.lockPatience = .milliseconds(5)
    let head = try repository.head()
    try sandbox.write("", to: ".git/index.lock")
    #expect(try gitError { try repository.commit(["playlists/a.toml": "1"], in: sandbox) }?.code == .locked)
    #expect(try repository.head() == head)
    #expect(FileManager.default.fileExists(atPath: sandbox.store.string + "/.git/index.lock"))
  }

  @Test func aTemporaryLockIsAwaited() throws {
    try sandbox.write("", to: ".git/index.lock")
    let lock = sandbox.store.string + "/.git/index.lock"
    // A separate thread, because a task might wait for threads that tests block.
    let release = DispatchGroup()
    DispatchQueue.global().async(group: release) { unlink(lock) }
    let repository = try sandbox.open()
    repository.lockPatience = .seconds(60)
    try repository.refreshIndex(paths: ["playlists/a.toml"])
    release.wait()
    #expect(try sandbox.status() == [])
  }

  @Test func noLockIsLeftAfterAFailure() throws {
    let repository = try sandbox.open()
    try sandbox.write("no index", to: ".git/index")
    #expect(try gitError { try repository.refreshIndex(paths: ["playlists/a.toml"]) }?.code == .corrupt)
    #expect(try sandbox.read(".git/index") == Array("no index".utf8))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store.string + "/.git/index.lock"))
  }

  @Test func withoutAnIndex() throws {
    let repository = try sandbox.open()
    try sandbox.remove(".git/index")
    try repository.refreshIndex(paths: ["playlists/a.toml", "playlists/b.toml"])
    #expect(try sandbox.status() == [])
  }

  @Test(arguments: [2, 4])
  func versions(_ version: Int) throws {
    for number in stride(from: 0, to: 300, by: 9) {
      try sandbox.write("1", to: "library/\(String(repeating: "long/", count: number))x.toml")
    }
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Deep")
    try sandbox.git("update-index", "--index-version", "\(version)")
    try sandbox.open().commit(
      ["playlists/a.toml": "2", "playlists/b.toml": nil, "library/a/new.toml": "1"], in: sandbox)
    #expect(try sandbox.read(".git/index")[7] == 2)
    #expect(try sandbox.status() == [])
    #expect(try sandbox.git("ls-files") == sandbox.git("ls-tree", "-r", "--name-only", "HEAD"))
    #expect(throws: Never.self) { try sandbox.git("fsck", "--strict") }
  }

  @Test func extendedFlagsStay() throws {
    try sandbox.write("1", to: "intended")
    try sandbox.git("add", "--intent-to-add", "intended")
    try sandbox.git("update-index", "--skip-worktree", "playlists/b.toml")
    try sandbox.open().commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(try sandbox.status() == [" A intended"])
    #expect(try sandbox.git("ls-files", "-t", "playlists/b.toml") == "S playlists/b.toml")
  }

  @Test func conflictsElsewhereStay() throws {
    let blob = try sandbox.git("rev-parse", "HEAD:playlists/a.toml")
    let sides = (1...3).map { "100644 \(blob) \($0)\tx\n" }.joined()
    try sandbox.git("update-index", "--index-info", input: sides)
    try sandbox.open().commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(try sandbox.git("ls-files", "--unmerged").split(separator: "\n").count == 3)
    #expect(try sandbox.status() == ["UU x"])
  }

  @Test func filesInConflict() throws {
    try sandbox.git("switch", "-q", "-c", "side")
    for name in ["a", "b"] { try sandbox.write("theirs", to: "playlists/\(name).toml") }
    try sandbox.git("commit", "-q", "-a", "-m", "Theirs")
    try sandbox.git("switch", "-q", "main")
    try sandbox.write("ours", to: "playlists/a.toml")
    try sandbox.remove("playlists/b.toml")
    try sandbox.git("commit", "-q", "-a", "-m", "Ours")
    #expect(try sandbox.open().conflicts() == [])
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "side") }
    #expect(try sandbox.open().conflicts() == ["playlists/a.toml", "playlists/b.toml"])
    try sandbox.git("add", "playlists/a.toml")
    #expect(try sandbox.open().conflicts() == ["playlists/b.toml"])
  }

  @Test func conflictingStagedDirectoriesAreRemoved() throws {
    let blob = try sandbox.git("rev-parse", "HEAD:playlists/a.toml")
    let staged = ["new", "other.toml/a", "other.toml/b", "other.tom"].map { "100644 \(blob) 0\t\($0)\n" }.joined()
    try sandbox.git("update-index", "--index-info", input: staged)
    try sandbox.open().commit(["new/x.toml": "1", "other.toml": "1"], in: sandbox)
    #expect(
      try sandbox.git("ls-files").split(separator: "\n")
        == ["new/x.toml", "other.tom", "other.toml", "playlists/a.toml", "playlists/b.toml"])
  }

  @Test func withoutAChecksum() throws {
    let zeros = [UInt8](repeating: 0, count: 20)
    try sandbox.write(sandbox.read(".git/index").dropLast(20) + zeros, to: ".git/index")
    try sandbox.open().commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(try Array(sandbox.read(".git/index").suffix(20)) != zeros)
    #expect(try sandbox.status() == [])
  }

  @Test(arguments: [0, 3, 11, 12, 40, 100, 150])
  func aTruncatedIndex(_ length: Int) throws {
    try sandbox.write(Array(sandbox.read(".git/index").prefix(length)), to: ".git/index")
    #expect(try gitError { _ = try sandbox.open().workTree(under: ["playlists"]).changes }?.code == .corrupt)
  }
}
