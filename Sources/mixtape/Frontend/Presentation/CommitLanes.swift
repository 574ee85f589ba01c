import GitHistory
import MixtapeStore
import StoreBrowser

extension HistoryEntry {
  /// Returns the commit and the time, as lists of changes show them.
  func label(in context: CommandContext) -> StyledText {
    "\(id.abbreviated, .yellow)  \(Timestamp(date, utcOffset: context.utcOffset(date)).text, .faint)"
  }
}

/// The lines beside a list of commits that lead from children to parents, drawn as `git log --graph` does.
///
/// Each lane leads down to a commit that comes later.
struct CommitLanes {
  /// The commits to which the lanes lead, from left to right.
  private var targets: [CommitID] = []

  /// Draws a commit.
  ///
  /// - Returns: The text beside the line of the commit, the text beside its further lines, and the lines below them.
  mutating func draw(_ node: HistoryGraph.Node) -> (title: String, body: String, below: [String]) {
    let place = targets.firstIndex(of: node.id) ?? targets.endIndex
    if place == targets.endIndex { targets.append(node.id) }
    let title = targets.indices.map { $0 == place ? "*" : "|" }.joined(separator: " ")
    let body = targets.indices.map { $0 == place && node.parents.isEmpty ? " " : "|" }.joined(separator: " ")
    return (title, body, replaceTarget(at: place, with: node.parents))
  }

  /// Follows the lines of a commit that is not in the list.
  ///
  /// - Returns: The lines to draw, which join or split lanes.
  mutating func pass(_ node: HistoryGraph.Node) -> [String] {
    guard let place = targets.firstIndex(of: node.id) else { return [] }
    return replaceTarget(at: place, with: node.parents)
  }

  private mutating func replaceTarget(at place: Int, with parents: [CommitID]) -> [String] {
    var lines: [String] = []
    if let first = parents.first { targets[place] = first }
    for (offset, parent) in parents.dropFirst().enumerated() {
      let new = place + 1 + offset
      lines.append(
        Self.line((0..<targets.count).map { $0 < new ? (2 * $0, "|") : (2 * $0 + 1, "\\") } + [(2 * new - 1, "\\")]))
      targets.insert(parent, at: new)
    }
    return lines + joinLanes(ending: parents.isEmpty ? place : nil)
  }

  /// Removes a lane that ends, and joins lanes to the left that lead to one commit.
  private mutating func joinLanes(ending end: Int?) -> [String] {
    var (kept, lanes) = ([CommitID](), [(place: Int, goal: Int)]())
    for (place, target) in targets.enumerated() where place != end {
      if let goal = kept.firstIndex(of: target) {
        lanes.append((place, goal))
      } else {
        lanes.append((place, kept.count))
        kept.append(target)
      }
    }
    targets = kept
    var lines: [String] = []
    while lanes.contains(where: { $0.place > $0.goal }) {
      lines.append(Self.line(lanes.map { $0.place > $0.goal ? (2 * $0.place - 1, "/") : (2 * $0.place, "|") }))
      lanes = lanes.map { ($0.place > $0.goal ? $0.place - 1 : $0.place, $0.goal) }
    }
    return lines
  }

  private static func line(_ marks: [(column: Int, mark: Character)]) -> String {
    var line = [Character](repeating: " ", count: (marks.map(\.column).max() ?? -1) + 1)
    for (column, mark) in marks { line[column] = mark }
    return String(line)
  }
}
