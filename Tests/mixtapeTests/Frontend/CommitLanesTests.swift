import GitHistory
import MixtapeStore
import Testing

@testable import mixtape

@Suite struct CommitLanesTests {
  /// Draws commits that are named by letters, each with its parents after a colon. Commits in lower case are not in the list.
  private func draw(_ nodes: String...) throws -> [String] {
    var (lanes, lines) = (CommitLanes(), [String]())
    for text in nodes {
      let parts = text.split(separator: ":")
      let node = HistoryGraph.Node(
        id: try Self.commit(parts[0]), parents: try parts.dropFirst().joined().map { try Self.commit("\($0)") },
        isEntry: parts[0].allSatisfy(\.isUppercase))
      guard node.isEntry else {
        lines += lanes.pass(node)
        continue
      }
      let (title, _, below) = lanes.draw(node)
      lines += ["\(title) \(parts[0])"] + below
    }
    return lines
  }

  private static func commit(_ letter: some StringProtocol) throws -> CommitID {
    let digits = letter.lowercased().utf8.map { String($0, radix: 16) }.joined()
    return try #require(CommitID(digits + String(repeating: "0", count: 40 - digits.count)))
  }

  @Test func aLineHasOneLane() throws {
    #expect(try draw("A:B", "B:C", "C") == ["* A", "* B", "* C"])
  }

  @Test func aMergeSplitsTheLaneAndTheCommonParentJoinsIt() throws {
    #expect(
      try draw("M:AB", "A:C", "B:C", "C") == [
        #"* M"#,
        #"|\"#,
        #"* | A"#,
        #"| * B"#,
        #"|/"#,
        #"* C"#,
      ])
  }

  @Test func mergesCross() throws {
    #expect(
      try draw("M:AN", "N:BA", "A:C", "B:C", "C") == [
        #"* M"#,
        #"|\"#,
        #"| * N"#,
        #"| |\"#,
        #"| |/"#,
        #"|/|"#,
        #"* | A"#,
        #"| * B"#,
        #"|/"#,
        #"* C"#,
      ])
  }

  @Test func lanesMoveToTheLeft() throws {
    #expect(
      try draw("M:AN", "N:BC", "A:D", "B:D", "C:D", "D") == [
        #"* M"#,
        #"|\"#,
        #"| * N"#,
        #"| |\"#,
        #"* | | A"#,
        #"| * | B"#,
        #"|/ /"#,
        #"| * C"#,
        #"|/"#,
        #"* D"#,
      ])
  }

  @Test func aCommitWithoutParentsEndsItsLane() throws {
    #expect(try draw("M:AB", "A", "B") == [#"* M"#, #"|\"#, #"* | A"#, #" /"#, #"* B"#])
  }

  @Test func otherTipsBeginLanes() throws {
    #expect(try draw("A:C", "B:C", "C") == ["* A", "| * B", "|/", "* C"])
  }

  @Test func commitsThatAreNotInTheListHaveNoLine() throws {
    #expect(try draw("A:x", "x:y", "y:B", "B") == ["* A", "* B"])
    #expect(try draw("A:x", "x:yz", "Y:B", "Z:B", "B") == ["* A", #"|\"#, "* | Y", "| * Z", "|/", "* B"])
    #expect(try draw("a:b", "B") == ["* B"])
  }

  @Test func aMergeOfThreeHasThreeLanes() throws {
    #expect(try draw("M:ABC", "A", "B", "C").prefix(4) == ["* M", #"|\"#, #"| |\"#, "* | | A"])
  }
}
