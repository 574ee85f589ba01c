/// The order of a walk through commits, as git sorts them: by the committer's date, newest first, and no commit before the
/// first of its children.
///
/// `git_revwalk` sorts commits of the same second so that parents come before children.
public struct CommitQueue<ID: Hashable> {
  /// The commits met and not yet returned, the next one last.
  private var waiting: [(id: ID, date: Int64)] = []
  private var met: Set<ID> = []

  /// Makes a queue without commits.
  public init() {}

  /// Adds a commit, unless it was met before.
  /// - Parameter date: Returns the time of the commit, in seconds since 1970. Called for new commits only.
  public mutating func enqueue<Failure: Error>(_ id: ID, date: () throws(Failure) -> Int64) throws(Failure) {
    guard met.insert(id).inserted else { return }
    let date = try date()
    // Of commits with one date, the first that was added comes first. The queue is as long as history has branches.
    let place = waiting.firstIndex { $0.date >= date } ?? waiting.endIndex
    waiting.insert((id, date), at: place)
  }

  /// Removes and returns the next commit, or nil at the end. The caller adds its parents before it asks for another.
  public mutating func next() -> ID? { waiting.popLast()?.id }
}
