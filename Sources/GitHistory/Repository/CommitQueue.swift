/// The order of a walk through commits: by the committer's date, newest first, and none before the first of its children
/// that the walk met. So git sorts them.
///
/// `git_revwalk` sorts commits of the same second so that parents come before children.
public struct CommitQueue<ID: Hashable> {
  /// The commits met and not yet returned, the next one last.
  private var waiting: [(id: ID, date: Int64)] = []
  private var met: Set<ID> = []

  /// Makes a queue without commits.
  public init() {}

  /// Adds a commit, unless it was met before.
  /// - Parameter date: When it was committed, in seconds since 1970. Called if the commit was not met before.
  public mutating func enqueue<Failure: Error>(_ id: ID, date: () throws(Failure) -> Int64) throws(Failure) {
    guard met.insert(id).inserted else { return }
    let date = try date()
    // Of commits of one date, the one met first comes first. The queue is as wide as the history has branches.
    let place = waiting.firstIndex { $0.date >= date } ?? waiting.endIndex
    waiting.insert((id, date), at: place)
  }

  /// The next commit, or nil at the end. Its parents are to be met before the one after is asked for.
  public mutating func next() -> ID? { waiting.popLast()?.id }
}
