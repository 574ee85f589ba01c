import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Undo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change, the last few, or the last change of one playlist or podcast.",
    discussion: """
      Each command and each hand edit is one step. Undo makes a commit and rewrites no history. `mixtape redo` \
      reverses it. Undo skips what the player recorded, and changes of others that a sync received: \
      `mixtape revert` takes those back.

      With a playlist or a podcast, undoes its last change, and keeps the later changes of others. Repeat it to undo earlier \
      changes of it. `mixtape undo` without an id reverses the last such undo.

      If others changed the same values, undo changes nothing. `mixtape undo --skip` skips that change.

      Examples:
        mixtape undo
        mixtape undo 3 --dry-run
        mixtape undo focus
      """)

  @Argument(
    help: ArgumentHelp(
      "The number of changes (default: 1), or a playlist or a podcast. For a playlist with a number as its id, write the name of its file: `2026.toml`.",
      valueName: "n-or-id"))
  var target: UndoTargetArgument?

  @Flag(help: "Change nothing, and let the next undo skip the newest change.")
  var skip = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let count = target?.count { try requirePositive(count) }
    if skip, target != nil || preview.dryRun {
      throw ValidationError("--skip cannot be used with a number, an id or --dry-run")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let item = try target?.item?.id(in: session)
    return try session.reportingNextSteps(in: store, of: item) { () throws(MixtapeError) in
      if skip { return session.present(skipped: try store.skipUndo()) }
      if let item { return try undo(item, in: store, session) }
      let count = target?.count ?? 1
      if preview.dryRun {
        return try session.present(try store.undoPreview(count), of: store, would: "Would undo")
      }
      let result = try store.undo(count)
      session.present(result, done: "Undone")
      session.hint(result.nextRedo == nil ? "`mixtape undo` undoes this" : "`mixtape redo` redoes it")
      let others = result.handEditCount - count
      if others > 0 { session.hint("`mixtape undo \(others)` also undoes the other \(counted(others, "hand edit"))") }
    }
  }

  private func undo(_ item: StoreItem, in store: Store, _ session: Session) throws(MixtapeError) {
    if preview.dryRun {
      return try session.present(try store.undoPreview(item), of: store, would: "Would undo")
    }
    session.present(try store.undo(item), done: "Undone")
    session.hint("`mixtape undo` undoes this")
  }
}

struct Redo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo changes that were undone.",
    discussion: """
      Possible until another change is made.

      Examples:
        mixtape redo
        mixtape redo 3
        mixtape redo --dry-run
      """)

  @Argument(help: ArgumentHelp("Number of changes.", valueName: "n"))
  var count = 1

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try requirePositive(count) }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.reportingNextSteps(in: store) { () throws(MixtapeError) in
      if preview.dryRun {
        return try session.present(try store.redoPreview(count), of: store, would: "Would redo")
      }
      session.present(try store.redo(count), done: "Redone")
    }
  }
}

private func requirePositive(_ count: Int) throws {
  guard count > 0 else { throw ValidationError("the number of changes must be at least 1") }
}

struct Revert: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Undo one earlier change, and keep the later ones.",
    discussion: """
      Reverts the whole change, or nothing. If a playlist was changed again later, each key is reverted separately: \
      added episodes are removed, and removed ones return to their places. If later changes conflict, prints the \
      conflicts and changes nothing. `mixtape undo` undoes the revert.

      With a playlist or a podcast, reverts only the part of the change in its file.

      Examples:
        mixtape history morning-commute
        mixtape revert 1a2b3c4d
        mixtape revert 1a2b3c4d morning-commute --dry-run
      """)

  @Argument(help: ArgumentHelp("The commit of the change, as `mixtape history` prints it.", valueName: "operation"))
  var operation: RevisionArgument

  @Argument(help: ArgumentHelp("A playlist or a podcast, to revert only its part of the change.", valueName: "id"))
  var item: ItemArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let item = try item?.id(in: session)
    if preview.dryRun {
      return try session.present(
        try store.revertPreview(operation.revision, of: item), of: store, operation: "revert",
        nothing: "Nothing to revert: the change has no effect any more.")
    }
    let result = try store.revert(operation.revision, of: item)
    session.print(json: JSONOutput.revert(result)) {
      if result.commit != nil {
        session.noteChange()
        session.print("Reverted: \(result.change.subject)")
        session.hint("`mixtape undo` undoes this")
      } else if result.touchesStore {
        session.remark("Nothing to revert: the change has no effect any more: \(result.change.subject)")
      } else {
        let place = item.map { $0.id } ?? "no file of the store"
        session.remark(
          "Nothing to revert: the change \(item == nil ? "affects" : "does not affect") \(place): \(result.change.subject)"
        )
      }
    }
    return result.commit == nil ? .nothingToDo : .done
  }
}

struct Restore: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a playlist, a podcast or an album, or a deleted one.",
    discussion: """
      Gives the file the content that it had at the revision. Without --at, restores the last version of a deleted \
      playlist or podcast. A deleted one returns to its folder; an existing one stays in its folder. `mixtape history ID` \
      lists the revisions, also of a deleted one.

      Examples:
        mixtape restore to-sort
        mixtape restore morning-commute --at 1a2b3c4d
        mixtape restore morning-commute --at HEAD~3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @Option(help: ArgumentHelp("The revision to restore from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let missing = try at == nil ? missingItem(in: try session.currentStore()) : nil
    let restored = try missing ?? item.element(in: session, at: [at?.revision])
    return try restore(restored, in: try session.currentStore(), session)
  }

  private func restore(_ item: StoreItem, in store: Store, _ session: Session) throws -> ExitStatus {
    let nothing: StyledText = "Nothing to restore: \(item.id) already has these values."
    do {
      if preview.dryRun {
        let preview = try store.explainingAbsence(item, at: at?.revision) { (revision) throws(MixtapeError) in
          try store.restorePreview(item, at: revision)
        }
        return try session.present(preview, of: store, operation: "restore", nothing: nothing)
      }
      let result = try store.explainingAbsence(item, at: at?.revision) { (revision) throws(MixtapeError) in
        try store.restore(item, at: revision)
      }
      try present(result, of: item, nothing: nothing, in: store, session)
      return result.commit == nil ? .nothingToDo : .done
    } catch let error as MixtapeError where error.code == .alreadyExists {
      let hint = try hintToDiscardErrors(in: item, of: store)
      throw Problem(
        .exists, code: error.code.rawValue, "\(item.id) is not deleted; use `--at` to choose the version to restore",
        hints: ["`mixtape history \(item.id)` lists its versions"] + (hint.map { [$0] } ?? []))
    } catch let error as MixtapeError where error.code == .invalidFile {
      let hint = try hintToDiscardErrors(in: item, of: store)
      throw ErrorPresenter.problem(for: error, git: session.git).with(hint: hint)
    }
  }

  /// Returns the hint to bring back the last committed version of a file with errors; `nil` for a file without errors, or one that
  /// was never committed.
  private func hintToDiscardErrors(in item: StoreItem, of store: Store) throws(MixtapeError) -> String? {
    guard let path = try store.path(of: item), try store.check([path]).hasErrors else { return nil }
    return try ErrorPresenter.checkout(of: path, in: store).map { "\($0) discards edits with errors" }
  }

  private func present(
    _ result: RestoreResult, of item: StoreItem, nothing: StyledText, in store: Store, _ session: Session
  ) throws(MixtapeError) {
    if session.wantsJSON {
      session.print(JSONOutput.restoration(result, try currentContent(of: result, in: store)))
    } else if result.commit == nil {
      session.remark(nothing)
    } else {
      session.noteChange()
      session.print("Restored \(item.id, .bold) from \(result.source.abbreviated).")
      session.hint("`mixtape undo` undoes this")
    }
  }

  /// Returns the restored playlist with its times, or the restored podcast.
  private func currentContent(of result: RestoreResult, in store: Store) throws(MixtapeError) -> FileContent {
    guard case .playlist(let playlist) = result.content else { return result.content }
    return .playlist(try store.playlist(playlist.id, withTimes: true) ?? playlist)
  }

  /// The number of changes in which a deleted item is searched by its name.
  private static let mostSearched = 200

  /// Returns the item that is missing and had the id, or the deleted one with the id that is made from the name, or with the name.
  private func missingItem(in store: Store) throws(MixtapeError) -> StoreItem? {
    for item in item.items where try store.fate(ofMissing: item) != nil { return item }
    guard item.items.isEmpty else { return nil }
    let playlist = Playlist.ID(suggestedBy: item.text).map(StoreItem.playlist)
    let podcast = Podcast.ID(suggestedBy: item.text).map(StoreItem.podcast)
    for item in [playlist, podcast].compactMap(\.self) {
      if case .deleted? = try store.fate(ofMissing: item) { return item }
    }
    return try deletedItem(in: store)
  }

  /// Returns the last deleted item that had the name. Versions with errors have none.
  private func deletedItem(in store: Store) throws(MixtapeError) -> StoreItem? {
    let name = TextFolding.fold(item.text)
    var known = Set(try store.summaries().map { StoreItem.playlist($0.id) })
    known.formUnion(try store.library.summaries().map { StoreItem.podcast($0.id) })
    for change in try store.history(of: nil, limit: Self.mostSearched).entries {
      guard let parent = change.parents.first.map({ Revision($0.description) }) else { break }
      let items = change.playlists.map(StoreItem.playlist) + change.podcasts.map(StoreItem.podcast)
      for item in items where known.insert(item).inserted {
        guard case .deleted? = try store.fate(ofMissing: item), try store.has(item, at: parent) else { continue }
        do throws(MixtapeError) {
          let former =
            switch item {
            case .playlist(let id): try store.playlist(id, at: parent).name
            case .podcast(let id): try store.podcast(id, at: parent).title
            }
          if TextFolding.fold(former) == name { return item }
        } catch {
          guard error.code == .invalidVersion else { throw error }
        }
      }
    }
    return nil
  }
}

/// The target of an undo: a number of changes, or a playlist or a podcast.
struct UndoTargetArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { ItemArgument.defaultCompletionKind }

  /// The number of changes; `nil` if the text is not a whole number that fits.
  var count: Int? { text.isWholeNumber ? Int(text) ?? .max : nil }

  /// The playlist or podcast; `nil` if the text is a number.
  var item: ItemArgument? { text.isWholeNumber ? nil : ItemArgument(text: text) }
}

extension Session {
  fileprivate func present(_ result: UndoResult, done: String) {
    noteChange()
    if !result.hasEffect { noteNoEffect(of: result.steps.map(\.subject)) }
    print(json: JSONOutput.undo(result)) {
      for step in result.steps { print("\(done): \(step.subject)") }
      remark("Next undo\(result.item.map { " of \($0.id)" } ?? ""): \(result.nextUndo?.subject ?? "nothing")")
      if let redo = result.nextRedo { remark("Next redo: \(redo.subject)") }
    }
  }

  fileprivate func present(skipped: (change: HistoryEntry, next: HistoryEntry?)) {
    print(
      json: [
        "skipped": JSONOutput.entry(skipped.change), "nextUndo": skipped.next.map { JSONOutput.entry($0) } ?? .null,
      ]
    ) {
      print("Skipped: \(skipped.change.subject)")
      remark("Next undo: \(skipped.next?.subject ?? "nothing")")
    }
  }

  /// Notes that steps of an undo or a redo change no file.
  private func noteNoEffect(of steps: [String]) {
    let single = steps.count == 1 ? steps.first : nil
    reporter.note(
      code: "no-file-changed",
      single.map { "\"\($0)\" has no effect on the present files, so no file changes" }
        ?? "these \(steps.count) changes cancel each other out; no file changes")
  }

  /// Runs an undo or redo. If there is nothing to do, JSON has a document without steps.
  ///
  /// - Parameter item: The item to undo a change of, which then has no next undo; `nil` for changes of the whole store.
  fileprivate func reportingNextSteps(
    in store: Store, of item: StoreItem? = nil, _ work: () throws(MixtapeError) -> Void
  ) throws(MixtapeError) -> ExitStatus {
    do throws(MixtapeError) {
      try work()
      return .done
    } catch {
      guard wantsJSON, error.code == .nothingToUndo || error.code == .nothingToRedo else { throw error }
      let status = item == nil ? try store.status() : nil
      print(JSONOutput.nothingUndone(nextUndo: status?.nextUndo, nextRedo: status?.nextRedo))
      let problem = ErrorPresenter.problem(for: error)
      reporter.report(problem)
      return problem.status
    }
  }

  fileprivate func present(_ preview: UndoPreview, of store: Store, would: String) throws(MixtapeError) {
    if preview.differences.isEmpty { noteNoEffect(of: preview.steps.map(\.subject)) }
    let renamed = try store.renamedFiles(among: preview.differences)
    if wantsJSON { return print(try JSONOutput.undo(preview, renamed: renamed)) }
    for step in preview.steps {
      let state = if case .handEdit = step { " (not committed yet)" } else { "" }
      print("\(would): \(step.subject)\(state, .faint)")
    }
    try print(StoreDifference.gather(preview.differences, renamed: renamed), of: store)
    remark(
      "Nothing was changed. Next undo\(preview.item.map { " of \($0.id)" } ?? "") would be: \(preview.nextUndo?.subject ?? "nothing")"
    )
    if let redo = preview.nextRedo { remark("Next redo would be: \(redo.subject)") }
  }
}
