internal import GitHistory
public import MixtapeModel

/// A preview of an undo or a redo. Nothing was changed.
public struct UndoPreview: Sendable {
  /// A change that would be undone or redone.
  public enum Step: Sendable {
    case committed(HistoryEntry)
    /// A hand edit, which would be committed first.
    case handEdit(HandEdit)
    /// The undo of the preview. Only after an undo of changes of others is it the next change to undo.
    case undo(PlannedUndo)

    /// The change in one line.
    public var subject: String {
      switch self {
      case .committed(let entry): entry.subject
      case .handEdit(let edit): edit.subject
      case .undo(let undo): undo.subject
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

/// An undo that is not made yet.
public struct PlannedUndo: Sendable {
  /// The subject that its commit would have.
  public let subject: String
  /// The rest of the message, without the trailers.
  public let body: String
  /// The playlists whose files it would change, in order.
  public let playlists: [Playlist.ID]
  /// The podcasts and albums whose files it would change, in order.
  public let podcasts: [Podcast.ID]

  init(_ message: CommitMessage, _ writes: [FileWrite]) {
    let paths = writes.filter { !$0.changesNothing }.map(\.path)
    subject = message.subject
    body = message.body.joined(separator: "\n")
    playlists = Set(paths.compactMap(StoredFile.playlistID)).sorted()
    podcasts = Set(paths.compactMap(StoredFile.podcastID)).sorted()
  }
}

extension Store {
  /// Previews ``undo(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// Uncommitted hand edits would be committed, and undone first.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try preview(count, .undo, any: false)
  }

  /// Previews ``undo(_:any:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1, any: Bool) throws(MixtapeError) -> UndoPreview {
    try preview(count, .undo, any: any)
  }

  /// Previews ``redo(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``redo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func redoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try preview(count, .redo, any: false)
  }

  private func preview(_ count: Int, _ direction: UndoDirection, any: Bool) throws(MixtapeError) -> UndoPreview {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    let dryRun = try DryRun(of: self)
    let wanted = direction.lookahead(for: count)
    let stack = try UndoStack(of: dryRun.repository, for: direction, atLeast: wanted, skippingReceived: !any)
    let edits = try dryRun.survey.undoableEdits(in: dryRun.repository)
    let candidates = Self.steps(wanted, direction, after: edits, stack)
    guard candidates.count >= count else { throw stack.tooFew(candidates.count, for: direction, count) }
    let steps = Array(candidates.prefix(count))
    let own = try any ? ownSteps(wanted, after: edits, in: dryRun.repository) : candidates
    let writes = try writes(
      for: steps, direction, stack, in: dryRun.repository, knownInvalid: dryRun.survey.invalid,
      following: dryRun.survey.edits.map(\.edit))
    let differences = try dryRun.differences(after: writes)
    guard own.prefix(count).map(\.commit?.id) == steps.map(\.commit?.id) else {
      let undo = PlannedUndo(Self.message(ofSteps: steps.map(\.preview.subject), direction), writes)
      return UndoPreview(
        steps: steps.map(\.preview), differences: differences, item: nil, nextUndo: .undo(undo), nextRedo: nil)
    }
    let next = direction.next(after: steps, before: own.dropFirst(count).first)
    return UndoPreview(
      steps: steps.map(\.preview), differences: differences, item: nil, nextUndo: next.undo?.preview,
      nextRedo: next.redo?.preview)
  }

  /// Returns the next steps of an undo that skips changes of others.
  private func ownSteps(
    _ count: Int, after edits: ArraySlice<HandEditSurvey.Edit>, in repository: StoreRepository
  ) throws(MixtapeError) -> [UndoStep] {
    Self.steps(count, .undo, after: edits, try UndoStack(of: repository, atLeast: count))
  }

  private static func steps(
    _ count: Int, _ direction: UndoDirection, after edits: ArraySlice<HandEditSurvey.Edit>, _ stack: UndoStack
  ) -> [UndoStep] {
    // Committing a hand edit clears the redo stack.
    if direction == .redo, !edits.isEmpty { return [] }
    let newest = edits.reversed().map(UndoStep.edit)
    return Array((newest + stack.changes(direction).map(UndoStep.commit)).prefix(count))
  }
}
