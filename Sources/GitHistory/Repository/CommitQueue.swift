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
