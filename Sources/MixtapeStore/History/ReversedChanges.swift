internal import GitHistory
public import MixtapeModel

/// The writes that take changes back from the present files, or bring them back.
struct ReversedChanges {
  /// The writes, with those of playlists whose entries follow episodes.
  let writes: [FileWrite]
  let renames: ItemRenames

  /// Takes changes back, one after the other.
  ///
  /// - Parameters:
  ///   - step: The direction, for steps of undo or redo; `nil` for the undo of one item and for a revert.
  ///   - part: The ids of the item whose part of the changes is meant; `nil` for whole changes.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  init(
    _ changes: [CommittedChange], as step: UndoDirection? = nil, part: Set<StoreItem>? = nil, from head: CommitID,
    in history: StoreHistory
  ) throws(MixtapeError) {
    let repository = history.repository
    let (start, recorded) = (try MergeVersion(head, in: repository), RecordedRenames(in: repository))
    var present = start
    for change in changes {
      let (result, conflicts) = try Self.reversing(change, step ?? .undo, part, in: present, at: head, by: recorded)
      guard conflicts.isEmpty else {
        throw MixtapeError(
          .conflict, .text(change.commit.subject), cause: RevertConflicts(conflicts: conflicts, step: step))
      }
      present = result
    }
    renames = try SideFiles(start, present, by: recorded).renames
    writes = try repository.writes(from: head, to: present.tree).withFollowers(in: history.store)
  }

  /// Returns files without a change, or with it again, and the conflicts with other changes. What others did at the same time stays.
  private static func reversing(
    _ change: CommittedChange, _ direction: UndoDirection, _ part: Set<StoreItem>?, in present: MergeVersion,
    at head: CommitID, by renames: RecordedRenames
  ) throws(MixtapeError) -> (MergeVersion, [RevertConflict]) {
    // A redo takes the undo back: also one without an effect, because of what others did.
    let taken = direction == .redo ? change.undo ?? change.commit : change.commit
    let isForward = direction == .redo && change.undo == nil
    let parent = taken.parents.first ?? taken.id
    let concurrent = try ConcurrentChanges(with: taken.id, upTo: head, by: renames)
    let applied = try AppliedChange(
      from: isForward ? parent : taken.id, to: isForward ? taken.id : parent, of: part, to: present, at: head,
      besides: concurrent, by: renames)
    guard direction == .undo, applied.conflicts.isEmpty else { return (applied.result, applied.conflicts) }
    return switch try concurrent.effect(from: present, to: applied.result) {
    case .none: (applied.result, [])
    case .settled: (present, [])
    case .conflicts(let conflicts): (applied.result, conflicts)
    }
  }
}

// MARK: - Conflicts

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
