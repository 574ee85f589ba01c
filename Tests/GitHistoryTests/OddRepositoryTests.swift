import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Unusual repositories: each works, or fails with an error that gives the reason.
@Suite struct OddRepositoryTests {
  private let files = ["playlists/a.toml": "1", "mixtape.toml": "1"]

  private func failure(at directory: FilePath, of sandbox: Sandbox) throws -> GitError {
    try #require(try gitError { _ = try sandbox.open(directory) })
  }

  @Test func noDirectory() throws {
    let sandbox = try Sandbox()
    #expect(try failure(at: sandbox.root.appending("none"), of: sandbox).code == .notFound)
  }

  @Test func noRepository() throws {
    let sandbox = try Sandbox()
    #expect(try failure(at: sandbox.store, of: sandbox).code == .notARepository)
  }

  @Test func anEnclosingRepositoryIsNotOpened() throws {
    let sandbox = try Sandbox(committing: files)
    let inside = sandbox.store.appending("playlists")
    #expect(try failure(at: inside, of: sandbox).code == .notARepository)
    let created = try Repository.create(at: inside, environment: sandbox.environment)
    #expect(created.directory == inside)
  }

  @Test func theGitDirectoryItselfIsRefused() throws {
    let sandbox = try Sandbox(committing: files)
    #expect(try failure(at: sandbox.store.appending(".git"), of: sandbox).code == .notARepository)
  }

  @Test func aWorkTreeElsewhere() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("config", "core.worktree", sandbox.root.appending("home").string)
    #expect(try failure(at: sandbox.store, of: sandbox).code == .notARepository)
  }

  @Test func bare() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "--bare")
    #expect(try failure(at: sandbox.store, of: sandbox).code == .bare)
  }

  @Test func anExistingRepositoryIsNotCreatedAgain() throws {
    let sandbox = try Sandbox(committing: files)
    let error = try gitError { _ = try Repository.create(at: sandbox.store, environment: sandbox.environment) }
    #expect(error?.code == .alreadyExists)
    #expect(try sandbox.status() == [])
  }

  @Test func throughASymbolicLink() throws {
    let sandbox = try Sandbox(committing: files)
    let link = sandbox.root.appending("link")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: "store")
    #expect(try sandbox.open(link).head() == sandbox.open().head())
  }

  @Test func theDefaultBranchOfTheConfiguration() throws {
    let sandbox = try Sandbox()
    try sandbox.git("config", "--global", "init.defaultBranch", "trunk")
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    #expect(try repository.head() == .unborn(branch: "trunk"))
    let other = sandbox.root.appending("made/on/the/way")
    let named = try Repository.create(at: other, initialBranch: "named", environment: sandbox.environment)
    #expect(try named.head() == .unborn(branch: "named"))
  }

  @Test func detached() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("checkout", "-q", "--detach")
    let repository = try sandbox.open()
    let before = try repository.resolve("HEAD")
    #expect(try repository.head() == .detached(before))

    let after = try repository.commit(["playlists/a.toml": "2"], in: sandbox)
    #expect(try repository.head() == .detached(after))
    #expect(try repository.resolve("main") == before)
    #expect(try sandbox.status() == [])
  }

  @Test func aLinkedWorkTree() throws {
    let sandbox = try Sandbox(committing: files)
    let linked = sandbox.root.appending("linked")
    try sandbox.git("worktree", "add", "-q", "-b", "other", linked.string)
    let repository = try sandbox.open(linked)

    #expect(repository.directory == linked)
    #expect(repository.gitDirectory == sandbox.store.appending(".git/worktrees/linked"))
    #expect(repository.commonDirectory == sandbox.store.appending(".git"))
    #expect(try repository.head().branch == "other")
    #expect(try repository.workTree(under: ["playlists"], includingFiles: ["mixtape.toml"]).changes == [])

    let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    let change = TreeEdit(path: "playlists/a.toml", blob: nil)
    let id = try repository.commit(
      [change], message: "Remove", author: signature, committer: signature, onto: repository.head())
    try FileManager.default.removeItem(atPath: linked.appending("playlists/a.toml").string)
    try repository.refreshIndex(paths: [change.path])
    #expect(try sandbox.git("status", "--porcelain", in: linked) == "")
    #expect(try sandbox.git("rev-parse", "other") == id.description)
    for log in ["worktrees/linked/logs/HEAD", "logs/refs/heads/other"] {
      #expect(String(decoding: try sandbox.read(".git/\(log)"), as: UTF8.self).hasSuffix("\tcommit: Remove\n"))
    }
    #expect(try sandbox.status() == [])
  }

  @Test(
    arguments: [
      "preciousObjects": "preciousobjects", "worktreeConfig": "worktreeconfig", "future": "future",
    ])
  func anUnsupportedExtension(_ name: String, _ feature: String) throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("config", "core.repositoryFormatVersion", "1")
    try sandbox.git("config", "extensions.\(name)", "true")
    // Newer versions of libgit2 support some of them.
    guard let error = try gitError({ _ = try sandbox.open() }) else { return #expect(name != "future") }
    #expect(error.code == .unsupported)
    #expect(error.feature?.lowercased().hasSuffix(feature) == true)
  }

  @Test func aNewerFormat() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("config", "core.repositoryFormatVersion", "99")
    #expect(try failure(at: sandbox.store, of: sandbox).code == .unsupported)
  }

  @Test func sha256() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "--object-format=sha256")
    let error = try failure(at: sandbox.store, of: sandbox)
    #expect(error.code == .unsupported)
    #expect(error.feature != nil)
  }

  @Test func aSplitIndex() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("update-index", "--split-index")
    let repository = try sandbox.open()
    let error = try #require(try gitError { _ = try repository.workTree(under: ["playlists"]).changes })
    #expect(error.code == .unsupported)
    #expect(error.feature == "split index")
  }

  @Test func aSparseIndex() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.git("sparse-checkout", "set", "--cone", "--sparse-index", "library")
    try sandbox.git("config", "--unset", "extensions.worktreeConfig")
    try sandbox.git("config", "core.repositoryFormatVersion", "0")
    let error = try #require(try gitError { _ = try sandbox.open().workTree(under: ["playlists"]).changes })
    #expect(error.code == .unsupported)
    #expect(error.feature == "sparse index")
  }

  @Test func damagedObjects() throws {
    let sandbox = try Sandbox(committing: files)
    let repository = try sandbox.open()
    let blob = try repository.writeBlob(Array("precious".utf8))
    let place = ".git/objects/\(blob.description.prefix(2))/\(blob.description.dropFirst(2))"
    try sandbox.remove(place)
    #expect(try gitError { _ = try sandbox.open().blob(blob) }?.code == .notFound)
    try sandbox.write("damage", to: place)
    #expect(try gitError { _ = try sandbox.open().blob(blob) }?.code == .corrupt)
  }

  @Test func aDamagedHead() throws {
    let sandbox = try Sandbox(committing: files)
    try sandbox.write("damage", to: ".git/refs/heads/main")
    #expect(try gitError { _ = try sandbox.open().head() }?.code == .corrupt)
  }

  @Test func anObjectOfAnotherType() throws {
    let sandbox = try Sandbox(committing: files)
    let repository = try sandbox.open()
    let head = try repository.resolve("HEAD")
    #expect(try gitError { _ = try repository.blob(repository.commit(head).tree) }?.code == .corrupt)
  }
}

/// Unfinished operations of git.
@Suite struct RepositoryStateTests {
  /// Returns a repository in which branches `main` and `side` changed the same line.
  private func conflict() throws -> Sandbox {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("checkout", "-q", "-b", "side")
    try sandbox.write("side", to: "a")
    try sandbox.git("commit", "-q", "-a", "-m", "Side")
    try sandbox.git("checkout", "-q", "main")
    try sandbox.write("main", to: "a")
    try sandbox.git("commit", "-q", "-a", "-m", "Main")
    return sandbox
  }

  @Test func clean() throws {
    #expect(try conflict().open().state == .clean)
  }

  @Test(
    arguments: [
      (["merge", "side"], .merge), (["cherry-pick", "side"], .cherryPick), (["revert", "HEAD~"], .revert),
      (["rebase", "side"], .rebase),
    ] as [([String], RepositoryState)])
  func stoppedAtAConflict(_ command: [String], _ state: RepositoryState) throws {
    let sandbox = try conflict()
    if state == .revert {
      try sandbox.write("later", to: "a")
      try sandbox.git("commit", "-q", "-a", "-m", "Later")
    }
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git(arguments: command) }
    #expect(try sandbox.open().state == state)
  }

  @Test func bisect() throws {
    let sandbox = try conflict()
    try sandbox.git("bisect", "start")
    #expect(try sandbox.open().state == .bisect)
  }

  @Test func mailbox() throws {
    let sandbox = try conflict()
    let patch = try sandbox.git("format-patch", "--stdout", "-1", "side")
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("am", input: patch + "\n") }
    #expect(try sandbox.open().state == .applyMailbox)
  }
}
