internal import GitHistory
internal import MixtapeModel

/// The decisions about conflicts, from the messages of commits.
struct ConflictDecisions {
  /// The commits that decided a value, newest first: decisions, and merges for which somebody chose a side.
  private var deciders: [String: [CommitID]] = [:]
  /// The places of conflicts that were decided.
  private var places: Set<String> = []
  /// The conflicts of each value that were checked, newest first.
  private var newer: [String: [OpenConflict]] = [:]
  private var undone = UndoneCommits()

  /// Notes the decisions and undos of a commit. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    undone.note(commit)
    guard !undone.contains(commit.id) else { return }
    for trailer in commit.trailers where trailer.key == CommitMessage.decidesKey {
      places.insert(trailer.value)
      // The value follows the id of the merge.
      guard let space = trailer.value.firstIndex(of: " ") else { continue }
      deciders[String(trailer.value[space...].dropFirst()), default: []].append(commit.id)
    }
  }

  /// Returns a conflict with the values between which nobody has decided since; `nil` if somebody has. Newer conflicts must be
  /// checked first.
  ///
  /// A later merge can have replaced the taken value by a third one. Nobody has decided against the value that lost before.
  mutating func stillOpen(
    _ conflict: OpenConflict, in repository: StoreRepository
  ) throws(MixtapeError) -> OpenConflict? {
    let later = newer[conflict.value] ?? []
    newer[conflict.value, default: []].append(conflict)
    if conflict.isDecided { deciders[conflict.value, default: []].append(conflict.merge) }
    let lost = conflict.lost.commit
    guard !conflict.isDecided, !places.contains(conflict.place), !undone.contains(lost) else { return nil }
    for decider in deciders[conflict.value] ?? [] where try repository.reaches(conflict.merge, from: decider) {
      return nil
    }
    // A newer conflict has the value, or one by which somebody replaced it.
    for change in later.flatMap({ [$0.ours.commit, $0.theirs.commit] }) {
      if change == lost { return nil }
      if try repository.reaches(lost, from: change) { return nil }
    }
    var open = conflict
    for next in later.reversed() where next.lost.value == open[open.taken].value {
      open = open.taking(next[next.taken])
    }
    return open
  }
}

extension OpenConflict {
  /// The value that was not taken.
  fileprivate var lost: Side { self[taken.other] }
}
