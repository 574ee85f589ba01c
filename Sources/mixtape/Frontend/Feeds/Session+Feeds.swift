import FeedFetching
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

extension Session {
  /// Fetches feeds, and updates their podcasts in one commit.
  ///
  /// - Parameter isPatient: Whether to skip feeds whose servers asked to wait.
  /// - Returns: The plan, and the update.
  func updateFeeds(
    _ subscriptions: [FeedUpdate.Subscription], of store: Store, _ choice: FeedUpdate.Choice = .init(), isPatient: Bool,
    isDryRun: Bool = false
  ) throws -> (plan: PodcastPlan, update: FeedUpdate) {
    var update = try FeedUpdate(
      of: subscriptions, in: store, now: context.now().wholeSeconds, choice, isPatient: isPatient)
    let line = ProgressLine(on: context.standardError, total: subscriptions.count, isShown: !wantsJSON)
    defer { line.end() }
    do throws(FetchProgramError) {
      try update.fetch(with: FeedFetcher(in: context)) { line.show($0, $1.rawValue) }
    } catch {
      throw CommandFailure(ErrorPresenter.problem(for: error))
    }
    try update.excludeMergedFeeds()
    let plan = try merge(&update, into: store, isDryRun: isDryRun)
    if !isDryRun { try update.keepStates() }
    return (plan, update)
  }

  /// The maximum number of skipped feeds that are named.
  private static let mostWaiting = 5

  /// Updates the podcasts whose files have no errors and do not become too large, or plans the update. The others become
  /// failures of the update.
  private func merge(_ update: inout FeedUpdate, into store: Store, isDryRun: Bool) throws -> PodcastPlan {
    while true {
      do throws(MixtapeError) {
        let operation = PodcastOperation.merge(update.merges)
        return isDryRun ? try store.library.preview(operation).plan : try store.library.perform(operation)
      } catch {
        guard [.invalidFile, .fileTooLarge].contains(error.code), case .file(let path) = error.subject else {
          throw error
        }
        let target = try update.merges.compactMap(\.target).first { (id) throws(MixtapeError) in
          try store.path(of: id) == store.directory.appending(path)
        }
        guard let target else { throw error }
        update.exclude(target, because: try problem(for: error, of: target, in: store))
      }
    }
  }

  /// Returns the problem of a podcast that cannot be updated.
  private func problem(
    for error: MixtapeError, of id: Podcast.ID, in store: Store
  ) throws(MixtapeError) -> Problem {
    guard error.code == .fileTooLarge else { return ErrorPresenter.problem(for: error) }
    let isEmpty = try store.library.find(id)?.episodes.isEmpty ?? true
    let hint =
      isEmpty
      ? "`mixtape podcast remove \(id)`, then `mixtape podcast add` with `--latest N`, takes only the newest episodes"
      : "`mixtape episode move --where 'podcast = \"\(id)\" and published < DATE' --to OTHER` moves older episodes"
    return ErrorPresenter.problem(tooLarge: error, hint: hint)
  }

  /// Reports facts about the feed of a podcast.
  private func report(_ outcome: FeedUpdate.Outcome, isPatient: Bool, isDryRun: Bool) {
    let id = outcome.id
    if outcome.isCutOff {
      reporter.warn(
        code: "feed-cut-off", "the feed of \(id) is cut off: its last episodes are missing",
        hints: ["`mixtape feed update --all \(id)` adds them later"])
    }
    // Many feeds have such items in every update.
    if outcome.itemsWithoutSound > 0, !isPatient {
      let items = counted(outcome.itemsWithoutSound, "item")
      reporter.note(code: "without-sound", "\(id): skipped \(items) of the feed without sound")
    }
    if let address = outcome.movedTo {
      let name = ErrorPresenter.feedName(address)
      reporter.note(
        code: "feed-moved", "the feed of \(id) moved to \(name); its file \(isDryRun ? "would be" : "is") updated")
    }
    if let address = outcome.announcedAddress {
      let name = ErrorPresenter.feedName(address)
      reporter.note(
        code: "feed-moves",
        "the feed of \(id) announces the new address \(name); `mixtape podcast update \(id) --feed URL` sets it")
    }
  }

  /// Reports the failures of an update, and facts that the user may want to know.
  func report(_ plan: PodcastPlan, _ update: FeedUpdate, isDryRun: Bool = false) {
    for failure in update.failures {
      reporter.warn(
        code: failure.problem.code, "\(failure.id) is not updated: \(failure.problem.message)",
        hints: failure.problem.hints)
    }
    for outcome in update.outcomes { report(outcome, isPatient: update.isPatient, isDryRun: isDryRun) }
    if !update.waiting.isEmpty {
      let names = update.waiting.prefix(Self.mostWaiting).map { id, rest in
        "\(id) (\(ErrorPresenter.waitingTime(rest)))"
      }
      let more = update.waiting.count - names.count
      let all = listed(names + (more > 0 ? ["\(more) more"] : []))
      let servers = update.waiting.count == 1 ? "its server" : "their servers"
      reporter.note(
        code: "feed-waits",
        "\(counted(update.waiting.count, "feed")) skipped, because \(servers) asked to wait: \(all); to update one now: `mixtape feed update ID`"
      )
    }
    // Values of the user that stay are no news if nothing else changes, except for podcasts that the user named.
    let changed = Set(plan.changes.map(\.item.id))
    report(
      plan.notes.filter { fact in
        if case .writtenKept = fact.note { !update.isPatient || changed.contains(fact.podcast) } else { true }
      }, of: .feed, isDryRun: isDryRun)
  }
}
