import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Merges with renamed files whose history has merges, and clocks that are wrong.
@Suite("Trails of renamed files")
struct RenameTrailTests {
  private let sandbox: Sandbox
  private let base: CommitID
  /// A commit on ``base`` that edits the file `old`.
  private let ours: CommitID

  init() throws {
    sandbox = try Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    base = try Self.commit(in: sandbox, ["old": Self.text(["1", "2", "3"])], at: 1)
    ours = try Self.commit(in: sandbox, ["old": Self.text(["1", "2", "3", "4"])], on: [base], at: 2)
  }

  @Test func `a renaming by a clock that is ahead of a later merge`() throws {
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [base], at: 9_000)
    let edited = try commit(["old": Self.text(["7", "8", "9"])], on: [base], at: 3)
    let merged = try commit(["new": Self.text(["7", "8", "9"])], on: [edited, renamed], at: 4)
    #expect(try filesOfMerge(with: merged) == ["playlists/new.toml"])
  }

  @Test func `a renamed file that was deleted and came back by a merge`() throws {
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [base], at: 3)
    let deleted = try commit([:], on: [renamed], at: 4)
    let edited = try commit(["new": Self.text(["7", "8", "9"])], on: [renamed], at: 5)
    let merged = try commit(["new": Self.text(["7", "8", "9"])], on: [deleted, edited], at: 6)
    #expect(try filesOfMerge(with: merged) == ["playlists/new.toml"])
  }

  @Test func `a file that one clone renamed and another one moved`() throws {
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [base], at: 3)
    let moved = try commit(["old": Self.text(["1", "2", "3"])], in: "playlists/day", on: [base], at: 4)
    let merged = try commit(["new": Self.text(["7", "8", "9"])], in: "playlists/day", on: [moved, renamed], at: 5)
    #expect(try filesOfMerge(with: merged) == ["playlists/day/new.toml"])
  }

  @Test func `a file that one clone renamed and another one deleted`() throws {
    let deleted = try commit([:], on: [base], at: 3)
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [base], at: 4)
    let edited = try commit(["new": Self.text(["7", "8", "9"])], on: [renamed], at: 5)
    let merged = try commit(["new": Self.text(["7", "8", "9"])], on: [edited, deleted], at: 6)
    #expect(try filesOfMerge(with: merged) == ["playlists/new.toml"])
  }

  @Test func `a renaming in a branch that is older than the base`() throws {
    let later = try commit(["middle": Self.text(["1", "2", "3"])], on: [base], at: 3)
    let edited = try commit(["middle": Self.text(["1", "2", "3", "4"])], on: [later], at: 4)
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [base], at: 5)
    let merged = try commit(["new": Self.text(["7", "8", "9"])], on: [renamed, later], at: 6)
    #expect(try filesOfMerge(of: edited, with: merged) == ["playlists/new.toml"])
  }

  @Test func `a renamed file that got another id in a merge`() throws {
    let (old, other) = (Self.text(["1", "2", "3"]), Self.text(["5", "6"]))
    let renamed = try commit(["same": old], on: [base], at: 3)
    let created = try commit(["old": old, "same": other], on: [base], at: 4)
    let edited = Self.text(["1", "8", "9"])
    let merged = try commit(["same": other, "same-2": old], on: [created, renamed], at: 5)
    let later = try commit(["same": other, "same-2": edited], on: [merged], at: 6)
    #expect(try filesOfMerge(with: later) == ["playlists/same-2.toml", "playlists/same.toml"])
  }

  @Test func `a renamed file that was deleted and came back under its old name`() throws {
    let middle = try commit(["middle": Self.text(["1", "2", "3"])], on: [base], at: 3)
    let deleted = try commit([:], on: [middle], at: 5)
    let edited = try commit(["old": Self.text(["1", "2", "9"])], on: [base], at: 6)
    let renamed = try commit(["new": Self.text(["1", "2", "3"])], on: [middle], at: 4)
    for parents in [[edited, deleted], [deleted, edited]] {
      let merged = try commit(["old": Self.text(["1", "2", "9"])], on: parents, at: 7)
      #expect(try filesOfMerge(of: renamed, with: merged) == ["playlists/new.toml"])
      #expect(try filesOfMerge(of: merged, with: renamed) == ["playlists/new.toml"])
      // A clone that has the file unchanged merges the same.
      let later = try commit(["old": Self.text(["1", "2", "9"])], on: [middle, merged], at: 8)
      #expect(try filesOfMerge(of: renamed, with: later) == ["playlists/new.toml"])
    }
  }

  @Test func `a new file under the old name of a renamed file that was deleted`() throws {
    let middle = try commit(["middle": Self.text(["1", "2", "3"])], on: [base], at: 3)
    let created = try commit(["old": Self.text(["7", "8"])], on: [try commit([:], on: [middle], at: 4)], at: 5)
    let merged = try commit(["old": Self.text(["7", "8"])], on: [base, created], at: 6)
    let renamed = try commit(["new": Self.text(["1", "2", "3", "4"])], on: [middle], at: 7)
    #expect(try filesOfMerge(of: renamed, with: merged) == ["playlists/new.toml", "playlists/old.toml"])
  }

  /// Returns the paths of all files after a merge with another commit.
  private func filesOfMerge(of ours: CommitID? = nil, with theirs: CommitID) throws -> [String] {
    let ours = ours ?? self.ours
    let repository = StoreRepository(
      try Repository.open(at: sandbox.store, environment: sandbox.environment))
    let merge = try StoreMerge(in: repository, ours: ours, theirs: theirs)
    var paths = Set(try repository.entries(of: ours, under: []).map(\.path))
    for change in merge.changes {
      if change.new == nil { paths.remove(change.path) } else { paths.insert(change.path) }
    }
    return paths.sorted()
  }

  private func commit(
    _ files: [String: String], in folder: String = "playlists", on parents: [CommitID], at second: Int
  ) throws -> CommitID {
    try Self.commit(in: sandbox, files, in: folder, on: parents, at: second)
  }

  /// Makes a commit of Mixtape with exactly these playlists.
  private static func commit(
    in sandbox: Sandbox, _ files: [String: String], in folder: String = "playlists", on parents: [CommitID] = [],
    at second: Int
  ) throws -> CommitID {
    let entries = try files.map { name, text in
      "100644 blob \(try sandbox.git("hash-object", "-w", "--stdin", input: text))\t\(name).toml\n"
    }
    var tree = try sandbox.git("mktree", input: entries.joined())
    for name in folder.split(separator: "/").reversed() {
      tree = try sandbox.git("mktree", input: "040000 tree \(tree)\t\(name)\n")
    }
    sandbox.environment["GIT_AUTHOR_DATE"] = "@\(1_700_000_000 + second) +0000"
    let id = try sandbox.git(
      arguments: ["commit-tree", tree, "-m", "Change\n\n\(CommitMessage.operationKey): edit"]
        + parents.flatMap { ["-p", $0.description] })
    return try #require(CommitID(id))
  }

  private static func text(_ episodes: [String]) -> String {
    "episodes = [\n" + episodes.map { "  'p/\($0)',\n" }.joined() + "]\n"
  }
}
