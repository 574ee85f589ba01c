import GitHistory
import SystemPackage
import TestSupport
import Testing

struct ShallowCloneTests {
  private let sandbox: Sandbox

  /// Makes a history of five commits, `Begin` and 1 to 4, each of which writes one file.
  init() throws {
    sandbox = try Sandbox(committing: ["0.toml": "0"])
    for number in 1...4 {
      try sandbox.write("\(number)", to: "\(number).toml")
      try sandbox.git("add", "--all")
      try sandbox.git("commit", "-q", "-m", "\(number)")
    }
  }

  /// Returns a clone with a number of the newest commits.
  private func clone(depth: Int) throws -> Sandbox {
    let clone = try Sandbox()
    try clone.git("clone", "-q", "--depth", "\(depth)", "file://\(sandbox.store)", ".")
    return clone
  }

  /// Fails the test unless commits, parents and messages equal those of git.
  @discardableResult
  private func expectGits(
    _ sandbox: Sandbox, in directory: FilePath? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Commit] {
    let commits = try sandbox.open(directory).history()
    let ours = commits.map { "\($0.id) \($0.parents.map(\.description).joined(separator: " ")) \($0.subject)" }
    let theirs = try sandbox.git("log", "--format=%H %P %s", in: directory ?? sandbox.store)
    #expect(ours.joined(separator: "\n") == theirs, sourceLocation: sourceLocation)
    return commits
  }

  @Test(arguments: [1, 2, 4]) func aShallowClone(depth: Int) throws {
    let clone = try clone(depth: depth)
    let commits = try expectGits(clone)
    #expect(commits.map(\.boundary) == Array(repeating: nil, count: depth - 1) + [.shallow])
    let oldest = try #require(commits.last)
    // The changes of the commit are unknown, but its files are known.
    #expect(try clone.open().changes(in: oldest.id) == [])
    #expect(try clone.open().changes(from: nil, to: oldest.id).count == 6 - depth)
  }

  @Test func aDeepenedClone() throws {
    let clone = try clone(depth: 2)
    let shallow = try clone.open().historyFingerprint()
    try clone.git("fetch", "-q", "--deepen", "1")
    try expectGits(clone)
    let deeper = try clone.open().historyFingerprint()
    try clone.git("fetch", "-q", "--unshallow")
    #expect(try expectGits(clone).allSatisfy { $0.boundary == nil })
    #expect(shallow != nil && deeper != nil && shallow != deeper)
    #expect(try clone.open().historyFingerprint() == nil)
  }

  @Test func aRepositoryThatBecomesShallow() throws {
    // The older commits still exist, but git ignores them.
    try sandbox.write(try sandbox.git("rev-parse", "HEAD~1") + "\n", to: ".git/shallow")
    #expect(try expectGits(sandbox).map(\.boundary) == [nil, .shallow])
  }

  @Test func aLinkedWorkTreeOfAShallowClone() throws {
    let clone = try clone(depth: 2)
    let linked = clone.root.appending("linked")
    try clone.git("worktree", "add", "-q", "-b", "other", linked.string)
    #expect(try expectGits(clone, in: linked).map(\.boundary) == [nil, .shallow])
  }
}
