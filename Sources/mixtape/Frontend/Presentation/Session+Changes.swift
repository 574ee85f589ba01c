import MixtapeModel
import MixtapeStore

extension Session {
  /// Makes a change, and says what it came to.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if it changed nothing.
  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> ExitStatus {
    let store = try openStore()
    return try present(try store.change(operation), of: store)
  }

  /// Says what a change came to.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if it changed nothing.
  func present(_ plan: PlaylistPlan, of store: Store) throws(MixtapeError) -> ExitStatus {
    if !plan.changesNothing { noteChange() }
    let report = PlanReport(plan)
    for episode in plan.refused.prefix(PlanReport.mostRefused) {
      let reason = plan.episodes.contains(episode) ? "was given more than once" : "is in the playlist already"
      reporter.note(code: "already-there", "\(episode) \(reason)")
    }
    if plan.refused.count > PlanReport.mostRefused {
      reporter.note(
        code: "already-there", "so are \(counted(plan.refused.count - PlanReport.mostRefused, "more episode"))")
    }
    if wantsJSON {
      // A change does not look up when a playlist was created; only JSON tells.
      let result = try plan.after.flatMap { (after) throws(MixtapeError) in
        try store.playlist(after.id, withTimes: true)
      }
      print(JSONOutput.plan(plan, result: result ?? plan.before))
    } else if plan.changesNothing {
      remark(report.nothing)
    } else {
      print(report.done)
    }
    return plan.changesNothing ? .nothingToDo : .done
  }

  /// Says what was undone or done again, and what comes next.
  func present(_ result: UndoResult, done: String) {
    noteChange()
    print(json: JSONOutput.undo(result)) {
      for step in result.steps { print("\(done): \(step.subject)") }
      remark("Next undo: \(result.nextUndo?.subject ?? "nothing")")
      if let redo = result.nextRedo { remark("Next redo: \(redo.subject)") }
    }
  }

  /// Warns of episodes that the library does not have.
  func warnOfMissing(_ episodes: [Episode.ID], in store: Store) throws(MixtapeError) {
    let known = try store.episodes(episodes)
    let missing = episodes.filter { known[$0] == nil }
    guard !missing.isEmpty else { return }
    let library = try store.episodeIDs()
    for episode in missing {
      let near = ErrorPresenter.didYouMean(episode, among: library)
      reporter.warn(
        code: "missing-episode", "the library has no episode \(episode); it is added all the same",
        hints: near.map { [$0] } ?? [])
    }
  }

  /// Asks a question that an empty answer says yes to; without anyone to answer, the answer is no.
  func confirms(_ question: StyledText) throws -> Bool {
    guard context.standardInput.isTerminal else { return false }
    reporter.ask("\(question) [Y/n] ")
    guard let answer = try context.standardInput.readLine() else { return false }
    return answer.isEmpty || answer.lowercased().hasPrefix("y")
  }
}

/// A change in one line.
private struct PlanReport {
  /// What was done.
  let done: StyledText
  /// Why nothing was done.
  let nothing: StyledText

  /// How many episodes are named that were there already.
  static let mostRefused = 10

  init(_ plan: PlaylistPlan) {
    let count = counted(plan.episodes.count, "episode")
    switch plan.operation {
    case .create(let playlist):
      done = "Created \(playlist.id, .bold)\(plan.episodes.isEmpty ? "" : " with \(count)")."
      nothing = "Nothing to create."
    case .update(let playlist):
      done = "Updated \(playlist.id, .bold)."
      nothing = "Nothing to change: \(playlist.id) is so already."
    case .delete(let id):
      done = "Deleted \(id, .bold)."
      nothing = "Nothing to delete."
    case .duplicate(let id, _):
      done = "Copied \(id) to \(plan.after?.id.rawValue ?? "", .bold)."
      nothing = "Nothing to copy."
    case .rename(let id, let name):
      done = "Renamed \(id, .bold) to \"\(name)\"."
      nothing = "Nothing to change: \(id) has that name already."
    case .describe(let id, let text):
      done = text.isEmpty ? "Took the description of \(id, .bold) away." : "Described \(id, .bold)."
      nothing = "Nothing to change: \(id) has that description already."
    case .move(let id, let folder):
      let place = folder == .top ? "the top" : folder.path
      done = "Moved \(id, .bold) to \(place)."
      nothing = "Nothing to change: \(id) is there already."
    case .configure(let id, let key, let value):
      done = "Set \(key.rawValue) of \(id, .bold) to \(value)."
      nothing = "Nothing to change: \(key.rawValue) of \(id) is \(value) already."
    case .add(_, let id, _):
      done = "Added \(count) to \(id, .bold)."
      nothing = "Nothing to add: \(id) holds them already."
    case .remove(_, let id):
      done = "Removed \(count) from \(id, .bold)."
      nothing = "Nothing to remove from \(id)."
    case .reorder(let id, _, _):
      done = "Moved \(count) of \(id, .bold)."
      nothing = "Nothing to change: the order of \(id) is so already."
    }
  }
}
