import GitHistory
import Testing

@testable import MixtapeStore

@Suite("Bases of merges with several common ancestors")
struct MergeBaseTests {
  private let fixture: MergeFixture

  init() throws { fixture = try MergeFixture() }

  @Test func `a third ancestor that has more history with the first one than with the second one`() throws {
    let root = try commit(1)
    let shared = try commit(2, on: root)
    // The oldest one is first in the merge of ancestors.
    let first = try commit(3, on: shared)
    let second = try commit(2, at: 4, on: root)
    let third = try commit(3, at: 5, on: shared)
    // The merges of all three: 1, 1 of the shared commit, and 1 of each of the three.
    let ours = try commit(5, on: commit(4, at: 5, on: first, third), second)
    let theirs = try commit(5, at: 5, on: commit(4, at: 4, on: first, second), third)
    #expect(try fixture.repository.mergeBases(of: ours, and: [theirs]) == [third, second, first])
    let files = try fixture.merged(try commit(6, on: ours), try commit(7, on: theirs))
    #expect(files["library/s.toml"]?.contains("playCount = 8\n") == true)
  }

  @Test func `ancestors that write one table in different forms`() throws {
    let (path, name) = ("playlists/a.toml", "name = 'N'\n")
    let root = try fixture.commit([path: name])
    let first = try fixture.commit([path: name + "extra.a = 1\n"], on: root)
    let second = try fixture.commit([path: name + "[extra]\nb = 2\n"], on: root)
    let ours = try fixture.commit([path: name + "[extra]\na = 5\nb = 2\n"], onAll: [first, second])
    let theirs = try fixture.commit([path: name + "extra.a = 1\nextra.b = 7\n"], onAll: [second, first])
    let merged = try #require(try fixture.merged(ours, theirs)[path])
    #expect(merged.hasPrefix(name) && merged.contains("a = 5\n") && merged.contains("b = 7\n"))
  }

  /// Makes a commit with a number of plays, the last one on a day of January.
  private func commit(_ count: Int, at day: Int? = nil, on parents: CommitID...) throws -> CommitID {
    let text = """
      title = "Show"

      [[episodes]]
      id = "1"
      title = "One"
      playCount = \(count)
      lastPlayedAt = 2026-01-0\(day ?? count)T00:00:00Z

      """
    return try fixture.commit(["library/s.toml": text], onAll: parents)
  }
}
