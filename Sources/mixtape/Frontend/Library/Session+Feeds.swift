import Companions
import FileSystem
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser

extension Session {
  /// Fetches feeds, and updates their podcasts in one commit.
  func updateFeeds(
    _ subscriptions: [Subscription], of store: Store, _ options: FeedUpdate.Options = .init(), isDryRun: Bool = false
  ) throws -> (plan: PodcastPlan, update: FeedUpdate) {
    var update = try FeedUpdate(of: subscriptions, in: store, now: context.now().wholeSeconds, options)
    let line = ProgressLine(in: context, total: subscriptions.count, isShown: !wantsJSON)
    defer { line.end() }
    do throws(CompanionProgramError) {
      try update.fetch(with: FeedFetcher(in: context)) { line.show($0, $1.rawValue) }
    } catch {
      throw ErrorPresenter.problem(for: error)
    }
    return (isDryRun ? try update.preview() : try update.apply(), update)
  }

  /// Reports the failures of an update, and facts that the user may want to know.
  func report(_ plan: PodcastPlan, _ update: FeedUpdate, isNamed: Bool = false, isDryRun: Bool = false) {
    for (subscription, failure) in update.failures {
      reporter.warn(
        ErrorPresenter.problem(for: failure, of: subscription).with(consequence: "\(subscription.id) is not updated"))
    }
    for outcome in update.outcomes { report(outcome, isDryRun: isDryRun) }
    reportItemsWithoutSound(update.outcomes)
    report(waiting: update.waiting)
    // Values of the user that stay are no news if nothing else changes, except for podcasts that the user named.
    let changed = Set(plan.changes.map(\.item.id))
    report(
      plan.notes.filter { fact in
        if case .writtenKept = fact.note { isNamed || changed.contains(fact.podcast) } else { true }
      }, of: .feed, isDryRun: isDryRun)
  }

  /// Reports facts about the feed of a podcast.
  private func report(_ outcome: FeedUpdate.Outcome, isDryRun: Bool) {
    let id = outcome.id
    if outcome.isCutOff {
      reporter.warn(
        code: "feed-cut-off", "the feed of \(id) is cut off: its last episodes are missing",
        hints: ["`mixtape feed update --all \(id)` adds them later"])
    }
    if let page = outcome.unreadPage { warn(of: page, in: "the feed of \(id)", id) }
    if outcome.dropsNothing {
      reporter.note(
        code: "nothing-dropped",
        "no episode of \(id) is removed, because its feed has more pages, is cut off, or has no episodes")
    }
    warn(ofPrivate: outcome.privateAddresses, in: "the feed of \(id)")
    if let address = outcome.movedTo {
      let name = ErrorPresenter.feedName(address)
      reporter.note(
        code: "feed-moved", "the feed of \(id) moved to \(name); its file \(isDryRun ? "would be" : "is") updated")
    }
    if let address = outcome.announcedAddress { reportAnnounced(address, of: id) }
  }

  /// Reports the new address that a feed announces. Only the server can be trusted with a change of address.
  func reportAnnounced(_ address: String, of id: Podcast.ID) {
    let name = ErrorPresenter.feedName(address)
    reporter.note(
      code: "feed-moves",
      "the feed of \(id) announces the new address \(name); `mixtape set \(id) --feed URL` sets it")
  }

  func warn(ofPrivate addresses: [String], in feed: String) {
    guard !addresses.isEmpty else { return }
    let names = listed(first: Self.mostNamed, of: addresses.map(ErrorPresenter.feedName))
    reporter.warn(
      code: "private-addresses",
      "\(feed) is public, but names addresses in private networks, which Mixtape does not use: \(names)")
  }

  /// The maximum number of podcasts that a note names.
  private static let mostNamed = 5

  /// Reports items that are no episodes, in one note for all feeds.
  private func reportItemsWithoutSound(_ outcomes: [FeedUpdate.Outcome]) {
    let feeds = outcomes.filter { $0.itemsWithoutSound > 0 }
    guard !feeds.isEmpty else { return }
    let items = counted(feeds.map(\.itemsWithoutSound).reduce(0, +), "item")
    reporter.note(
      code: "without-sound",
      "skipped \(items) without sound: \(listed(first: Self.mostNamed, of: feeds.map { "\($0.id) (\($0.itemsWithoutSound))" }))"
    )
  }

  private func report(waiting: [(id: Podcast.ID, rest: Duration)]) {
    guard !waiting.isEmpty else { return }
    let names = waiting.map { id, rest in "\(id) (\(ErrorPresenter.waitingTime(rest)))" }
    let servers = waiting.count == 1 ? "its server" : "their servers"
    reporter.note(
      code: "feed-waits",
      "skipped \(counted(waiting.count, "feed")), because \(servers) asked to wait: \(listed(first: Self.mostNamed, of: names)); `mixtape feed update ID` updates one now"
    )
  }
}
