import GitHistory
import SystemPackage
import TestSupport
import Testing

/// Histories with other parents or replaced commits.
@Suite("Shallow clones, grafts and replacements")
struct OverrideTests {
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

  @Test func grafts() throws {
    let ids = try sandbox.git("log", "--format=%H").split(separator: "\n").map(String.init)
    try sandbox.write("# joined\n\(ids[0]) \(ids[3])\nnonsense\n\(ids[3])\n", to: ".git/info/grafts")
    let commits = try expectGits(sandbox)
    #expect(commits.map(\.subject) == ["4", "1"] && commits.map(\.boundary) == [nil, .graft])
    #expect(try sandbox.open().changes(in: commits[0].id).map(\.path) == ["2.toml", "3.toml", "4.toml"])
    #expect(try sandbox.open().changes(in: commits[1].id) == [])
  }

  @Test(arguments: [false, true]) func aReplacementWithoutParents(isPacked: Bool) throws {
    try sandbox.git("replace", "--graft", "HEAD~1")
    if isPacked { try sandbox.git("pack-refs", "--all") }
    let commits = try expectGits(sandbox)
    #expect(commits.map(\.boundary) == [nil, .replacement])
    #expect(try sandbox.open().changes(in: commits[1].id) == [])
    for setting in ["GIT_NO_REPLACE_OBJECTS", nil] {
      if let setting {
        sandbox.environment[setting] = "1"
      } else {
        try sandbox.git("config", "core.useReplaceRefs", "false")
      }
      #expect(try expectGits(sandbox).count == 5)
      if let setting { sandbox.environment[setting] = nil }
    }
  }

  @Test func aReplacedCommit() throws {
    let old = try sandbox.git("rev-parse", "HEAD~1")
    try sandbox.git("switch", "-q", "--detach", "HEAD~2")
    try sandbox.write("other", to: "other.toml")
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Other")
    let new = try sandbox.git("rev-parse", "HEAD")
    try sandbox.git("switch", "-q", "main")
    try sandbox.git("replace", old, new)
    let commits = try expectGits(sandbox)
    #expect(commits.map(\.subject) == ["4", "Other", "2", "1", "Begin"])
    #expect(commits[1].id.description == old && commits.allSatisfy { $0.boundary == nil })
    // Compared with the files of the parent that git sees.
    #expect(try sandbox.open().changes(in: commits[0].id).map(\.path) == ["3.toml", "4.toml", "other.toml"])
  }

  @Test func cyclicReplacements() throws {
    let (first, second) = (try sandbox.git("rev-parse", "HEAD"), try sandbox.git("rev-parse", "HEAD~1"))
    try sandbox.git("update-ref", "refs/replace/\(first)", second)
    try sandbox.git("update-ref", "refs/replace/\(second)", first)
    #expect(try gitError { _ = try sandbox.open().history() }?.code == .corrupt)
  }

  @Test func filesInConflict() throws {
    try sandbox.git("switch", "-q", "-c", "side", "HEAD~1")
    for path in ["1.toml", "2.toml"] { try sandbox.write("theirs", to: path) }
    try sandbox.git("commit", "-q", "-a", "-m", "Theirs")
    try sandbox.git("switch", "-q", "main")
    try sandbox.write("ours", to: "1.toml")
    try sandbox.remove("2.toml")
    try sandbox.git("commit", "-q", "-a", "-m", "Ours")
    #expect(try sandbox.open().conflicts() == [])
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "side") }
    #expect(try sandbox.open().conflicts() == ["1.toml", "2.toml"])
    try sandbox.git("add", "1.toml")
    #expect(try sandbox.open().conflicts() == ["2.toml"])
  }
}
