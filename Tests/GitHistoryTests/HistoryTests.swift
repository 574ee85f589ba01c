import Foundation
import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Reading of repositories that git has written.
@Suite struct HistoryTests {
  @Test func partsOfACommit() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-01T07:00:00+05:30"
    sandbox.environment["GIT_COMMITTER_DATE"] = "2026-03-02T07:00:00-02:00"
    let message = """
      Add 2 episodes
      to a list

      One title
      Another title

      Mixtape-Operation: add
      See: https://example.org/?a: b
      """
    try sandbox.git("commit", "-q", "--allow-empty", "-m", message)
    let repository = try sandbox.open()
    let commit = try repository.commit(repository.resolve("HEAD"))

    #expect(commit.subject == "Add 2 episodes to a list")
    #expect(commit.body.hasPrefix("One title\nAnother title"))
    #expect(
      commit.trailers == [
        .init(key: "Mixtape-Operation", value: "add"), .init(key: "See", value: "https://example.org/?a: b"),
      ])
    #expect(commit.trailer("mixtape-operation") == "add")
    #expect(commit.message == message + "\n")
    #expect(commit.author.name == "A U Thor")
    #expect(commit.author.email == "author@example.org")
    #expect(commit.author.date == Date(timeIntervalSince1970: 1_772_328_600))
    #expect(commit.author.utcOffset == 330)
    #expect(commit.committer.utcOffset == -120)
    #expect(commit.parents.map(\.description) == [try sandbox.git("rev-parse", "HEAD~")])
    #expect(commit.tree.description == (try sandbox.git("rev-parse", "HEAD^{tree}")))
  }

  @Test func aMessageWithoutASubject() throws {
    let sandbox = try Sandbox(committing: [:])
    try sandbox.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
    let commit = try sandbox.open().commit(sandbox.open().resolve("HEAD"))
    #expect(commit.subject == "")
    #expect(commit.body == "")
    #expect(commit.trailers == [])
  }

  @Test func newestFirst() throws {
    let sandbox = try Sandbox(committing: [:])
    for number in 1...4 { try sandbox.git("commit", "-q", "--allow-empty", "-m", "Number \(number)") }
    #expect(
      try sandbox.open().history().map(\.subject) == ["Number 4", "Number 3", "Number 2", "Number 1", "Begin"])
  }

  @Test func mergesAndTheirParents() throws {
    let sandbox = try Sandbox(committing: [:])
    try sandbox.git("checkout", "-q", "-b", "side")
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "Side")
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "Main")
    try sandbox.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
    let repository = try sandbox.open()
    let history = try repository.history()
    #expect(history.map(\.subject) == ["Merge", "Main", "Side", "Begin"])
    #expect(try history.map(\.id.description).joined(separator: "\n") == sandbox.git("log", "--format=%H"))
    let parents = try repository.parents(of: repository.resolve("HEAD"))
    #expect(try parents.map { try repository.commit($0).subject } == ["Main", "Side"])
    #expect(history.first?.parents == parents)
  }

  @Test func anUnbornBranchHasNoHistory() throws {
    let sandbox = try Sandbox()
    let repository = try Repository.create(at: sandbox.store, environment: sandbox.environment)
    #expect(try repository.history().isEmpty)
  }

  @Test func aShallowCloneEndsAtItsBoundary() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.write("2", to: "a")
    try sandbox.git("commit", "-q", "-a", "-m", "Second")
    let clone = sandbox.root.appending("clone")
    try sandbox.git("clone", "-q", "--depth=1", "file://\(sandbox.store)", clone.string)
    let repository = try sandbox.open(clone)
    let history = try repository.history()
    let commit = try #require(history.first)
    #expect(history.count == 1)
    #expect(commit.boundary == .shallow)
    #expect(try repository.changes(in: commit.id).isEmpty)
  }

  @Test func changesAgainstTheFirstParent() throws {
    let sandbox = try Sandbox(committing: [
      "playlists/a.toml": "1", "playlists/b.toml": "1", "playlists/same/c.toml": "1", "mixtape.toml": "1", "x": "1",
    ])
    try sandbox.write("2", to: "playlists/a.toml")
    try sandbox.remove("playlists/b.toml")
    try sandbox.write("1", to: "playlists/b.toml/inner.toml")
    try sandbox.write("2", to: "mixtape.toml")
    try sandbox.write("2", to: "x")
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Change")
    let repository = try sandbox.open()
    let head = try repository.resolve("HEAD")
    let (one, two) = (try Repository.blobID(of: Array("1".utf8)), try Repository.blobID(of: Array("2".utf8)))

    #expect(
      try repository.changes(in: head, under: ["mixtape.toml", "playlists/", "none"]) == [
        FileChange(path: "mixtape.toml", old: one, new: two),
        FileChange(path: "playlists/a.toml", old: one, new: two),
        FileChange(path: "playlists/b.toml", old: one, new: nil),
        FileChange(path: "playlists/b.toml/inner.toml", old: nil, new: one),
      ])
    #expect(try repository.changes(in: head).count == 5)
    #expect(try repository.changes(in: repository.resolve("HEAD~")).allSatisfy { $0.old == nil && $0.new == one })
    #expect(try repository.changes(from: head, to: head) == [])
  }

  @Test func entriesOfACommit() throws {
    let sandbox = try Sandbox(committing: ["a/b/c": "1", "a.b": "1", "a-b": "1", "z/y": "1"])
    let repository = try sandbox.open()
    let head = try repository.resolve("HEAD")
    #expect(try repository.entries(of: head).map(\.path) == ["a-b", "a.b", "a/b/c", "z/y"])
    #expect(try repository.entries(of: head, under: ["z", "a/b"]).map(\.path) == ["a/b/c", "z/y"])
    #expect(try repository.entry(at: "a/b/c", in: head)?.mode == .regular)
    #expect(try repository.entry(at: "a/b", in: head)?.mode == .directory)
    #expect(try repository.entry(at: "a/c", in: head) == nil)
    #expect(try repository.entry(at: "a.b/c", in: head) == nil)
  }
}

/// Common names of commits.
@Suite struct RevisionTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "Second")
    try sandbox.git("tag", "-a", "-m", "A tag", "v1")
    repository = try sandbox.open()
  }

  @Test(arguments: ["HEAD", "HEAD~1", "main", "v1", "HEAD^{/Begin}", "main@{1}", "@"])
  func found(_ revision: String) throws {
    #expect(try repository.resolve(revision).description == sandbox.git("rev-parse", revision + "^{commit}"))
  }

  @Test func theStartOfAnID() throws {
    let id = try repository.resolve("HEAD")
    #expect(try repository.resolve(id.abbreviated) == id)
  }

  @Test(
    arguments: [
      ("none", .notFound), ("HEAD~9", .notFound), ("0123456789", .notFound), ("HEAD^{tree}", .notACommit),
      ("HEAD^{", .invalidArgument), ("a\0b", .invalidArgument), ("", .invalidArgument),
      ("12:00", .notFound), ("abc", .notFound), (String(repeating: "x", count: 1_001), .invalidArgument),
    ] as [(String, GitError.Code)])
  func notFound(_ revision: String, _ code: GitError.Code) throws {
    #expect(try gitError { _ = try repository.resolve(revision) }?.code == code)
  }

  @Test func ambiguous() throws {
    // Two of 2,000 objects almost certainly share their first four digits: 16 bits have 65,536 values.
    var starts: Set<String> = []
    for number in 0..<2_000 {
      let start = String(try repository.writeBlob(Array("\(number)".utf8)).description.prefix(4))
      guard starts.insert(start).inserted else {
        #expect(try gitError { _ = try repository.resolve(start) }?.code == .ambiguous)
        return
      }
    }
    Issue.record("no two objects share their first four digits")
  }
}
