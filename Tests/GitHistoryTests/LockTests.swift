import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Locks of git that a program recognizes as its own.
@Suite struct LockTests {
  private let sandbox: Sandbox
  private let repository: Repository
  private let token: FilePath

  init() throws {
    sandbox = try Sandbox(committing: ["a": "1"])
    repository = try sandbox.open()
    repository.lockPatience = .zero
    token = sandbox.store.appending(".git/token")
    repository.lockToken = try LockToken(at: token)
  }

  private static let locks = ["index.lock", "HEAD.lock", "refs/heads/main.lock"]

  private func leave(_ lock: String, _ bytes: [UInt8]) throws { try sandbox.write(bytes, to: ".git/\(lock)") }

  private func isThere(_ lock: String) -> Bool {
    FileManager.default.fileExists(atPath: sandbox.store.appending(".git/\(lock)").string)
  }

  @Test func aTokenIsCreatedOnceAndReadBack() throws {
    let bytes = try sandbox.read(".git/token")
    _ = try LockToken(at: token)
    #expect(try sandbox.read(".git/token") == bytes)
    let other = try LockToken(at: sandbox.store.appending(".git/other"))
    #expect(try sandbox.read(".git/other") != bytes)
    #expect(try other.isIn(sandbox.store.appending(".git/other")))
    #expect(try !other.isIn(token))
  }

  /// Possible remains of a power cut or a person.
  @Test(arguments: ["", "Mixtape holds this lock.", "something else\n"])
  func aDamagedTokenIsReplaced(text: String) throws {
    try sandbox.remove(".git/token")
    try leave("token", Array(text.utf8))
    #expect(try LockToken.existing(at: token) == nil)
    _ = try LockToken(at: token)
    #expect(try LockToken.existing(at: token) != nil)
  }

  @Test(arguments: locks) func locksWithTheTokenAreRemoved(lock: String) throws {
    try leave(lock, try sandbox.read(".git/token"))
    #expect(
      try gitError { _ = try repository.commit(["a": "2"], in: sandbox) }?.code == (lock == "HEAD.lock" ? nil : .locked)
    )
    try repository.removeAbandonedLocks()
    #expect(!isThere(lock))
    try repository.commit(["a": "3"], in: sandbox)
    #expect(try sandbox.status() == [])
  }

  @Test(arguments: locks, ["", "DIRC", "Mixtape holds this lock.\n"])
  func otherLocksStay(lock: String, text: String) throws {
    try leave(lock, Array(text.utf8))
    try repository.removeAbandonedLocks()
    #expect(try sandbox.read(".git/\(lock)") == Array(text.utf8))
  }

  @Test(arguments: locks) func locksOfAnotherTokenStay(lock: String) throws {
    _ = try LockToken(at: sandbox.store.appending(".git/other"))
    try leave(lock, try sandbox.read(".git/other"))
    try repository.removeAbandonedLocks()
    #expect(isThere(lock))
  }

  /// A directory on another file system than that of the sandbox.
  private static let secondFileSystem: FilePath? = {
    let used = device(of: FileManager.default.temporaryDirectory.path)
    let place = ["/dev/shm", "/var/tmp"].first { place in
      FileManager.default.isWritableFile(atPath: place) && device(of: place) != used
    }
    return place.map { FilePath($0) }
  }()

  private static func device(of directory: String) -> dev_t {
    var status = stat()
    return stat(directory, &status) == 0 ? status.st_dev : 0
  }

  /// Without hard links, for example between two file systems, a lock is a file with the same bytes.
  @Test(.enabled(if: secondFileSystem != nil, "there is no second file system"))
  func withoutHardLinks() throws {
    let elsewhere = try Sandbox(in: Self.secondFileSystem)
    repository.lockToken = try LockToken(at: elsewhere.root.appending("token"))
    try repository.commit(["a": "2"], in: sandbox)
    #expect(try sandbox.status() == [])
    for lock in Self.locks { #expect(!isThere(lock)) }
  }

  @Test func otherGitProcessesAreExcluded() throws {
    for lock in Self.locks { try leave(lock, try sandbox.read(".git/token")) }
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("commit", "--allow-empty", "-m", "Meanwhile") }
    try repository.removeAbandonedLocks()
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "Afterwards")
  }

  @Test func aDetachedHead() throws {
    try sandbox.git("checkout", "-q", "--detach")
    let id = try repository.commit(["a": "2"], "Go on", in: sandbox)
    #expect(try sandbox.git("rev-parse", "HEAD") == id.description)
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs", "HEAD") == "commit: Go on")
    #expect(try sandbox.git("log", "-1", "--format=%s", "main") == "Begin")
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  /// libgit2 detects that a packed branch conflicts with the new one.
  @Test(arguments: [false, true]) func aNewBranch(isPacked: Bool) throws {
    if isPacked { try sandbox.git("pack-refs", "--all") }
    try sandbox.git("switch", "-q", "--orphan", "feature/new")
    let id = try repository.commit(["b": "1"], "Begin anew", in: sandbox)
    #expect(try sandbox.git("rev-parse", "feature/new") == id.description)
    #expect(try sandbox.git("log", "-g", "--format=%gs", "feature/new") == "commit (initial): Begin anew")
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "1")
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  @Test func aNewBranchThatConflictsWithAnother() throws {
    try sandbox.git("branch", "feature/x")
    try sandbox.git("pack-refs", "--all")
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/feature")
    #expect(try gitError { _ = try repository.commit(["b": "1"], in: sandbox) } != nil)
    #expect(try sandbox.git("for-each-ref", "--format=%(refname)") == "refs/heads/feature/x\nrefs/heads/main")
  }

  @Test func severalCommitsAtOnce() throws {
    let signature = try repository.signature(for: .author, now: Date(), utcOffset: 0)
    var head = try repository.head()
    var commits: [PreparedCommit] = []
    for name in ["b", "c", "b"] {
      try sandbox.write("\(name)\(commits.count)", to: name)
      let blob = try repository.makeBlob(Array("\(name)\(commits.count)".utf8))
      let commit = try repository.prepareCommit(
        [TreeEdit(path: name, blob: blob)], message: "Add \(name)", author: signature, committer: signature,
        onto: head)
      head = commit.head
      commits.append(commit)
    }
    try repository.writeMadeObjects()
    try repository.moveHead(to: commits, refreshing: ["b", "c"])
    #expect(try repository.head() == head)
    #expect(try sandbox.git("log", "--format=%s") == "Add b\nAdd c\nAdd b\nBegin")
    #expect(try sandbox.git("log", "-g", "-3", "--format=%gs") == "commit: Add b\ncommit: Add c\ncommit: Add b")
    #expect(try sandbox.git("rev-parse", "HEAD@{2}") == commits[0].id.description)
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  @Test func `settings are added to the configuration under its lock`() throws {
    try sandbox.git("config", "core.editor", "true")
    try sandbox.write(Array(try sandbox.read(".git/config").dropLast()), to: ".git/config")
    let value = "a \"b\" \\c; d # e\nf"
    try repository.setLocally([("merge.x.y.name", value), ("merge.x.y.driver", "true %A")])
    #expect(try sandbox.git("config", "--local", "merge.x.y.name") == value)
    #expect(try sandbox.git("config", "--local", "merge.x.y.driver") == "true %A")
    #expect(try sandbox.git("config", "core.editor") == "true")
    try leave("config.lock", try sandbox.read(".git/token"))
    #expect(throws: GitError.self) { try repository.setLocally([("a.b", "c")]) }
    try repository.removeAbandonedLocks()
    try repository.setLocally([("a.b", "c")])
    #expect(!isThere("config.lock") && !isThere("index.lock"))
  }
}
