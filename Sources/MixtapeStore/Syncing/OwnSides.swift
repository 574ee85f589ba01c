internal import GitHistory
internal import MixtapeModel

/// The sides of conflicts that belong to the user of this clone.
///
/// A person with two clones has the same email address in both, so the clone in which a change was made decides first.
struct OwnSides {
  private let repository: StoreRepository
  private let email: String
  /// The commits that were made in this clone, by its log.
  private let madeHere: Set<CommitID>

  init(in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    email = try repository.identity(for: .author).email
    madeHere = try repository.commitsMadeHere()
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
}
