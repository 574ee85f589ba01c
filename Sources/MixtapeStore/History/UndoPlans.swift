public import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// MARK: - Plans

/// The undo or the redo of some steps, before it is made.
struct StepPlan {
  let steps: [CommittedChange]
  let writes: [FileWrite]
  let nextUndo: CommittedChange?
  let nextRedo: CommittedChange?
  private let renames: ItemRenames
  private let direction: UndoDirection

  /// Makes a plan.
  ///
  /// - Parameter head: The commit of HEAD, or one of hand edits on top of it.
  init(
    _ count: Int, _ direction: UndoDirection, at head: CommitID?, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    self.direction = direction
    let wanted = count < .max ? count + 1 : count
    let found = try UndoSteps(
      of: repository, at: head, undo: direction == .undo ? wanted : 0, redo: direction == .redo ? wanted : 0)
    let changes = found.changes(direction)
    guard let head, changes.count >= count else { throw try found.tooFew(for: direction, count) }
    if direction == .undo, found.skippedCount > 0 { store.context.notify(.skippedChanges(count: found.skippedCount)) }
    steps = Array(changes.prefix(count))
    let following = changes.dropFirst(count).first
    (nextUndo, nextRedo) = direction == .undo ? (following, steps.last) : (steps.last, following)
    let reversed = try ReversedChanges(steps, direction, from: head, as: direction, in: store, repository)
    (writes, renames) = (reversed.writes, reversed.renames)
  }

  var message: CommitMessage {
    let subjects = steps.map(\.commit.subject)
    let single = subjects.count == 1 ? subjects.first : nil
    return CommitMessage(
      single.map { "\(direction.verb): \($0)" } ?? "\(direction.verb) \(subjects.count) changes",
      body: single == nil ? subjects.map { "- \($0)" } : [], operation: direction.operation,
      trailers: steps.map { Commit.Trailer(key: direction.trailer, value: $0.commit.id.description) }
        + renames.trailers())
  }
}

/// The undo of the last change of one item that has an effect, before it is made.
struct ItemUndoPlan {
  let step: CommittedChange
  let writes: [FileWrite]
  let nextUndo: CommittedChange?
  let item: StoreItem
  private let renames: ItemRenames

  /// Makes a plan.
  ///
  /// - Parameter head: The commit of HEAD, or one of hand edits of other items on top of it.
  init(
    of item: StoreItem, at head: CommitID?, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    self.item = item
    guard let head else { throw MixtapeError(.nothingToUndo, item.subject) }
    var changes = try ItemUndoSteps(of: item, in: repository)
    while let found = try changes.next() {
      let reversed = try ReversedChanges([found.change], part: found.items, from: head, in: store, repository)
      guard !reversed.writes.isEmpty else { continue }
      (step, writes, renames) = (found.change, reversed.writes, reversed.renames)
      nextUndo = try changes.next()?.change
      return
    }
    try KnownItems(of: store, in: repository).require(item, inHistoryOf: [nil])
    throw MixtapeError(
      .nothingToUndo, item.subject, cause: try repository.reasonForNoOlderChanges(from: head, changes.hasReceived))
  }

  var message: CommitMessage { CommitMessage(undoing: step.commit, in: item, renames) }
}

extension CommitMessage {
  init(undoing change: Commit, in item: StoreItem, _ renames: ItemRenames) {
    self.init(
      "Undo in \(item.id): \(change.subject)", operation: Self.undoOperation,
      trailers: [Commit.Trailer(key: Self.revertsKey, value: change.id.description)] + renames.trailers())
  }
}

extension [FileWrite] {
  /// Returns the id of an item after the undo of one of its changes, which may rename its file.
  func present(_ item: StoreItem) -> StoreItem {
    guard contains(where: { $0.new == nil && StoreItem(path: $0.path) == item }) else { return item }
    let new = filter { $0.old == nil && $0.new != nil }.compactMap { StoreItem(path: $0.path) }
    return new.first { $0.section == item.section } ?? item
  }
}

// MARK: - Making and previewing steps

extension StepPlan {
  /// Makes steps. See ``Store/undo(_:)``.
  static func perform(
    _ count: Int, _ direction: UndoDirection, in store: Store
  ) throws(MixtapeError) -> UndoResult {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    return try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let plan = try StepPlan(count, direction, at: try repository.head().commit, in: store, repository)
      let commit = try transaction.commitAndAnnounce(plan.writes, plan.message, from: .step)
      return UndoResult(
        steps: plan.steps.map(\.entry), commit: commit, hasEffect: !plan.writes.isEmpty,
        handEditCount: transaction.captured.count, item: nil, nextUndo: plan.nextUndo?.entry,
        nextRedo: plan.nextRedo?.entry)
    }
  }

  /// Previews steps. See ``Store/undoPreview(_:)``.
  static func preview(
    of count: Int, _ direction: UndoDirection, in store: Store
  ) throws(MixtapeError) -> UndoPreview {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    let dryRun = try DryRun(of: store)
    let plan = try StepPlan(
      count, direction, at: try dryRun.headAfterHandEdits(), in: store, dryRun.repository)
    return UndoPreview(
      steps: plan.steps.map { $0.preview(after: dryRun.survey) },
      differences: try dryRun.differences(after: plan.writes, from: .step), item: nil,
      nextUndo: plan.nextUndo?.preview(after: dryRun.survey), nextRedo: plan.nextRedo?.preview(after: dryRun.survey))
  }
}

extension ItemUndoPlan {
  /// Undoes the last change of an item. See ``Store/undo(_:)``.
  static func perform(of item: StoreItem, in store: Store) throws(MixtapeError) -> UndoResult {
    try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let item = try RenameSearch(in: repository, of: store).present(item)
      let plan = try ItemUndoPlan(of: item, at: try repository.head().commit, in: store, repository)
      let commit = try transaction.commitAndAnnounce(plan.writes, plan.message, from: .step)
      return UndoResult(
        steps: [plan.step.entry], commit: commit, hasEffect: true, handEditCount: transaction.captured.count,
        item: plan.writes.present(item), nextUndo: plan.nextUndo?.entry, nextRedo: nil)
    }
  }

  /// Previews the undo of an item. See ``Store/undoPreview(_:)``.
  static func preview(of item: StoreItem, in store: Store) throws(MixtapeError) -> UndoPreview {
    let dryRun = try DryRun(of: store)
    let item = try RenameSearch(in: dryRun.repository, of: store).present(item)
    if let edit = dryRun.survey.edits.last(where: { $0.handEdit.paths.contains { StoreItem(path: $0) == item } }) {
      let before = edit.handEdit.oldPath.flatMap { StoreItem(path: $0) } ?? item
      var older = try ItemUndoSteps(of: before, in: dryRun.repository)
      return UndoPreview(
        steps: [.handEdit(edit.handEdit)],
        differences: try dryRun.differences(after: dryRun.writes(undoing: edit), from: .step),
        item: before, nextUndo: try older.next().map { .committed($0.change.entry) }, nextRedo: nil)
    }
    let plan = try ItemUndoPlan(
      of: item, at: try dryRun.headAfterHandEdits(), in: store, dryRun.repository)
    return UndoPreview(
      steps: [.committed(plan.step.entry)], differences: try dryRun.differences(after: plan.writes, from: .step),
      item: plan.writes.present(item), nextUndo: plan.nextUndo.map { .committed($0.entry) }, nextRedo: nil)
  }
}

extension DryRun {
  /// Returns the commit that HEAD would have after the commits of hand edits; `nil` for a store without a commit.
  func headAfterHandEdits() throws(MixtapeError) -> CommitID? {
    if let made = try makeHandEditCommits() { return made }
    return try repository.head().commit
  }

  /// Returns the writes that return the files of a hand edit to HEAD.
  fileprivate func writes(undoing edit: HandEditSurvey.Edit) throws(MixtapeError) -> [FileWrite] {
    let head = try repository.head().commit
    return try edit.handEdit.paths.sorted().map { (path) throws(MixtapeError) in
      FileWrite(
        path: path, old: path == edit.handEdit.path ? edit.bytes : nil, new: try repository.content(of: path, in: head))
    }
  }
}

extension CommittedChange {
  /// Returns the step as a preview shows it. A hand edit has no commit yet that anybody could look up.
  func preview(after survey: HandEditSurvey) -> UndoPreview.Step {
    let paths = Set(files.map(\.path))
    let edit = survey.commits.first { commit.subject == $0.handEdit.subject && paths.isSuperset(of: $0.handEdit.paths) }
    return edit.map { .handEdit($0.handEdit) } ?? .committed(entry)
  }
}

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

/// The writes that take changes back from the present files, or bring them back.
struct ReversedChanges {
  /// The writes, with those of playlists whose entries follow episodes.
  let writes: [FileWrite]
  let renames: ItemRenames

  /// Takes changes back, one after the other.
  ///
  /// - Parameters:
  ///   - part: The ids of the item whose part of the changes is meant; `nil` for whole changes.
  ///   - step: The direction, for steps of undo or redo; `nil` for the undo of one item and for a revert.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  init(
    _ changes: [CommittedChange], _ direction: UndoDirection = .undo, part: Set<StoreItem>? = nil, from head: CommitID,
    as step: UndoDirection? = nil, in store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let (start, recorded) = (try MergeVersion(head, in: repository), RecordedRenames(in: repository))
    var present = start
    for change in changes {
      let (result, conflicts) = try Self.reversing(change, direction, part, in: present, at: head, by: recorded)
      guard conflicts.isEmpty else {
        throw MixtapeError(
          .conflict, .text(change.commit.subject), cause: RevertConflicts(conflicts: conflicts, step: step))
      }
      present = result
    }
    renames = try SideFiles(start, present, by: recorded).renames
    writes = try repository.writes(from: head, to: present.tree).withFollowers(in: store)
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
