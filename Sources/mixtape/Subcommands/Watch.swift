import ArgumentParser
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

struct Watch: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print changes of the store as they happen, and commit hand edits.",
    discussion: """
      Runs until it is interrupted (Ctrl-C or SIGTERM). Commits hand edits after two seconds without changes, so \
      that several saves become one commit. Prints the errors of an invalid file, and commits it when they are \
      fixed. With --json, each event is an object on one line.

      With --feeds, Mixtape also updates the subscribed podcasts from their feeds, at once and then at this interval. \
      With --sync, it exchanges changes with the remote in the same way, and never asks for a password.

      Examples:
        mixtape watch
        mixtape watch --feeds 1h
        mixtape watch --sync 5m
        mixtape watch --no-capture --json | jq .event
      """)

  @Flag(help: "Do not commit hand edits.")
  var noCapture = false

  @Option(
    help: ArgumentHelp(
      "Update subscribed podcasts at this interval, such as `30m` or `1h`; at least `1m`.", valueName: "interval"))
  var feeds: IntervalArgument?

  @Option(
    help: ArgumentHelp(
      "Sync with the remote at this interval, such as `5m` or `1h`; at least `1m`.", valueName: "interval"))
  var sync: IntervalArgument?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try feeds?.requireMinute("--feeds")
    try sync?.requireMinute("--sync")
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore(reporting: Self.isReported)
    let watch = try store.watch()
    let mailbox = Mailbox<WatchLoop.Message>()
    let start = ContinuousClock.now
    var loop = WatchLoop(
      session,
      capture: noCapture
        ? nil : { () throws(MixtapeError) in try Self.reopen(store.directory, session).captureHandEdits() },
      export: { () throws(MixtapeError) in try Self.reopen(store.directory, session).refreshExports() },
      repeating: repeated(in: store.directory, session, isEnding: { mailbox.contains(where: \.isInterruption) }),
      elapsed: { ContinuousClock.now - start }, stop: watch.stop)
    try Signals.onTermination { mailbox.put(.interrupted) }
    let events = watch.events()
    Task {
      for await event in events { mailbox.put(.event(event)) }
      mailbox.put(.finished)
    }
    try loop.begin(watching: store, invalid: watch.invalidFiles)
    try loop.run(receive: mailbox.next)
    return .done
  }

  /// - Parameter isEnding: Returns whether the user ends the watch. A transfer is then cancelled.
  func repeated(
    in directory: FilePath, _ session: Session, isEnding: @escaping @Sendable () -> Bool = { false }
  ) -> [WatchLoop.Repeated] {
    let feeds = feeds.map { interval in
      WatchLoop.Repeated(event: "feeds", failure: "feeds are not updated", interval: interval.duration) {
        try Self.updateFeeds(in: directory, session, isEnding)
      }
    }
    let sync = sync.map { interval in
      WatchLoop.Repeated(event: "sync", failure: "the store is not synced", interval: interval.duration) {
        try Self.sync(directory, session, isEnding)
      }
    }
    return [feeds, sync].compactMap(\.self)
  }

  /// Exchanges changes with the remote. The changes of files follow as events.
  private static func sync(
    _ directory: FilePath, _ session: Session, _ isEnding: @escaping @Sendable () -> Bool
  ) throws(MixtapeError) -> (lines: [StyledText], json: [(String, JSONNode)])? {
    let store = try reopen(directory, session)
    let report = try session.transferring(isInteractive: false, isCancelled: isEnding) { (git) throws(MixtapeError) in
      try store.sync(by: git, beforeFailure: session.warn)
    }
    session.warn(of: report)
    guard !report.changesNothing else { return nil }
    return ([SyncReportText.line(of: report)], JSONOutput.members(of: report))
  }

  /// Opens the store again for each change, so that nothing is committed after `mixtape.toml` was deleted.
  private static func reopen(_ directory: FilePath, _ session: Session) throws(MixtapeError) -> Store {
    try Store(at: directory, context: session.storeContext(reporting: isReported))
  }

  /// Updates subscribed podcasts from their feeds, and downloads new episodes if mixtape.toml asks for it.
  private static func updateFeeds(
    in directory: FilePath, _ session: Session, _ isEnding: () -> Bool
  ) throws -> (lines: [StyledText], json: [(String, JSONNode)])? {
    let store = try reopen(directory, session)
    let (plan, update) = try session.updateFeeds(store.subscriptions(), of: store)
    session.report(plan, update)
    let downloads = session.downloadNew(of: update.updated, in: store, isCancelled: isEnding)
    session.warn(of: downloads)
    return (
      [plan.changesNothing ? "No feed has anything new." : PlanReport(plan).done] + (downloads?.lines ?? []),
      [
        ("changed", .bool(!plan.changesNothing)), ("podcasts", .strings(plan.changes.map(\.item.id.rawValue))),
        ("episodes", .strings(plan.episodes)), ("failed", .strings(update.failures.map(\.subscription.id.rawValue))),
        ("commit", .optional(plan.savedVersion)),
      ] + NewDownloadReport.json(of: downloads)
    )
  }

  /// Returns whether a notice is reported. Commits and invalid files are printed as events instead.
  @Sendable private static func isReported(_ notice: StoreNotice) -> Bool {
    switch notice {
    case .capturedHandEdit, .capturedHandEdits, .fileInvalid: false
    default: true
    }
  }
}
