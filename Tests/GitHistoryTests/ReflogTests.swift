import GitHistory
import TestSupport
import Testing

@Suite("The reflog of HEAD")
struct ReflogTests {
  @Test func `entries with certain reasons, and lines that are damaged`() throws {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    let repository = try Repository.open(at: sandbox.store, environment: sandbox.environment)
    #expect(try repository.headReflog(withReasons: ["commit"], reading: 1_000) == [])
    for name in ["One", "Two"] { try sandbox.git("commit", "-q", "--allow-empty", "-m", name) }
    try sandbox.git("reset", "-q", "HEAD~")
    let ids = try ["HEAD", "HEAD@{1}"].map { try #require(CommitID(sandbox.git("rev-parse", $0))) }
    let entries = try repository.headReflog(withReasons: ["commit"], reading: 10_000)
    #expect(
      entries.map { [$0.old?.description, $0.new.description, $0.reason] } == [
        [nil, ids[0].description, "commit (initial): One"], [ids[0].description, ids[1].description, "commit: Two"],
      ])
    #expect(try repository.headReflog(withReasons: ["reset: "], reading: 10_000).map(\.new) == [ids[0]])
    // The first line is cut off.
    #expect(try repository.headReflog(withReasons: ["commit"], reading: 400).map(\.reason) == ["commit: Two"])
    let log = try sandbox.read(".git/logs/HEAD")
    try sandbox.write("no tab\n\tcommit\n1 2 3\tcommit\n" + String(decoding: log, as: UTF8.self), to: ".git/logs/HEAD")
    #expect(try repository.headReflog(withReasons: ["commit"], reading: 10_000) == entries)
  }
}
