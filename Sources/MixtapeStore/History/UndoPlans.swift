internal import GitHistory
internal import MixtapeModel

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
  /// Makes the message of the undo of the part of a change that belongs to one item.
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
