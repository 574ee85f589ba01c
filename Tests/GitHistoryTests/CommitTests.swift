import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Commits of Mixtape, checked with git.
@Suite struct CommitTests {
  @Test func theFirstCommitOfANewRepository() throws {
    let sandbox = try Sandbox()
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    #expect(try repository.head() == .unborn(branch: "main"))

    let id = try repository.commit(
      ["playlists/a.toml": "name = \"A\"\n"], "Begin\n\nIn words.\n\nKey: value", in: sandbox)

    #expect(try repository.head() == .branch("main", id))
    #expect(try sandbox.git("rev-parse", "main") == id.description)
    #expect(try sandbox.status() == [])
    #expect(try sandbox.git("show", "HEAD:playlists/a.toml") == "name = \"A\"")
    #expect(
      try sandbox.git("log", "-1", "--format=%an|%ae|%ad|%cn|%ce|%cd|%B", "--date=iso-strict") == """
        A U Thor|author@example.org|2027-01-15T09:00:00+01:00|C O Mitter|committer@example.org|\
        2027-01-15T05:30:01-02:30|Begin

        In words.

        Key: value
        """ + "\n")
    sandbox.expectSound()
  }

  @Test func theReflogHasTheCommit() throws {
    let sandbox = try Sandbox()
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    try repository.commit(["a": "1"], "Begin\n\nBody", in: sandbox)
    try repository.commit(["a": "2"], "Go on", in: sandbox)
    for reference in ["HEAD", "main"] {
      #expect(
        try sandbox.git("log", "-g", "--format=%gn|%gs", reference)
          == "C O Mitter|commit: Go on\nC O Mitter|commit (initial): Begin")
    }
    #expect(try repository.resolve("HEAD@{1}") == repository.resolve("HEAD~"))
  }

  @Test(arguments: ["feature/x", "refs/odd"])
  func onABranchOfAnyName(_ name: String) throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("update-ref", "refs/heads/\(name)", "HEAD")
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/\(name)")
    let id = try sandbox.open().commit(["a": "2"], in: sandbox)
    #expect(try sandbox.git("rev-parse", "refs/heads/\(name)") == id.description)
    #expect(try sandbox.git("rev-parse", "main") != id.description)
    #expect(try sandbox.status() == [])
  }

  /// `git pack-refs` removes the file of a branch and its directory.
  @Test func onABranchThatIsPacked() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("switch", "-q", "-c", "feature/x")
    try sandbox.git("pack-refs", "--all")
    try sandbox.remove(".git/refs/heads")
    try sandbox.makeDirectory(".git/refs/heads")
    let before = try sandbox.git("rev-parse", "HEAD")
    let id = try sandbox.open().commit(["a": "2"], "Go on", in: sandbox)
    #expect(try sandbox.git("rev-parse", "feature/x", "feature/x~", "main") == "\(id)\n\(before)\n\(before)")
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs", "feature/x") == "commit: Go on")
    sandbox.expectSound()
  }

  @Test func onASymbolicBranch() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/alias")
    let id = try sandbox.open().commit(["a": "2"], in: sandbox)
    #expect(try sandbox.git("rev-parse", "main", "alias") == "\(id)\n\(id)")
    #expect(try sandbox.git("symbolic-ref", "refs/heads/alias") == "refs/heads/main")
    sandbox.expectSound()
  }

  /// The result equals that of the same command of git.
  @Test(arguments: [nil, "true", "always", "false"], [false, true])
  func createsReflogsLikeGit(setting: String?, areThere: Bool) throws {
    func logs(after commit: (Sandbox) throws -> Void) throws -> [String] {
      let sandbox = try Sandbox(committing: ["a": "1"])
      if let setting { try sandbox.git("config", "core.logAllRefUpdates", setting) }
      if !areThere { try sandbox.remove(".git/logs") }
      try commit(sandbox)
      return ["HEAD", "refs/heads/main"].map { name in
        let lines = try? String(decoding: sandbox.read(".git/logs/\(name)"), as: UTF8.self).split(separator: "\n")
        return lines?.map { $0.split(separator: "\t").last ?? "" }.joined(separator: ", ") ?? "none"
      }
    }
    let ours = try logs { try $0.open().commit(["a": "2"], "Go on", in: $0) }
    let gits = try logs { sandbox in
      try sandbox.write("2", to: "a")
      try sandbox.git("commit", "-q", "-a", "-m", "Go on")
    }
    #expect(ours == gits)
  }

  @Test func anEmptyDirectoryOfReflogsIsReplaced() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("switch", "-q", "-c", "feature")
    try sandbox.remove(".git/logs/refs/heads/feature")
    try sandbox.makeDirectory(".git/logs/refs/heads/feature")
    try sandbox.open().commit(["a": "2"], "Go on", in: sandbox)
    #expect(try sandbox.git("log", "-g", "-1", "--format=%gs", "feature") == "commit: Go on")
  }

  @Test func everyKindOfChangeInOneCommit() throws {
    let sandbox = try Sandbox(committing: [
      "playlists/keep.toml": "1", "playlists/edit.toml": "1", "playlists/gone.toml": "1",
      "playlists/deep/er/only.toml": "1", "other/file": "1",
    ])
    let repository = try sandbox.open()
    try repository.commit(
      [
        "playlists/edit.toml": "2", "playlists/gone.toml": nil, "playlists/deep/er/only.toml": nil,
        "playlists/new/one.toml": "3", "mixtape.toml": "format = 1\n",
      ], in: sandbox)

    #expect(
      try sandbox.git("ls-tree", "-r", "-t", "--format=%(objecttype) %(path)", "HEAD") == """
        blob mixtape.toml
        tree other
        blob other/file
        tree playlists
        blob playlists/edit.toml
        blob playlists/keep.toml
        tree playlists/new
        blob playlists/new/one.toml
        """)
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }

  @Test func stagedChangesStayStaged() throws {
    let sandbox = try Sandbox(committing: ["playlists/a.toml": "1", "playlists/b.toml": "1", "notes": "1"])
    try sandbox.write("2", to: "playlists/b.toml")
    try sandbox.write("2", to: "notes")
    try sandbox.write("new", to: "staged")
    try sandbox.git("add", "playlists/b.toml", "staged")
    let repository = try sandbox.open()

    try repository.commit(["playlists/a.toml": "2"], in: sandbox)

    #expect(try sandbox.git("diff", "--name-only", "HEAD~", "HEAD") == "playlists/a.toml")
    #expect(try sandbox.status() == [" M notes", "M  playlists/b.toml", "A  staged"])
    sandbox.expectSound()
  }

  @Test(arguments: ["Größe & Maß.toml", "a \"quoted\" name.toml", "it's.toml", "日本語/曲.toml", "tab\tand\nline.toml"])
  func names(_ name: String) throws {
    let sandbox = try Sandbox(committing: [:])
    let repository = try sandbox.open()
    try repository.commit(["playlists/\(name)": "1"], in: sandbox)

    #expect(try sandbox.git("show", "--format=", "--name-only", "-z") == "playlists/\(name)\0")
    #expect(try sandbox.status() == [])
    #expect(try repository.entries(of: try #require(repository.head().commit)).map(\.path) == ["playlists/\(name)"])
    sandbox.expectSound()
  }

  @Test func bytesAreNotConverted() throws {
    let sandbox = try Sandbox(committing: [:])
    try sandbox.git("config", "core.autocrlf", "true")
    let repository = try sandbox.open()
    let bytes = Array("\u{FEFF}a\r\nb\nc\0".utf8)
    let id = try repository.writeBlob(bytes)

    #expect(try repository.blob(id) == bytes)
    #expect(try Repository.blobID(of: bytes) == id)
    #expect(try sandbox.git("cat-file", "-s", id.description) == String(bytes.count))
  }

  /// `git gc` removes old objects without references.
  @Test func anExistingObjectGetsANewTime() throws {
    let sandbox = try Sandbox(committing: [:])
    let repository = try sandbox.open()
    let id = try repository.writeBlob(Array("again".utf8))
    let digits = id.description
    let file = sandbox.store.appending(".git/objects/\(digits.prefix(2))/\(digits.dropFirst(2))").string
    let longAgo = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: longAgo], ofItemAtPath: file)

    #expect(try repository.writeBlob(Array("again".utf8)) == id)
    let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    #expect(try #require(date) > longAgo)
    sandbox.expectSound()
  }

  @Test func anExecutableFileStaysExecutable() throws {
    let sandbox = try Sandbox(committing: ["playlists/a.toml": "1"])
    try sandbox.git("update-index", "--chmod=+x", "playlists/a.toml")
    try sandbox.git("commit", "-q", "-m", "Make executable")
    let repository = try sandbox.open()
    let head = try repository.head()
    let change = TreeEdit(path: "playlists/a.toml", blob: try repository.writeBlob(Array("2".utf8)))
    let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    let id = try repository.commit([change], message: "Edit", author: signature, committer: signature, onto: head)
    #expect(try repository.entry(at: "playlists/a.toml", in: id)?.mode == .executable)
  }
}

/// Refused commits, which change nothing.
@Suite struct RefusedCommitTests {
  let sandbox: Sandbox
  let repository: Repository
  let before: String

  init() throws {
    sandbox = try Sandbox(committing: ["playlists/a.toml": "1", "playlists/folder/b.toml": "1"])
    repository = try sandbox.open()
    before = try sandbox.git("rev-parse", "HEAD")
  }

  /// Commits contents at paths, removes files at others, and returns the code of the error.
  private func commit(
    _ paths: [String] = [], removing removed: [String] = [], message: String = "Change", name: String = "A",
    onto expected: Head? = nil
  ) throws -> GitError? {
    let blob = try repository.writeBlob(Array("new".utf8))
    let changes = paths.map { TreeEdit(path: $0, blob: blob) } + removed.map { TreeEdit(path: $0, blob: nil) }
    let signature = Signature(name: name, email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    let head = try expected ?? repository.head()
    return try gitError {
      _ = try repository.commit(changes, message: message, author: signature, committer: signature, onto: head)
    }
  }

  @Test func headHasMoved() throws {
    let stale = try repository.head()
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "Move")
    let moved = try sandbox.git("rev-parse", "HEAD")
    #expect(try commit(["playlists/new.toml"], onto: stale)?.code == .headMoved)
    #expect(try sandbox.git("rev-parse", "HEAD") == moved)
  }

  @Test func headIsOnAnotherBranchAtTheSameCommit() throws {
    let stale = try repository.head()
    try sandbox.git("checkout", "-q", "-b", "other")
    #expect(try commit(["playlists/new.toml"], onto: stale)?.code == .headMoved)
    #expect(try sandbox.git("rev-parse", "other") == before)
  }

  @Test(arguments: ["playlists/folder", "playlists/a.toml/b.toml"])
  func aFileAndADirectoryWithOneName(_ path: String) throws {
    #expect(try commit([path])?.code == .conflict)
    #expect(try sandbox.git("rev-parse", "HEAD") == before)
  }

  @Test func aDirectoryReplacesARemovedFile() throws {
    #expect(try commit(["playlists/a.toml/b.toml"], removing: ["playlists/a.toml"]) == nil)
    #expect(try commit(["playlists/folder"], removing: ["playlists/folder/b.toml"]) == nil)
    #expect(
      try sandbox.git("ls-tree", "-r", "--name-only", "HEAD") == """
        playlists/a.toml/b.toml
        playlists/folder
        """)
    sandbox.expectSound()
  }

  @Test(arguments: ["playlists/none.toml", "playlists/folder", "none/a.toml"])
  func removingAMissingFile(_ path: String) throws {
    #expect(try commit(removing: [path])?.code == .notFound)
  }

  @Test(arguments: ["", "/a", "a//b", "a/", "../a", "a/./b", ".git/config", "a/.GIT/x", "a\0b", "GIT~1"])
  func invalidPaths(_ path: String) throws {
    #expect(try commit([path])?.code == .invalidArgument)
    #expect(try sandbox.git("rev-parse", "HEAD") == before)
  }

  @Test func aMissingContent() throws {
    let change = TreeEdit(path: "a", blob: try Repository.blobID(of: Array("never written".utf8)))
    let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    let error = try gitError {
      _ = try repository.commit(
        [change], message: "Change", author: signature, committer: signature, onto: repository.head())
    }
    #expect(error?.code == .notFound)
    #expect(try sandbox.git("rev-parse", "HEAD") == before)
  }

  @Test func onePathTwice() throws {
    #expect(try commit(["a", "a"])?.code == .invalidArgument)
  }

  @Test(arguments: ["", " \n\n", "a\0b"])
  func messages(_ message: String) throws {
    #expect(try commit(["a"], message: message)?.code == .invalidArgument)
  }

  @Test func aNameWithBrackets() throws {
    #expect(try commit(["a"], name: "A <b>")?.code == .invalidArgument)
  }

  @Test func aLockOnTheBranch() throws {
    repository.lockPatience = .zero
    try sandbox.write("", to: ".git/refs/heads/main.lock")
    let error = try #require(try commit(["a"]))
    #expect(error.code == .locked)
    #expect(error.path?.lastComponent == "main.lock")
    #expect(try sandbox.git("rev-parse", "HEAD") == before)
  }
}
