import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Stores in unusual repositories")
struct OddRepositoryTests {
  private static let files = ["mixtape.toml": "format = 1\n", "playlists/a.toml": "name = 'A'\n"]

  @Test func noRepository() throws {
    let fixture = try unpacked()
    try expectRepositoryError(.notARepository) { try fixture.store.rename(.id("a"), to: "B") }
    #expect(try fixture.store.playlists().map(\.name) == ["A"])
  }

  @Test func anEnclosingRepositoryIsNotUsed() throws {
    let sandbox = try Sandbox(committing: Self.files)
    for (path, text) in Self.files { try sandbox.write(text, to: "inner/\(path)") }
    let context = StoreFixture.context(in: sandbox)
    let inner = try Store(at: sandbox.store.appending("inner"), context: context)
    try expectRepositoryError(.notARepository) { try inner.rename(.id("a"), to: "B") }
    #expect(try sandbox.git("log", "--format=%s") == "Begin")
    try sandbox.remove("inner/mixtape.toml")
    let made = try Store.initialize(at: sandbox.store.appending("inner"), from: nil, context: context)
    #expect(try sandbox.git("rev-parse", "HEAD", in: sandbox.store.appending("inner")) == made.commit.description)
  }

  @Test func aBareRepository() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "--bare")
    for (path, text) in Self.files { try sandbox.write(text, to: path) }
    let fixture = try StoreFixture(opening: sandbox)
    try expectRepositoryError(.bare) { try fixture.store.rename(.id("a"), to: "B") }
    try sandbox.remove("mixtape.toml")
    try expectRepositoryError(.bare) {
      _ = try Store.initialize(at: sandbox.store, from: nil, context: StoreFixture.context(in: sandbox))
    }
    #expect(throws: (any Error).self) { try sandbox.read("mixtape.toml") }
  }

  @Test func aBranchWithoutACommit() throws {
    let fixture = try unpacked()
    try fixture.sandbox.git("init", "-q")
    #expect(try fixture.store.history(of: nil, limit: 9).entries == [])
    #expect(try fixture.store.all().map(\.name) == ["A"])
    #expect(try fixture.store.diff(of: nil, from: nil, to: nil).map(\.path) == ["mixtape.toml", "playlists/a.toml"])
    expectError(.noSuchRevision) { _ = try fixture.store.playlist(.id("a"), at: "HEAD") }
    try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.subjects() == ["Rename a to \"B\"", "Create a by hand", "Create mixtape.toml by hand"])
    try fixture.store.undo(2)
    try fixture.store.redo(2)
    try fixture.expectClean()
  }

  @Test func `without a commit, the first hand edit cannot be undone`() throws {
    let fixture = try unpacked()
    try fixture.sandbox.git("init", "-q")
    #expect(try fixture.store.status().nextUndo?.subject == "Create a by hand")
    try fixture.sandbox.remove("playlists/a.toml")
    #expect(try fixture.store.status().nextUndo == nil)
    expectError(.nothingToUndo) { _ = try fixture.store.undoPreview() }
    expectError(.nothingToUndo) { try fixture.store.undo() }
  }

  @Test func aDetachedHead() throws {
    let fixture = try committed()
    try fixture.sandbox.git("switch", "-q", "--detach")
    try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.sandbox.git("branch", "--contains", "HEAD").hasPrefix("* (HEAD detached"))
    #expect(try fixture.store.examine().contains { $0.severity == .warning && $0.part == .repository })
    try fixture.expectClean()
  }

  @Test(arguments: [("MERGE_HEAD", RepositoryState.merge), ("CHERRY_PICK_HEAD", .cherryPick), ("BISECT_LOG", .bisect)])
  func anOperationOfGitUnderWay(file: String, state: RepositoryState) throws {
    let fixture = try committed()
    try fixture.sandbox.write(try fixture.sandbox.git("rev-parse", "HEAD") + "\n", to: ".git/\(file)")
    let changes: [() throws -> Void] = [
      { try fixture.store.rename(.id("a"), to: "B") }, { try fixture.store.undo() },
      { try fixture.store.captureHandEdits() },
    ]
    for change in changes {
      let error = try fixture.expectRefusal(.repositoryBusy, nil, change)
      #expect((error?.cause as? UnfinishedGitOperation)?.state == state)
    }
    #expect(try fixture.store.all().map(\.name) == ["A"])
    #expect(try fixture.store.status().state == state)
    #expect(try fixture.store.examine().contains { $0.severity == .error && $0.part == .repository })
  }

  @Test func aMergeWithConflicts() throws {
    let fixture = try committed()
    try fixture.sandbox.git("switch", "-q", "-c", "other")
    try fixture.store.rename(.id("a"), to: "Theirs")
    try fixture.sandbox.git("switch", "-q", "-")
    try fixture.store.rename(.id("a"), to: "Ours")
    #expect(throws: Sandbox.GitFailure.self) { try fixture.sandbox.git("merge", "-q", "other") }
    #expect(try fixture.store.find(.id("a"))?.name == "Ours")
    #expect(fixture.told == ["playlists/a.toml: file.conflict-markers, HEAD answers"])
    try fixture.expectRefusal(.repositoryBusy) { try fixture.store.rename(.id("a"), to: "B") }
    try fixture.sandbox.write("name = 'Merged'\n", to: "playlists/a.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "Merge")
    try fixture.store.undo()
    #expect(try fixture.store.find(.id("a"))?.name == "Ours")
    try fixture.expectClean()
  }

  @Test func aLockOfAnotherGit() throws {
    let fixture = try committed()
    try fixture.sandbox.write("", to: ".git/index.lock")
    let lock = fixture.sandbox.store.appending(".git/index.lock")
    let error = expectError(.locked, .file(lock.string)) { try fixture.impatient().rename(.id("a"), to: "B") }
    #expect(error != nil && FileManager.default.fileExists(atPath: lock.string))
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    #expect(try fixture.store.examine().contains { $0.severity == .error && $0.part == .lock })
    try fixture.sandbox.remove(".git/index.lock")
    try fixture.store.rename(.id("a"), to: "B")
    try fixture.expectClean()
  }

  @Test func aLinkedWorkTree() throws {
    let sandbox = try Sandbox(committing: Self.files)
    let tree = sandbox.root.appending("tree")
    try sandbox.git("worktree", "add", "-q", "-b", "linked", tree.string)
    let store = try Store(at: tree, context: StoreFixture.context(in: sandbox))
    try store.rename(.id("a"), to: "B")
    #expect(try sandbox.git("log", "-1", "--format=%s", "linked") == "Rename a to \"B\"")
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Begin")
    #expect(try sandbox.git("status", "--porcelain", in: tree) == "")
    try store.undo()
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  /// The remains of a kill in a linked work tree, whose index and branch are locked in two directories; and locks of
  /// another git.
  @Test(arguments: [true, false]) func locksOfALinkedWorkTree(areOurs: Bool) throws {
    let sandbox = try Sandbox(committing: Self.files)
    let tree = sandbox.root.appending("tree")
    try sandbox.git("worktree", "add", "-q", "-b", "linked", tree.string)
    let store = try Store(at: tree, context: StoreFixture.context(in: sandbox, lockPatience: .milliseconds(200)))
    try store.rename(.id("a"), to: "B")
    let token = areOurs ? try sandbox.read(".git/worktrees/tree/mixtape/lock-token") : []
    let locks = [".git/worktrees/tree/index.lock", ".git/worktrees/tree/HEAD.lock", ".git/refs/heads/linked.lock"]
    for lock in locks { try sandbox.write(token, to: lock) }
    if areOurs {
      #expect(try store.examine().filter { $0.part == .lock }.map(\.severity) == [.warning, .warning, .warning])
      try store.rename(.id("a"), to: "C")
      #expect(try sandbox.git("log", "-1", "--format=%s", "linked") == "Rename a to \"C\"")
      try sandbox.git("commit", "-q", "--allow-empty", "-m", "By git", in: tree)
    } else {
      expectError(.locked) { try store.rename(.id("a"), to: "C") }
      for lock in locks { #expect(try sandbox.read(lock) == []) }
    }
  }

  @Test func readOnlyPlaylists() throws {
    let fixture = try committed()
    try fixture.store.create(try Playlist(id: .id("b")))
    try fixture.letAnyoneWrite()
    let playlists = fixture.sandbox.store.appending("playlists").string
    #expect(chmod(playlists, 0o555) == 0)
    defer { chmod(playlists, 0o755) }
    try fixture.expectRefusal(.notWritable, .file(playlists)) {
      try withoutPrivileges { _ = try fixture.store.rename(.id("a"), to: "B") }
    }
    try fixture.expectRefusal(.notWritable, .file(playlists)) {
      try withoutPrivileges {
        _ = try fixture.store.create(try Playlist(id: .id("c"), folder: Folder(validating: "x/y")))
      }
    }
    try fixture.expectRefusal(.notWritable, .file(playlists)) {
      try withoutPrivileges { _ = try fixture.store.delete(.id("a")) }
    }
    #expect(try fixture.store.all().map(\.name) == ["A", "B"])
  }

  @Test func aReadOnlyGitDirectory() throws {
    let fixture = try committed()
    let repository = fixture.sandbox.store.appending(".git").string
    #expect(chmod(repository, 0o555) == 0)
    try fixture.expectRefusal(.notWritable, .file(repository)) {
      try withoutPrivileges { _ = try fixture.store.rename(.id("a"), to: "B") }
    }
    // As after a command that was run by root.
    #expect(chmod(repository, 0o755) == 0)
    try fixture.store.rename(.id("a"), to: "A2")
    #expect(chmod(repository + "/mixtape/lock", 0o644) == 0)
    try fixture.expectRefusal(.notWritable, .file(repository)) {
      try withoutPrivileges { _ = try fixture.store.rename(.id("a"), to: "B") }
    }
  }

  @Test func anUnsupportedRepository() throws {
    let fixture = try committed()
    try fixture.sandbox.git("config", "core.repositoryFormatVersion", "1")
    try fixture.sandbox.git("config", "extensions.partialClone", "origin")
    let error = expectError(.repository) { try fixture.store.rename(.id("a"), to: "B") }
    #expect((error?.cause as? GitError)?.code == .unsupported)
    #expect(try fixture.store.playlists().map(\.name) == ["A"])
  }

  // MARK: - Fixtures

  private func unpacked() throws -> StoreFixture {
    let sandbox = try Sandbox()
    for (path, text) in Self.files { try sandbox.write(text, to: path) }
    return try StoreFixture(opening: sandbox)
  }

  private func committed() throws -> StoreFixture { try StoreFixture(opening: try Sandbox(committing: Self.files)) }

  private func expectRepositoryError(
    _ code: GitError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let error = expectError(.repository, sourceLocation: sourceLocation, from: body)
    #expect((error?.cause as? GitError)?.code == code, sourceLocation: sourceLocation)
  }
}
