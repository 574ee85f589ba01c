internal import GitHistory
internal import MixtapeModel

/// The sides of conflicts that belong to the user of this clone.
///
/// A person with two clones has the same email address in both, so the clone in which a change was made decides first.
struct OwnSides {
  private let repository: StoreRepository
  private let email: String
  /// The commits of the conflicts that were made in this clone, and whose other side came by a sync or a pull.
  private let madeHere: Set<CommitID>

  /// Finds the sides of conflicts.
  ///
  /// - Complexity: O(the number of commits since the oldest change in conflict). If a change came by a merge of a local branch, or
  ///   was in this clone from the beginning, O(the number of commits in history).
  init(of conflicts: [OpenConflict], in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    email = try repository.identity(for: .author).email
    madeHere = try Self.commits(of: conflicts, madeIn: repository)
  }

  /// Returns the side of a choice.
  func side(of choice: ConflictChoice, in conflict: OpenConflict) throws(MixtapeError) -> MergeSide {
    let mine = try mine(in: conflict) ?? .ours
    return choice == .mine ? mine : mine.other
  }

  /// Returns the side whose change was made in this clone. If that is neither or both, returns the side whose change has the email
  /// address of the user; `nil` if that is neither or both, too.
  func mine(in conflict: OpenConflict) throws(MixtapeError) -> MergeSide? {
    let here = MergeSide.allCases.filter { madeHere.contains(conflict[$0].commit) }
    if here.count == 1 { return here[0] }
    var own: [MergeSide] = []
    for side in MergeSide.allCases where try conflict.change(of: side, in: repository)?.author.email == email {
      own.append(side)
    }
    return own.count == 1 ? own[0] : nil
  }

  private static func commits(
    of conflicts: [OpenConflict], madeIn repository: StoreRepository
  ) throws(MixtapeError) -> Set<CommitID> {
    let commits = conflicts.flatMap { [$0.ours.commit, $0.theirs.commit] }
    let walk = try ChangeWalk(of: repository, .everyCommit)
    guard let received = try ReceivedCommits(of: repository, walk)?.among(commits) else { return [] }
    let candidates = conflicts.flatMap { conflict in
      let others = MergeSide.allCases.map { conflict[$0].commit }.filter { !received.contains($0) }
      return others.count == 1 ? others : []
    }
    // A commit that this clone began with is not received, but another clone made it.
    var (open, found, checked) = (Set(candidates), Set<CommitID>(), 0)
    var line = try UndoLine(of: repository, separatingReceived: true)
    while !open.isEmpty, !line.isComplete {
      try line.extend(byChanges: 1)
      for link in line.links[checked...] where link.meaning != .received && link.meaning != .barrier {
        if let commit = open.remove(link.change.commit.id) { found.insert(commit) }
      }
      checked = line.links.count
    }
    return found
  }
}
