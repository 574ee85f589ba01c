internal import GitHistory
internal import MixtapeModel

/// The removal of a change from the present files, or its return, with what others did at the same time.
struct Reversal {
  private let applied: AppliedChange
  private let present: MergeVersion
  private let effect: ConcurrentChanges.Effect
  private let subject: String

  /// - Parameters:
  ///   - part: The ids of the item whose part of the change is meant; `nil` for the whole change.
  ///   - head: The commit whose history has the change.
  init(
    of step: CommittedChange, _ direction: UndoDirection, part items: Set<StoreItem>? = nil, in present: MergeVersion,
    at head: CommitID, by renames: RecordedRenames
  ) throws(MixtapeError) {
    (self.present, subject) = (present, step.commit.subject)
    // A redo takes the undo back: also one without an effect, because of what others did.
    let taken = direction == .redo ? step.undo ?? step.commit : step.commit
    let isForward = direction == .redo && step.undo == nil
    let parent = taken.parents.first ?? taken.id
    let concurrent = try ConcurrentChanges(with: taken.id, upTo: head, by: renames)
    applied = try AppliedChange(
      from: isForward ? parent : taken.id, to: isForward ? taken.id : parent, of: items, to: present, at: head,
      besides: concurrent, by: renames)
    guard direction == .undo, applied.conflicts.isEmpty else {
      effect = .none
      return
    }
    effect = try concurrent.effect(from: present, to: applied.result)
  }

  /// Returns the files afterwards.
  ///
  /// - Parameter step: The direction, for a step of undo or redo; `nil` for the undo of one item and for a revert.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  func result(as step: UndoDirection? = nil) throws(MixtapeError) -> MergeVersion {
    var conflicts = applied.conflicts
    switch effect {
    case .none: break
    case .settled: return present
    case .conflicts(let found): conflicts += found
    }
    guard conflicts.isEmpty else {
      throw MixtapeError(.conflict, .text(subject), cause: RevertConflicts(conflicts: conflicts, step: step))
    }
    return applied.result
  }
}

/// The writes that take changes back from the present files, or bring them back.
struct ReversedChanges {
  /// The writes, with those of playlists whose entries follow episodes.
  let writes: [FileWrite]
  /// The items that get another id.
  let renames: ItemRenames

  /// Takes changes back, one after the other.
  ///
  /// - Parameters:
  ///   - part: The ids of the item whose part of the changes is meant; `nil` for whole changes.
  ///   - head: The commit of the present files.
  ///   - step: The direction, for steps of undo or redo; `nil` for the undo of one item and for a revert.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  init(
    _ changes: [CommittedChange], _ direction: UndoDirection = .undo, part: Set<StoreItem>? = nil, from head: CommitID,
    as step: UndoDirection? = nil, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let (start, recorded) = (try MergeVersion(head, in: repository), RecordedRenames(in: repository))
    var present = start
    for change in changes {
      present = try Reversal(of: change, direction, part: part, in: present, at: head, by: recorded).result(as: step)
    }
    renames = try SideFiles(start, present, by: recorded).renames
    writes = try repository.writes(from: head, to: present.tree).withFollowers(in: store)
  }
}
