import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

extension Session {
  /// Runs the browser of a store on the terminal.
  ///
  /// - Parameters:
  ///   - service: The service that plays; `nil` for the usual one.
  ///   - mpvOptions: The options for mpv. If there are any, mpv is the usual service.
  func browse(
    _ store: Store, playingOn service: PlayerServiceName?, _ mpvOptions: [String] = []
  ) throws -> ExitStatus {
    guard isOnTerminal else {
      throw CommandFailure(
        .usage, code: "no-terminal",
        context.hasTerminal && context.isTerminalDumb
          ? "`browse` needs a terminal that can move the cursor, but TERM is `dumb`" : "`browse` needs a terminal",
        hints: "`mixtape list` and `mixtape show` print playlists")
    }
    let mailbox = Mailbox<BrowserMessage>()
    // Reads have a store of their own, so that changes do not wait for them.
    let writing = try storeWithoutWarnings(like: store)
    let readers = BrowserReaders(
      slow: try reader(of: store, mailbox), long: try reader(of: store, mailbox), short: try reader(of: store, mailbox))
    let screen = TerminalScreen(colored: options.usesColor(on: context.standardOutput, in: context), mouse: true)
    let input = TerminalInput()
    try Signals.listen { mailbox.put(.player(.signal($0))) }
    mailbox.receive { input.next().map(PlayerMessage.typed) }
    let player = BrowserPlayer(writing, on: service, mpvOptions, mailbox, context)
    let jobs = BrowserJobs(of: store, mailbox, context)
    var loop = BrowserLoop(
      on: screen, input, mailbox, reading: readers, writing: BrowserWriter(writing, context), playing: player,
      running: jobs)
    // Asked first, so that the first screen does not wait for the watch.
    try loop.start()
    let watch = follow(store, mailbox, "the browser")
    try withExtendedLifetime(watch) {
      defer { jobs.stop() }
      try loop.run()
    }
    try player.end()
    if let job = loop.unfinishedJob { remark("Stopped \(job.title).") }
    if let recorded = player.recorded.text {
      noteChange()
      print("Recorded \(recorded).")
    }
    return .done
  }

  private func reader(of store: Store, _ mailbox: Mailbox<BrowserMessage>) throws(MixtapeError) -> BrowserReader {
    let faults = FileFaultLog()
    return BrowserReader(try storeWithoutWarnings(like: store, noting: faults), context, faults) {
      mailbox.put(.answer($0))
    }
  }

  /// Opens a store again, to print nothing while a player or the browser has the screen.
  ///
  /// - Parameter faults: Receives the files with errors.
  func storeWithoutWarnings(like store: Store, noting faults: FileFaultLog? = nil) throws(MixtapeError) -> Store {
    let quietContext = storeContext { notice in
      faults?.note(notice)
      return false
    }
    let quiet = try Store(at: store.directory, context: quietContext)
    context.opened.keep(quiet)
    return quiet
  }
}
