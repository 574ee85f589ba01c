public import GitHistory
public import MixtapeModel

/// The result of reverting a change.
public struct RevertResult: Sendable {
  /// The reverted change.
  public let change: HistoryEntry
  /// Whether the change touches files of the store; of the item, if its part is reverted.
  public let touchesStore: Bool
  /// The commit of the revert; `nil` if its changes were already gone, so that nothing was done.
  public let commit: CommitID?
}

/// The revert of a change, or of the part of one item, before it is made.
struct RevertPlan {
  let change: CommittedChange
  let writes: [FileWrite]
  private let item: StoreItem?
  private let renames: ItemRenames

  init(
    of id: CommitID, _ item: StoreItem?, at head: CommitID?, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let commit = try repository.commit(id)
    guard let head, !commit.parents.isEmpty,
      commit.trailer(CommitMessage.operationKey) != CommitMessage.initialOperation
    else {
      throw MixtapeError(
        .notRevertible, .text(commit.subject), cause: commit.boundary.map { HistoryCutOff(boundary: $0) })
    }
    let present = try item.map { (item) throws(MixtapeError) in
      try RenameSearch(in: repository, of: store).present(item)
    }
    self.item = present
    if let present { try KnownItems(of: store, in: repository).require(present, inHistoryOf: [nil]) }
    let part = try present.map { (item) throws(MixtapeError) in
      try ItemUndoSteps.ids(of: item, in: id, repository)
    }
    let files = try repository.storeChanges(in: id).filter { file in
      part.map { part in file.item.map(part.contains) == true } ?? true
    }
    change = CommittedChange(commit: commit, files: files)
    let reversed = try ReversedChanges([change], part: part, from: head, in: store, repository)
    (writes, renames) = (reversed.writes, reversed.renames)
  }

  var message: CommitMessage {
    if let item { return CommitMessage(undoing: change.commit, in: item, renames) }
    return CommitMessage(
      "Revert \"\(change.commit.subject)\"", operation: CommitMessage.revertOperation,
      trailers: [Commit.Trailer(key: CommitMessage.revertsKey, value: change.commit.id.description)]
        + renames.trailers())
  }
}

/// A conflict between a change to undo, redo or revert and another change, in one file or one of its values.
public struct RevertConflict: Hashable, Sendable, CustomStringConvertible {
  /// The reason for the conflict.
  public enum Reason: Hashable, Sendable {
    /// A later change set the value: `ours` is the present one with that change, `theirs` the one to return to.
    case value(MergeConflict)
    /// Others set values at the same time, in another clone.
    case concurrent([String], by: HistoryEntry)
    /// The file would be removed, and another change edited or moved it.
    case changedSince
    /// The file would be edited, and another change deleted it.
    case deletedSince
    /// The episode would be removed from the library, and another change edited it, for example by a play or a rating.
    case episodeChanged(Episode.ID)
    /// The file would be moved or renamed to the other path, and another change moved or renamed it.
    case movedSince(insteadOf: String)
    /// The file would be created or renamed, but another file at this path has its name.
    case taken(by: String)
    /// Both changes touched the same lines of a file with errors, or of a file that is not the store's.
    case textChangedSince
    /// The change moved an episode to another podcast or gave it another id, and so did a later change. Or it cannot be moved, for
    /// example because another one has its name now.
    case episodeMoved(Episode.ID, to: Episode.ID)
  }

  /// The path of the file, below the store's directory.
  public let path: String
  /// The reason for the conflict.
  public let reason: Reason
  /// The newest other change of the file; `nil` if the reason names the change.
  public internal(set) var change: HistoryEntry?

  /// Makes a conflict in a file.
  public init(path: String, reason: Reason, change: HistoryEntry? = nil) {
    (self.path, self.reason, self.change) = (path, reason, change)
  }
}

extension RevertConflict {
  /// The path and the reason in a few words.
  public var description: String {
    switch reason {
    case .value(let conflict): "\(path): \(conflict.key) was changed again"
    case .concurrent(let values, let change):
      "\(path): \(change.author) changed \(values.joined(separator: ", ")) at the same time"
    case .changedSince: "\(path): changed again"
    case .deletedSince: "\(path): deleted"
    case .episodeChanged(let id): "\(path): \(id) was changed again"
    case .movedSince(let other): "\(path): moved again, from \(other)"
    case .taken(let other): "\(path): the name is taken by \(other)"
    case .textChangedSince: "\(path): the same lines were changed again"
    case .episodeMoved(let old, let new): "\(path): \(old) is \(new) now"
    }
  }
}

/// The conflicts that prevent an undo, a redo or a revert.
public struct RevertConflicts: Error, Sendable, CustomStringConvertible {
  /// The conflicts, by path; at least one.
  public let conflicts: [RevertConflict]

  /// Whether the change is the next step of undo, so that ``Store/skipUndo()`` can skip it.
  public var canBeSkipped: Bool { step == .undo }
  /// Whether a redo was refused.
  public var isRedo: Bool { step == .redo }

  let step: UndoDirection?

  /// The conflicts, separated by semicolons.
  public var description: String { conflicts.map(\.description).joined(separator: "; ") }
}
