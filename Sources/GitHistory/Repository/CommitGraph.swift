/// The relation of two commits in history.
public struct CommitRelation: Hashable, Sendable {
  /// The number of commits that only the first one reaches.
  public let ahead: Int
  /// The number of commits that only the second one reaches.
  public let behind: Int
  /// The newest commits that both reach: several after merges in both directions, none for separate histories. The newest
  /// one comes first, and among commits of one second, the one with the lowest id.
  public let bases: [CommitID]

  /// Makes a relation.
  public init(ahead: Int, behind: Int, bases: [CommitID]) {
    self.ahead = ahead
    self.behind = behind
    self.bases = bases
  }
}

/// A walk from two sides that finds the commits that only one of them reaches.
///
/// libgit2's functions ignore grafts and the boundary of shallow clones, so that they fail there.
struct CommitGraph {
  /// The tips that reach a commit.
  private struct Sides: OptionSet {
    let rawValue: UInt8
    static let first = Sides(rawValue: 1)
    static let second = Sides(rawValue: 2)
    static let both: Sides = [.first, .second]
    /// The commit is an ancestor of one that both reach.
    static let below = Sides(rawValue: 4)
  }

  private let parents: (CommitID) throws(GitError) -> [CommitID]
  private let date: (CommitID) throws(GitError) -> Int64
  private var sides: [CommitID: Sides] = [:]
  private var dates: [CommitID: Int64] = [:]
  /// The commits whose parents are not visited yet, oldest first.
  private var open: [CommitID] = []
  /// The open commits that are not below one that both tips reach.
  private var undecided: Set<CommitID> = []
  /// The date of the oldest commit that was found from one side first.
  private var oldest = Int64.max

  /// Makes a walk.
  ///
  /// - Parameters:
  ///   - parents: Returns the parents of a commit.
  ///   - date: Returns the committer's time of a commit, in seconds since 1970.
  init(
    parents: @escaping (CommitID) throws(GitError) -> [CommitID],
    date: @escaping (CommitID) throws(GitError) -> Int64
  ) {
    self.parents = parents
    self.date = date
  }

  /// Returns the relation of two commits.
  ///
  /// - Complexity: O(*n*) in the number of commits since the oldest commit that only one of them reaches.
  mutating func relation(of first: CommitID, to second: CommitID) throws(GitError) -> CommitRelation {
    guard first != second else { return CommitRelation(ahead: 0, behind: 0, bases: [first]) }
    try walk(from: [first], and: [second])
    return CommitRelation(
      ahead: sides.values.count { $0 == .first }, behind: sides.values.count { $0 == .second }, bases: commonCommits)
  }

  /// Returns the newest commits that the first tips and the second ones reach, newest first. If clocks are wrong, one may be an
  /// ancestor of another.
  mutating func commonCommits(of first: [CommitID], and second: [CommitID]) throws(GitError) -> [CommitID] {
    try walk(from: first, and: second)
    return commonCommits
  }

  /// Returns the commits that the first tips reach and the second ones do not.
  mutating func commits(of first: [CommitID], butNotOf second: [CommitID]) throws(GitError) -> Set<CommitID> {
    try walk(from: first, and: second)
    return Set(sides.keys.filter { sides[$0] == .first })
  }

  private mutating func walk(from first: [CommitID], and second: [CommitID]) throws(GitError) {
    for tip in first { try visit(tip, .first) }
    for tip in second { try visit(tip, .second) }
    while mayChange, let commit = open.popLast() {
      undecided.remove(commit)
      guard let sides = sides[commit] else { continue }
      let inherited = sides.isSuperset(of: .both) ? sides.union(.below) : sides
      for parent in try parents(commit) { try visit(parent, inherited) }
    }
  }

  private var commonCommits: [CommitID] {
    sides.keys.filter { sides[$0] == .both }.sorted { first, second in
      let (newer, older) = (dates[first] ?? 0, dates[second] ?? 0)
      return newer == older ? first.description < second.description : newer > older
    }
  }

  /// Whether the walk must continue. Clocks of several machines differ, so it continues to the date of the oldest commit
  /// that only one side may reach.
  private var mayChange: Bool {
    guard let newest = open.last.flatMap({ dates[$0] }) else { return false }
    return !undecided.isEmpty || newest >= oldest
  }

  /// Adds a commit, or more sides of it. A commit with new sides is visited again.
  private mutating func visit(_ commit: CommitID, _ new: Sides) throws(GitError) {
    let old = sides[commit] ?? []
    guard !old.isSuperset(of: new) else { return }
    let all = old.union(new)
    sides[commit] = all
    let date: Int64
    if let known = dates[commit] { date = known } else { date = try self.date(commit) }
    dates[commit] = date
    if !all.isSuperset(of: .both) { oldest = min(oldest, date) }
    if all.contains(.below) { undecided.remove(commit) } else { undecided.insert(commit) }
    let place = open.lastIndex { (dates[$0] ?? 0) <= date }.map { $0 + 1 } ?? 0
    open.insert(commit, at: place)
  }
}
