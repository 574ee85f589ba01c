public import GitHistory
internal import MixtapeModel

/// The side of a conflict to take, as seen from this clone.
public enum ConflictChoice: String, Hashable, Sendable, CaseIterable {
  /// The value of the user of this clone: the side whose change was made in this clone. If that is neither or both, the side whose
  /// change has the email address of the user, else that of the clone that made the merge.
  case mine
  /// The other value.
  case theirs
}

/// The values of a conflict, by the choices that take them (``Store/decide(_:taking:)``).
public struct ConflictValues: Sendable {
  /// A value, and the change that set it.
  public struct Version: Sendable {
    /// The value as TOML; `nil` if the change removed the key.
    public let value: String?
    /// The commit of the change.
    public let commit: CommitID
    /// The change; `nil` if it is missing in a shallow clone.
    public let change: Commit?
  }

  /// The value of the user of this clone.
  public let mine: Version
  /// The other value.
  public let theirs: Version
  /// The choice that would take the present value.
  public let taken: ConflictChoice

  /// Returns the value that a choice takes.
  public subscript(choice: ConflictChoice) -> Version { choice == .mine ? mine : theirs }
}

extension ConflictValues {
  /// Returns the values of conflicts. See ``Store/values(of:)``.
  static func of(_ conflicts: [OpenConflict], in store: Store) throws(MixtapeError) -> [ConflictValues] {
    guard !conflicts.isEmpty else { return [] }
    let repository = try store.openRepository()
    let own = try OwnSides(in: repository)
    return try conflicts.map { (conflict) throws(MixtapeError) in
      let mine = try own.side(of: .mine, in: conflict)
      return ConflictValues(
        mine: try conflict.version(of: mine, in: repository),
        theirs: try conflict.version(of: mine.other, in: repository), taken: conflict.taken == mine ? .mine : .theirs)
    }
  }
}

extension OpenConflict {
  /// Returns the change of a side; `nil` if it is missing in a shallow clone.
  func change(of side: MergeSide, in repository: StoreRepository) throws(MixtapeError) -> Commit? {
    try repository.existingCommit(self[side].commit)
  }

  fileprivate func version(
    of side: MergeSide, in repository: StoreRepository
  ) throws(MixtapeError) -> ConflictValues.Version {
    ConflictValues.Version(
      value: self[side].value, commit: self[side].commit, change: try change(of: side, in: repository))
  }
}

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
