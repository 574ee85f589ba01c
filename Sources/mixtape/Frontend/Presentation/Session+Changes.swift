import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

extension Session {
  /// Performs a change, and prints the result.
  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> ExitStatus {
    let store = try currentStore()
    return try present(try store.change(operation), of: store)
  }

  /// Makes a change of several playlists or previews it, and prints the result. Standard input may contain no ids.
  func perform(
    _ operation: PlaylistOperation, on ids: [Playlist.ID], _ preview: DryRunOptions
  ) throws(MixtapeError) -> ExitStatus {
    guard !ids.isEmpty else { return printNothingFound(to: "do", "playlist", operation: operation.kind.rawValue) }
    return try perform(operation, preview)
  }

  /// Makes a change or previews it, and prints the result.
  func perform(_ operation: PlaylistOperation, _ preview: DryRunOptions) throws(MixtapeError) -> ExitStatus {
    preview.dryRun ? try self.preview(operation, in: try currentStore()) : try perform(operation)
  }

  /// Prints the preview of a change.
  func preview(_ operation: PlaylistOperation, in store: Store) throws(MixtapeError) -> ExitStatus {
    let (plan, preview) = try store.preview(operation)
    noteRefused(by: plan)
    return try present(
      preview, of: store, operation: operation.kind.rawValue, nothing: PlanReport(plan).nothing)
  }

  /// Prints the result of a change.
  func present(_ plan: PlaylistPlan, of store: Store) throws(MixtapeError) -> ExitStatus {
    if !plan.changesNothing { noteChange() }
    noteKeysWithoutEffect(after: plan)
    noteRefused(by: plan)
    if wantsJSON, let (folder, destination) = plan.operation.folder {
      print(
        JSONOutput.folderChange(
          plan.operation.kind.rawValue, changed: plan.hasEffect, .playlists, folder, destination: destination,
          items: plan.changes.map(\.item.id.rawValue), commit: plan.savedVersion))
    } else if wantsJSON {
      // Only JSON contains the times, which a change does not look up.
      let result = try plan.after.flatMap { (after) throws(MixtapeError) in
        try store.playlist(after.id, withTimes: true)
      }
      print(JSONOutput.plan(plan, result: result ?? plan.before))
    } else {
      present(PlanReport(plan), isDone: plan.hasEffect)
    }
    return plan.hasEffect ? .done : .nothingToDo
  }

  /// Notes the episodes that a change skips.
  private func noteRefused(by plan: PlaylistPlan) {
    for episode in plan.refused.prefix(PlanReport.mostRefused) {
      let reason = plan.episodes.contains(episode) ? "was given more than once" : "is already in the playlist"
      reporter.note(code: "already-there", "\(episode) \(reason)")
    }
    if plan.refused.count > PlanReport.mostRefused {
      reporter.note(
        code: "already-there",
        "\(counted(plan.refused.count - PlanReport.mostRefused, "more episode")) skipped for the same reason")
    }
  }

  /// Notes the keys that have no effect without the last rule, or that a template has without rules.
  private func noteKeysWithoutEffect(after plan: PlaylistPlan) {
    guard let after = plan.after else { return }
    let again: String
    switch plan.operation {
    case .create: again = ""
    case .conditions where plan.before?.isSmart == true: again = " again"
    default: return
    }
    let keys = after.keysWithoutEffect.map { "`\($0.rawValue)`" }
    guard !keys.isEmpty else { return }
    let verb = keys.count == 1 ? "has" : "have"
    reporter.note(
      code: MixtapeError.Code.noEffect.rawValue,
      "\(listed(keys)) of \(after.id) \(verb) no effect until it has rules\(again)")
  }

  /// Checks that new rules can be run, and warns of missing playlists in them. A fault of a rule from an argument is a
  /// ``Problem``; one of a template is ``MixtapeError/Code/library``.
  func check(_ rules: [Rule], given: [Rule], of id: Playlist.ID, in store: Store) throws {
    do throws(MixtapeError) {
      for remark in try store.check(rules, of: id) { reporter.report(.rules(remark)) }
    } catch {
      throw ErrorPresenter.failure(of: given, error) ?? error
    }
  }

  /// Warns of rules that were given as arguments, for example of times without a unit.
  func warnOfDoubtful(_ rules: [RuleArgument]) throws(MixtapeError) {
    for rule in rules {
      for warning in RuleWarning.warnings(about: try rule.parsed) {
        reporter.warn(code: warning.id.rawValue, warning.message, hints: [warning.hint])
      }
    }
  }

  /// Warns that most files of the store are gone.
  func warn(of vanished: VanishedFiles) {
    reporter.warn(code: MixtapeError.Code.filesVanished.rawValue, ErrorPresenter.vanished(vanished, git: git))
  }

  /// Refuses ids that the library does not have if they are near to exactly one that it has: they are probably mistyped.
  ///
  /// - Parameter isAllowed: Whether the user wants to add episodes that are missing from the library.
  func refuseMistyped(_ episodes: [Episode.ID], unless isAllowed: Bool, in store: Store) throws {
    if isAllowed || episodes.isEmpty { return }
    for (episode, near) in try store.missing(episodes) where near.count == 1 {
      throw Problem.notFound(
        "there is no episode \(episode)",
        hints: ErrorPresenter.didYouMean(near.map(\.rawValue)),
        "`--missing` adds an episode that the library does not have")
    }
  }

  func warnOfMissing(_ episodes: [Episode.ID], in store: Store) throws(MixtapeError) {
    for (episode, near) in try store.missing(episodes) {
      reporter.warn(
        code: "missing-episode", "the library has no episode \(episode); it is added anyway",
        hints: ErrorPresenter.didYouMean(near.map(\.rawValue)).map { [$0] } ?? [])
    }
  }

  /// Asks a question. Without a terminal, the answer is no.
  ///
  /// - Parameter isYes: The meaning of an empty answer.
  func confirms(_ question: StyledText, default isYes: Bool = true) throws -> Bool {
    guard context.standardInput.isTerminal else { return false }
    reporter.ask("\(question) \(isYes ? "[Y/n]" : "[y/N]") ")
    guard let answer = try context.standardInput.readLine() else { return false }
    return answer.isEmpty ? isYes : answer.lowercased().hasPrefix("y")
  }
}

extension Store {
  /// Returns the episodes that the library does not have, each with similar ids of the library.
  fileprivate func missing(
    _ episodes: [Episode.ID]
  ) throws(MixtapeError) -> [(episode: Episode.ID, near: [Episode.ID])] {
    let known = try self.episodes(episodes)
    let missing = episodes.filter { known[$0] == nil }
    guard !missing.isEmpty else { return [] }
    let library = try episodeIDs(near: missing)
    return missing.map { ($0, NearestNames.of($0, among: library)) }
  }
}

extension Session {
  /// Prints the preview of a change: its subject and its differences.
  func present(
    _ preview: ChangePreview, of store: Store, operation: String, nothing: StyledText
  ) throws(MixtapeError) -> ExitStatus {
    let renamed = try store.renamedFiles(among: preview.differences)
    if wantsJSON {
      print(try JSONOutput.preview(preview, renamed: renamed, operation: operation))
    } else if preview.differences.isEmpty {
      remark(nothing)
    } else {
      print("Would commit: \(preview.subject)")
      try print(StoreDifference.gather(preview.differences, renamed: renamed), of: store)
      remark("Nothing was changed.")
    }
    return preview.differences.isEmpty ? .nothingToDo : .done
  }
}
