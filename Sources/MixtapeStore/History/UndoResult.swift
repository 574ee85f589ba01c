public import GitHistory
public import MixtapeModel

/// The result of an undo or a redo.
public struct UndoResult: Sendable {
  /// The changes that were undone or redone, in that order.
  public let steps: [HistoryEntry]
  /// The commit of the undo or redo.
  public let commit: CommitID
  /// Whether a file is different. If later changes had already undone the steps, or the steps cancel each other out, the commit is
  /// empty: it only records them for the next undo and redo.
  public let hasEffect: Bool
  /// The number of hand edits that were committed first.
  public let handEditCount: Int
  /// The item whose change was undone, with the id that it has now; `nil` for changes of the whole store.
  public let item: StoreItem?
  /// The change that the next undo would undo: of the same item, if the undo was one of an item.
  public let nextUndo: HistoryEntry?
  /// The change that the next redo would redo.
  public let nextRedo: HistoryEntry?
}

/// A preview of an undo or a redo. Nothing was changed.
public struct UndoPreview: Sendable {
  /// A change that would be undone or redone.
  public enum Step: Sendable {
    case committed(HistoryEntry)
    /// A hand edit, which would be committed first.
    case handEdit(HandEdit)

    /// The change in one line.
    public var subject: String {
      switch self {
      case .committed(let entry): entry.subject
      case .handEdit(let edit): edit.subject
      }
    }
  }

  /// The changes, in the order in which they would be undone or redone.
  public let steps: [Step]
  /// The differences that the files would have.
  public let differences: [FileDifference]
  /// The item whose change would be undone, with the id that it would have; `nil` for changes of the whole store.
  public let item: StoreItem?
  /// The change that an undo after it would undo: of the same item, if there is one. Changes of others are skipped.
  public let nextUndo: Step?
  /// The change that a redo after it would redo.
  public let nextRedo: Step?
}

/// Changes of others that a sync or a pull received, as the cause of an error: undo applies to changes of this clone only.
public struct ChangesOfOthers: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes a cause.
  public init() {}

  /// The cause in a few words.
  public var description: String { "changes of others" }
}
