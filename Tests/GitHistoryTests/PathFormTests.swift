import GitHistory
import TestSupport
import Testing

/// Paths that a string cannot represent, or that are equal as strings.
@Suite struct PathFormTests {
  private let sandbox: Sandbox
  private let blob: String

  init() throws {
    sandbox = try Sandbox(committing: [:])
    blob = try sandbox.git("hash-object", "-w", "--stdin", input: "1\n")
  }

  /// Makes a tree of files, or of directories that have the file `x`, with names as git prints them.
  private func tree(_ quotedNames: String..., directories: Bool = false) throws -> ObjectID {
    let item =
      directories
      ? "040000 tree \(try sandbox.git("mktree", input: "100644 blob \(blob)\tx\n"))" : "100644 blob \(blob)"
    let tree = try sandbox.git("mktree", input: quotedNames.map { "\(item)\t\"\($0)\"\n" }.joined())
    return try #require(ObjectID(tree))
  }

  @Test func `paths that are not UTF-8`() throws {
    let old = try tree("a.txt", "caf\\351.txt")
    let new = try tree("caf\\351.txt", "caf\\350.txt", "caf\\352.txt", "caf\\303\\251.txt")
    let differences = try sandbox.open().differences(from: old, to: new)
    #expect(differences.map(\.path) == ["a.txt", "caf\u{E9}.txt", "caf\u{FFFD}.txt", "caf\u{FFFD}.txt"])
    #expect(differences.map(\.hasValidPath) == [true, true, false, false])
  }

  @Test func `names in several Unicode forms`() throws {
    let (composed, decomposed) = (try tree("caf\\303\\251.txt", "a"), try tree("cafe\\314\\201.txt", "a"))
    let both = try tree("caf\\303\\251.txt", "cafe\\314\\201.txt")
    let repository = try sandbox.open()
    let path = "caf\u{E9}.txt"
    #expect(try repository.pathsInSeveralForms([path, "a", "missing/\u{E9}"], in: [composed, decomposed]) == [path])
    #expect(try repository.pathsInSeveralForms(["cafe\u{301}.txt"], in: [both]) == [path])
    #expect(try repository.pathsInSeveralForms([path], in: [composed, composed]).isEmpty)
  }

  @Test func `directories in several Unicode forms`() throws {
    let first = try tree("caf\\303\\251", directories: true)
    let second = try tree("cafe\\314\\201", directories: true)
    let repository = try sandbox.open()
    #expect(try repository.pathsInSeveralForms(["caf\u{E9}/x"], in: [first, second]) == ["caf\u{E9}/x"])
    #expect(try repository.pathsInSeveralForms(["caf\u{E9}/x"], in: [first]).isEmpty)
  }
}
