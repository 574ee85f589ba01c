import MixtapeModel
import MixtapePlayer
import StoreBrowser

/// A player without a screen. It prints events as lines, and reads commands as lines.
struct PlayerLineLoop {
  private let session: Session
  private let playing: InteractivePlayer
  private let mailbox: Mailbox<PlayerMessage>
  /// Whether there was a command. The end of the input then ends the session.
  private var hasCommand = false
  private var inputHasEnded = false
  /// The messages that came while the loop waited for a state.
  private var deferred: [PlayerMessage] = []
  /// The state of the last event.
  private var reported: PlaybackState
  /// The chapter of the last event, and its episode.
  private var reportedChapter: (episode: Episode.ID, chapter: CurrentChapter?)?
  /// Whether the output is still read.
  private var isRead = true
  private var isOver = false

  init(_ session: Session, _ playing: InteractivePlayer, _ mailbox: Mailbox<PlayerMessage>) {
    self.session = session
    self.playing = playing
    self.mailbox = mailbox
    reported = playing.player.state
  }

  /// Plays until a command, a signal or the end of the input ends the session.
  mutating func run() throws {
    try report(.started(playing.snapshot))
    playing.player.play()
    while !isOver {
      try catchUp()
      if inputHasEnded, !playing.player.state.mayContinue { break }
      guard let message = nextMessage() else { continue }
      // A command applies to the state at its arrival, so the simulation catches up first. States are printed in order.
      if case .state = message {} else { try catchUp() }
      try take(message)
    }
  }

  /// Whether the queue was empty, and the input ended without a command.
  var hadNothingToPlay: Bool { inputHasEnded && !hasCommand && playing.player.count == 0 }

  private mutating func catchUp() throws {
    playing.catchUp()
    try reportStates()
    try reportChapter()
  }

  /// Prints the chapter of an episode that plays, if it is another one than before.
  private mutating func reportChapter() throws(OutputFailure) {
    guard case .playing(let episode) = reported else { return }
    let chapter = playing.chapter
    guard reportedChapter?.episode != episode.id || reportedChapter?.chapter != chapter else { return }
    reportedChapter = (episode.id, chapter)
    if let chapter { try report(.chapter(chapter, of: episode)) }
  }

  /// Prints the pending states first, because they come from another thread.
  private mutating func reportStates() throws {
    while reported != playing.player.state, isRead, let message = mailbox.next(waiting: .seconds(1)) {
      if case .state = message { try take(message) } else { deferred.append(message) }
    }
  }

  private mutating func nextMessage() -> PlayerMessage? {
    if !deferred.isEmpty { return deferred.removeFirst() }
    if let message = mailbox.next(waiting: .zero) { return message }
    // Saved only when there is nothing else to do, because the disk is slow.
    playing.rest()
    return mailbox.next(waiting: playing.timeout(showingSeconds: false))
  }

  /// Prints the remaining states, and the result of the session.
  mutating func finish(recorded: PodcastPlan?) throws {
    playing.player.endStates()
    // Ends with the message `statesEnded`.
    while let message = mailbox.next() {
      if case .statesEnded = message { break }
      if case .state(let state) = message { try report(.state(state, playing.snapshot)) }
    }
    try report(.ended(recorded: recorded))
  }

  private mutating func take(_ message: PlayerMessage) throws {
    switch message {
    case .state(let state):
      reported = state
      if case .loading = state { reportedChapter = nil }
      playing.note(state)
      try report(.state(state, playing.snapshot))
    case .line(let line): try execute(line)
    case .inputEnded:
      isOver = isOver || hasCommand
      inputHasEnded = true
    case .signal(.end): isOver = true
    case .signal(.suspend): playing.whileStopped { Signals.stopProcess() }
    case .storeChanged: try follow()
    case .external(let message): isOver = playing.take(message) || isOver
    case .signal, .typed, .statesEnded: break
    }
  }

  private mutating func execute(_ line: String) throws {
    let before = reported
    let answer = playing.executeLine(line)
    if answer.isCommand { hasCommand = true }
    try catchUp()
    if let event = answer.event {
      try report(event)
    } else if answer.hasEffect, reported == before {
      // Every command has an answer. If no state changed, the answer is the status.
      try report(.status(playing.snapshot))
    }
    if answer.isQuit { isOver = true }
  }

  /// Adjusts the queue to the store, and prints its new size.
  private mutating func follow() throws {
    let hasChanged: Bool
    do throws(MixtapeError) {
      hasChanged = try playing.follow()
    } catch {
      return session.reporter.warn(of: error, "the queue does not follow the playlist")
    }
    if hasChanged { try report(.changed(playing.snapshot)) }
  }

  private mutating func report(_ event: PlayerEvent) throws(OutputFailure) {
    guard isRead, try !session.print(event: event.lines, json: event.json) else { return }
    // The plays are still recorded.
    (isRead, isOver) = (false, true)
  }
}

extension PlaybackState {
  /// Whether the state can change without a command. Another program may resume a paused player.
  fileprivate var mayContinue: Bool {
    switch self {
    case .loading, .playing, .paused: true
    case .empty, .stopped, .error: false
    }
  }
}
