import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

extension Session {
  /// Runs the browser of a store on the terminal.
  ///
  /// - Parameter service: The service that plays; `nil` for the usual one.
  func browse(_ store: Store, playingOn service: PlayerServiceName?) throws -> ExitStatus {
    guard isOnTerminal else {
      throw CommandFailure(
        .usage, code: "no-terminal", "`browse` needs a terminal",
        hints: "`mixtape list` and `mixtape show` print the same")
    }
    let mailbox = Mailbox<BrowserMessage>()
    // While the browser has the screen, nothing is printed. Reads have a store of their own, so that changes do not wait for them.
    let (reading, writing) = try (quietStore(like: store), quietStore(like: store))
    let reader = BrowserReader(reading, context) { mailbox.put(.answer($0)) }
    let screen = TerminalScreen(colored: options.usesColor(on: context.standardOutput, in: context), mouse: true)
    let input = TerminalInput()
    try Signals.listen { mailbox.put(.player(.signal($0))) }
    mailbox.receive { input.next().map(PlayerMessage.typed) }
    let watch = follow(store, mailbox)
    let player = BrowserPlayer(writing, on: service, mailbox, context)
    try withExtendedLifetime(watch) {
      var loop = BrowserLoop(
        on: screen, input, mailbox, reading: reader, writing: BrowserWriter(writing, context), playing: player)
      try loop.run()
    }
    try player.end()
    if player.recordedCount > 0 {
      noteChange()
      print("Recorded \(counted(player.recordedCount, "episode")) as played.")
    }
    return .done
  }

  private func quietStore(like store: Store) throws(MixtapeError) -> Store {
    let quiet = try Store(at: store.directory, context: storeContext(reporting: { _ in false }))
    context.opened.keep(quiet)
    return quiet
  }

  /// Lets the browser follow changes of the store.
  private func follow(_ store: Store, _ mailbox: Mailbox<BrowserMessage>) -> StoreChangeWatch? {
    do throws(MixtapeError) {
      let watch = try store.watchForChanges()
      mailbox.receive(changesBy: watch)
      return watch
    } catch {
      let problem = ErrorPresenter.problem(for: error as any Error)
      reporter.warn(
        code: problem.code, "the browser does not follow changes of the store: \(problem.message)",
        hints: problem.hints)
      return nil
    }
  }
}
