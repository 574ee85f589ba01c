internal import CLibgit2
internal import FileSystem
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Repository {
  /// Reads a commit.
  public func commit(_ id: CommitID) throws(GitError) -> Commit {
    let object = try objects.commit(id)
    let (author, committer) = object.persons
    let (subject, body) = object.parts
    let isShallow = try shallowCommits().contains(id)
    return Commit(
      id: id, parents: isShallow ? [] : object.parents, boundary: isShallow ? .shallow : nil, tree: object.tree,
      author: author, committer: committer, message: object.message, subject: subject, body: body,
      trailers: try Self.trailers(of: object.message))
  }

  /// Returns the parents of a commit; none at the boundary of a shallow clone.
  public func parents(of id: CommitID) throws(GitError) -> [CommitID] {
    try shallowCommits().contains(id) ? [] : try objects.commit(id).parents
  }

  /// Returns a text that changes when a shallow clone is deepened; `nil` if the clone is not shallow.
  public func historyFingerprint() throws(GitError) -> String? {
    let commits = try shallowCommits()
    return commits.isEmpty ? nil : commits.map { "shallow \($0)" }.sorted().joined(separator: "\n")
  }

  /// Returns the commits at the boundary of a shallow clone. libgit2 1.5 ignores it.
  private func shallowCommits() throws(GitError) -> Set<CommitID> {
    if let knownShallowCommits { return knownShallowCommits }
    let path = commonDirectory.appending("shallow")
    var commits: Set<CommitID> = []
    do throws(FileAccess.Failure) {
      let lines = try FileAccess.read(path).split(separator: UInt8(ascii: "\n"))
      commits = Set(lines.compactMap { CommitID(String(decoding: $0, as: UTF8.self)) })
    } catch {
      switch error {
      case .absent: break
      case .system(let cause): throw GitError(cause, .walk, path: path)
      case .notAFile, .tooLarge: throw GitError(.corrupt, .walk, message: "\(path) is not a plain file", path: path)
      }
    }
    knownShallowCommits = commits
    return commits
  }

  private static func trailers(of message: String) throws(GitError) -> [Commit.Trailer] {
    var array = git_message_trailer_array()
    defer { git_message_trailer_array_free(&array) }
    try Libgit2.call(.readObject) { git_message_trailers(&array, message) }
    return UnsafeBufferPointer(start: array.trailers, count: array.count).map { trailer in
      Commit.Trailer(key: String(cString: trailer.key), value: String(cString: trailer.value))
    }
  }
}

extension Repository {
  /// Returns the numbers of commits that only one of two commits reaches, and the newest commits that both reach.
  ///
  /// In a shallow clone, history ends at the boundary.
  public func relation(of first: CommitID, to second: CommitID) throws(GitError) -> CommitRelation {
    var graph = CommitGraph(of: self)
    return try graph.relation(of: first, to: second)
  }

  /// Returns the time of a commit, in seconds since 1970.
  fileprivate func time(of commit: CommitID) throws(GitError) -> Int64 {
    Int64(try objects.commit(commit).persons.committer.date.timeIntervalSince1970)
  }

  /// Returns whether a commit is another commit or one of its ancestors.
  public func reaches(_ ancestor: CommitID, from commit: CommitID) throws(GitError) -> Bool {
    try relation(of: ancestor, to: commit).ahead == 0
  }

  /// Returns the best common ancestors of a commit and the merge of other ones, newest first; empty if their histories have no
  /// common commit.
  ///
  /// Two branches that were merged into each other can have several. Commits with equal dates are ordered by their ids, so the
  /// order is the same whichever commit comes first. In a shallow clone, history ends at the boundary.
  public func mergeBases(of first: CommitID, and others: [CommitID]) throws(GitError) -> [CommitID] {
    var graph = CommitGraph(of: self)
    var bases = try graph.commonCommits(of: [first], and: others)
    // With wrong clocks, the walk can end before it finds that one reaches another.
    for base in bases {
      for other in bases where other != base {
        if try reaches(base, from: other) { bases.removeAll { $0 == base } }
      }
    }
    let dated = try bases.map { (id) throws(GitError) in (id: id, date: try time(of: id)) }
    return dated.sorted { ($1.date, $0.id.description) < ($0.date, $1.id.description) }.map(\.id)
  }

  /// Returns the commits that one commit has in its history and others do not. In a shallow clone, history ends at the boundary.
  public func commits(reachableFrom tip: CommitID, butNotFrom others: [CommitID]) throws(GitError) -> Set<CommitID> {
    var graph = CommitGraph(of: self)
    return try graph.commits(of: [tip], butNotOf: others)
  }
}

/// The relation of two commits in history.
public struct CommitRelation: Hashable, Sendable {
  /// The number of commits that only the first one reaches.
  public let ahead: Int
  /// The number of commits that only the second one reaches.
  public let behind: Int
  /// The newest commits that both reach: several after merges in both directions, none for separate histories. The newest
  /// one comes first, and among commits of one second, the one with the lowest id.
  public let bases: [CommitID]
}

/// A walk from two sides that finds the commits that only one of them reaches.
///
/// libgit2's functions ignore the boundary of shallow clones, so that they fail there.
private struct CommitGraph {
  private struct Sides: OptionSet {
    let rawValue: UInt8
    static let first = Sides(rawValue: 1)
    static let second = Sides(rawValue: 2)
    static let both: Sides = [.first, .second]
    /// The commit is an ancestor of one that both reach.
    static let below = Sides(rawValue: 4)
  }

  private let repository: Repository
  private var sides: [CommitID: Sides] = [:]
  private var dates: [CommitID: Int64] = [:]
  /// The commits whose parents are not visited yet, oldest first.
  private var open: [CommitID] = []
  /// The open commits that are not below one that both tips reach.
  private var undecided: Set<CommitID> = []
  /// The date of the oldest commit that was found from one side first.
  private var oldest = Int64.max

  init(of repository: Repository) { self.repository = repository }

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
      for parent in try repository.parents(of: commit) { try visit(parent, inherited) }
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
    if let known = dates[commit] { date = known } else { date = try repository.time(of: commit) }
    dates[commit] = date
    if !all.isSuperset(of: .both) { oldest = min(oldest, date) }
    if all.contains(.below) { undecided.remove(commit) } else { undecided.insert(commit) }
    let place = open.lastIndex { (dates[$0] ?? 0) <= date }.map { $0 + 1 } ?? 0
    open.insert(commit, at: place)
  }
}

/// The order of commits in a history, as in git: by the committer's date, newest first, and no commit before its
/// first child.
///
/// `git_revwalk` has another order for commits of the same second: parents before children.
public struct CommitQueue<ID: Hashable> {
  /// The commits that are not returned yet, the next one last.
  private var waiting: [(id: ID, date: Int64)] = []
  private var met: Set<ID> = []

  /// Makes an empty queue.
  public init() {}

  /// Adds a commit, unless it was added before.
  ///
  /// - Parameter date: Returns the time of the commit, in seconds since 1970. Called for new commits only.
  public mutating func enqueue<Failure: Error>(_ id: ID, date: () throws(Failure) -> Int64) throws(Failure) {
    guard met.insert(id).inserted else { return }
    let date = try date()
    // Among commits with equal dates, the first added is the first returned. The queue is as long as history has
    // branches.
    let place = waiting.firstIndex { $0.date >= date } ?? waiting.endIndex
    waiting.insert((id, date), at: place)
  }

  /// Removes and returns the next commit, or returns `nil` at the end. The caller adds its parents before the next
  /// call.
  public mutating func next() -> ID? { waiting.popLast()?.id }
}
