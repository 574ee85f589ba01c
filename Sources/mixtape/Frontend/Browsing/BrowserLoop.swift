import Dispatch
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import SystemPackage

/// The browser on a terminal. It draws the screen, handles keys, and runs effects.
struct BrowserLoop {
  private var browser: Browser
  private let screen: TerminalScreen
  private let input: TerminalInput
  private let mailbox: Mailbox<BrowserMessage>
  private let readers: BrowserReaders
  private let writer: BrowserWriter
  private let player: BrowserPlayer
  private let jobs: BrowserJobs
  private var decoder = KeyDecoder()
  private var isOver = false
  private var inputHasEnded = false
  /// The keys that were typed and not handled yet. The first one waits for an answer of the store.
  private var typed: [Key] = []
  /// The time at which the first of them is refused.
  private var keyDeadline: ContinuousClock.Instant?
  /// Messages that came while the editor had the terminal.
  private var held: [BrowserMessage] = []
  /// Whether an answer is expected that the next screen should show.
  private var awaitsAnswer = false
  /// The time at which a move of episodes is saved.
  private var moveDeadline: ContinuousClock.Instant?

  /// The time for which a key waits for answers of the store, before the screen is drawn without them.
  private static let patience = Duration.milliseconds(8)
  /// The maximum time for which a key waits for the contents on which it acts.
  private static let longestWait = Duration.seconds(5)
  /// The time without a key after which a move of episodes is saved.
  private static let moveDelay = Duration.seconds(1)

  init(
    on screen: TerminalScreen, _ input: TerminalInput, _ mailbox: Mailbox<BrowserMessage>,
    reading readers: BrowserReaders, writing writer: BrowserWriter, playing player: BrowserPlayer,
    running jobs: BrowserJobs
  ) {
    self.screen = screen
    self.input = input
    self.mailbox = mailbox
    self.readers = readers
    self.writer = writer
    self.player = player
    self.jobs = jobs
    let (columns, rows) = screen.size
    browser = Browser(columns: columns, rows: rows)
  }

  /// The work beside the browser that has not ended.
  var unfinishedJob: BrowserJob? { browser.job }

  /// Asks for the first screen.
  mutating func start() throws { try run(browser.start()) }

  /// Browses until a key, a signal or the end of the terminal ends it. The changes of the store must be watched.
  mutating func run() throws {
    try screen.enter()
    defer { screen.leave() }
    do {
      try handle(.storeChanged)
      while !isOver { try turn() }
      try handle(.idle)
    } catch let error as Errno where error == .ioError || error == .brokenPipe {
      // The terminal is gone. A move that waits is still saved.
      isOver = true
      try run(browser.handle(.idle))
    }
  }

  private mutating func turn() throws {
    player.playing?.catchUp()
    if inputHasEnded, typed.isEmpty { return isOver = true }
    // All waiting messages are handled before the next drawing.
    if !held.isEmpty { return try take(held.removeFirst()) }
    if let message = mailbox.next(waiting: .zero) { return try take(message) }
    if awaitsAnswer {
      awaitsAnswer = false
      if let message = mailbox.next(waiting: Self.patience) { return try take(message) }
    }
    try notePlayer()
    try screen.show(BrowserView(browser).grid)
    player.playing?.rest()
    if let message = mailbox.next(waiting: timeout) { return try take(message) }
    if decoder.isWaiting { return try type(decoder.flush()) }
    if let keyDeadline, keyDeadline <= .now { return try refuseTyped() }
    if let moveDeadline, moveDeadline <= .now {
      self.moveDeadline = nil
      try handle(.idle)
    }
  }

  private var timeout: Duration? {
    let key = decoder.isWaiting ? KeyDecoder.timeout : nil
    let deadline = [moveDeadline, keyDeadline].compactMap(\.self).min().map { max(.zero, $0 - .now) }
    return [key, deadline, player.playing?.timeout(showingSeconds: true)].compactMap(\.self).min()
  }

  private mutating func take(_ message: BrowserMessage) throws {
    switch message {
    case .answer(let answer):
      try handle(.answer(answer))
      try pressTyped()
    case .message(let message): try handle(.message(message))
    case .progress: try handle(.progress(jobs.takeProgress()))
    case .ended(let result): try handle(.ended(result))
    case .player(let message): try take(message)
    // The loop of the editor takes it.
    case .edited: break
    }
  }

  private mutating func take(_ message: PlayerMessage) throws {
    switch message {
    case .typed(let bytes): try type(decoder.decode(bytes))
    case .storeChanged:
      try handle(.storeChanged)
      try follow()
    case .state(let state):
      player.playing?.note(state)
      if case .error(let failure) = state, let message = player.playing?.message(aboutSkipped: failure) {
        try handle(.message(message))
      }
    case .external(let message): try take(message)
    case .statesEnded, .line: break
    case .signal(.end): isOver = true
    case .inputEnded: inputHasEnded = true
    case .signal(.suspend): try suspend()
    // Another program may have used the terminal while this one was stopped.
    case .signal(.resume): try screen.enter()
    case .signal(.resize):
      let (columns, rows) = screen.size
      try handle(.resized(columns: columns, rows: rows))
    }
  }

  private mutating func type(_ keys: [Key]) throws {
    var keys = keys[...]
    // Quitting waits for nothing.
    if !typed.isEmpty, let end = keys.firstIndex(of: .control("c")) { (typed, keys) = ([], keys[end...]) }
    typed += keys
    try pressTyped()
  }

  /// Handles the typed keys, up to one that acts on rows that are being read.
  private mutating func pressTyped() throws {
    while !isOver, let key = typed.first {
      if browser.savesMove(before: key) { try handle(.idle) }
      if browser.mustWait(for: key) {
        keyDeadline = keyDeadline ?? .now + Self.longestWait
        return
      }
      typed.removeFirst()
      try press(key)
    }
  }

  /// Lets the browser refuse the key that waits. Those after it are dropped, because they rely on it.
  private mutating func refuseTyped() throws {
    let key = typed.first
    typed = []
    if let key { try press(key) }
  }

  private mutating func press(_ key: Key) throws {
    keyDeadline = nil
    // An earlier key may have started or ended the player.
    try notePlayer()
    try handle(.key(key))
    moveDeadline = browser.isMoving ? .now + Self.moveDelay : nil
  }

  /// Tells the browser the state of the player.
  private mutating func notePlayer() throws {
    let snapshot = player.playing?.snapshot
    if snapshot != browser.player { try handle(.player(snapshot)) }
  }

  private mutating func handle(_ event: BrowserEvent) throws { try run(browser.handle(event)) }

  /// Runs effects in order, and those that follow from them.
  private mutating func run(_ effects: [BrowserEffect]) throws {
    var pending = effects[...]
    while let effect = pending.popFirst() {
      switch effect {
      case .read(let query):
        awaitsAnswer = true
        readers.ask(query)
      case .change(let change): pending = browser.handle(.outcome(writer.perform(change))) + pending
      case .changeLibrary(let change): pending = browser.handle(.outcome(writer.perform(change))) + pending
      case .run(let job): jobs.start(job)
      case .restore(let restoration): pending = browser.handle(.outcome(writer.restore(restoration))) + pending
      case .undo: pending = browser.handle(.outcome(writer.perform(.undo))) + pending
      case .redo: pending = browser.handle(.outcome(writer.perform(.redo))) + pending
      case .edit(let place): pending = browser.handle(.outcome(try edit(place))) + pending
      case .play(let request): pending += browser.handle(.message(player.play(request)))
      case .enqueue(let request): pending += browser.handle(.message(player.enqueue(request)))
      case .player(let action): pending += browser.handle(.message(player.perform(action)))
      case .endPlayer: pending += browser.handle(.message(player.endOnScreen()))
      case .redraw: try screen.enter()
      case .suspend: try suspend()
      case .quit: isOver = true
      }
    }
  }

  /// Leaves the terminal to the editor.
  private mutating func edit(_ place: BrowserEffect.Place) throws -> BrowserOutcome {
    screen.leave()
    let (writer, input) = (writer, input)
    let outcome = try input.suspendReading {
      try writer.edit(place) { editor, path, line in try wait(for: editor, at: line, in: path) }
    }
    try screen.enter()
    return outcome
  }

  /// Runs the editor, and serves the player until the editor ends. Other messages are handled later.
  private mutating func wait(for editor: Editor, at line: Int?, in path: FilePath) throws {
    DispatchQueue(label: "mixtape.browser.editor").async { [mailbox] in
      mailbox.put(.edited(Result { try editor.open(path, line: line) }))
    }
    while true {
      player.playing?.catchUp()
      player.playing?.rest()
      guard let message = mailbox.next(waiting: player.playing?.timeout(showingSeconds: false)) else { continue }
      switch message {
      case .edited(let result): return try result.get()
      case .player(.signal(.suspend)): whileStopped { Signals.stopProcess() }
      case .player(.signal(.resume)): break
      case .player(.state(let state)): player.playing?.note(state)
      case .player(.external(let message)): try take(message)
      case .answer, .message, .progress, .ended, .player: held.append(message)
      }
    }
  }

  /// Adjusts the queue of the player to the store.
  private mutating func follow() throws {
    if let refusal = player.playing?.followOnScreen() { try handle(.message(refusal)) }
  }

  /// Passes a message to the player. A program that ends the player leaves the browser open.
  private mutating func take(_ message: PlayerMessage.External) throws {
    if let playing = player.playing {
      if playing.take(message) { try handle(.message(player.endOnScreen())) }
    } else if case .request(let request) = message {
      request.reply("")
    }
  }

  /// Gives the terminal to the shell until the process is resumed.
  private mutating func suspend() throws {
    try whileStopped {
      screen.leave()
      Signals.stopProcess()
      try screen.enter()
    }
    let (columns, rows) = screen.size
    try handle(.resized(columns: columns, rows: rows))
  }

  /// Stops the process. Playing pauses meanwhile.
  private func whileStopped(_ stop: () throws -> Void) rethrows {
    if let playing = player.playing { try playing.whileStopped(stop) } else { try stop() }
  }
}

enum BrowserMessage: PlayerMessageCarrying {
  case answer(BrowserAnswer)
  /// The result of a command for the player of another program.
  case message(Browser.Message)
  /// The work beside the browser has made progress.
  case progress
  /// The work beside the browser has ended.
  case ended(JobResult)
  /// The editor has ended.
  case edited(Result<Void, any Error>)
  /// A message of the terminal, the store, or the player at the foot.
  case player(PlayerMessage)
}

extension Session {
  /// Runs the browser of a store on the terminal. Options for mpv make it the usual service.
  func browse(
    _ store: Store, playingOn service: PlayerServiceName?, _ mpvOptions: [String] = []
  ) throws -> ExitStatus {
    guard isOnTerminal else {
      throw Problem(
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
