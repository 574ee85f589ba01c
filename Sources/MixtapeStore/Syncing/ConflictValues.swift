public import GitHistory
public import MixtapeModel

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

extension Store {
  /// Returns the values of conflicts, by the choices that take them.
  public func values(of conflicts: [OpenConflict]) throws(MixtapeError) -> [ConflictValues] {
    guard !conflicts.isEmpty else { return [] }
    let repository = try openRepository()
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
