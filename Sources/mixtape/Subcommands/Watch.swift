import ArgumentParser
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

struct Watch: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print changes of the store as they happen, and commit hand edits.",
    discussion: """
      Runs until it is interrupted (Ctrl-C, or SIGTERM), and exits with 0 then. What is edited by hand is committed when \
      nothing has changed for two seconds, so that several saves are one commit. A file with errors is shown with them, \
      and committed when it is mended. With --json, each event is one object on a line of its own.

      Examples:
        mixtape watch
        mixtape watch --no-capture --json | jq .event
      """)

  @Flag(help: "Do not commit hand edits.")
  var noCapture = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore(telling: Self.isWorthTelling)
    let watch = try store.watch()
    let mailbox = Mailbox<WatchLoop.Message>()
    let start = ContinuousClock.now
    var loop = WatchLoop(
      session, capture: noCapture ? nil : { () throws(MixtapeError) in try Self.capture(in: store.directory, session) },
      elapsed: { ContinuousClock.now - start }, stop: watch.stop)
    try Signals.whenAskedToEnd { mailbox.put(.interrupted) }
    let events = watch.events()
    Task {
      for await event in events { mailbox.put(.event(event)) }
      mailbox.put(.finished)
    }
    try loop.begin(watching: store, invalid: watch.invalidFiles)
    try loop.run(receive: mailbox.next)
    return .done
  }

  /// Commits what was edited by hand. The store is opened anew: in a directory that has lost its `mixtape.toml`, nothing is
  /// to be committed.
  private static func capture(in directory: FilePath, _ session: Session) throws(MixtapeError) -> [CapturedEdit] {
    try Store(at: directory, context: session.storeContext(telling: isWorthTelling)).captureHandEdits()
  }

  /// What is committed and what is invalid is told as it happens.
  @Sendable private static func isWorthTelling(_ notice: StoreNotice) -> Bool {
    switch notice {
    case .capturedHandEdit, .fileInvalid: false
    default: true
    }
  }
}
