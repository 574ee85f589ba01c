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
      Runs until it is interrupted (Ctrl-C or SIGTERM). Commits hand edits after two seconds without changes, so \
      that several saves become one commit. Prints the errors of an invalid file, and commits it when they are \
      fixed. With --json, each event is an object on one line.

      Examples:
        mixtape watch
        mixtape watch --no-capture --json | jq .event
      """)

  @Flag(help: "Do not commit hand edits.")
  var noCapture = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore(reporting: Self.isReported)
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

  /// Commits hand edits. Opens the store each time, so that nothing is committed after `mixtape.toml` was deleted.
  private static func capture(in directory: FilePath, _ session: Session) throws(MixtapeError) -> [CapturedEdit] {
    try Store(at: directory, context: session.storeContext(reporting: isReported)).captureHandEdits()
  }

  /// Returns whether a notice is reported. Commits and invalid files are printed as events instead.
  @Sendable private static func isReported(_ notice: StoreNotice) -> Bool {
    switch notice {
    case .capturedHandEdit, .fileInvalid: false
    default: true
    }
  }
}
