import MixtapeModel
import MixtapePlayer
import SystemPackage
import TerminalUI

/// A player without a screen: tells what happens a line at a time, and does what lines of input say.
struct PlayerLineLoop {
  private let session: Session
  private let playing: PlayerSession
  private let mailbox: Mailbox<PlayerMessage>
  /// Whether somebody gave a command, so that the end of the input means the end.
  private var isCommanded = false
  /// Whether there is nobody left who could give one.
  private var isAlone = false
  /// What came while something else was waited for.
  private var deferred: [PlayerMessage] = []
  /// The state that was told last.
  private var told: PlaybackState
  /// Whether somebody still reads the output.
  private var isRead = true
  private var isOver = false

  init(_ session: Session, _ playing: PlayerSession, _ mailbox: Mailbox<PlayerMessage>) {
    self.session = session
    self.playing = playing
    self.mailbox = mailbox
    told = playing.player.state
  }

  /// Plays until a command, a signal or the end of the input ends it.
  mutating func run() throws {
    try tell(.started(playing.controller.snapshot))
    playing.player.play()
    while !isOver {
      try catchUp()
      if isAlone, !playing.player.state.goesOn { break }
      guard let message = nextMessage() else { continue }
      // A command is about what is the case when it comes, and not when it was waited for. States are told in their order.
      if case .state = message {} else { try catchUp() }
      try take(message)
    }
  }

  private mutating func catchUp() throws {
    playing.catchUp()
    try settle()
  }

  /// Tells of what has happened, before anything else is done: changes of state take their way over another thread.
  private mutating func settle() throws {
    while told != playing.player.state, isRead, let message = mailbox.next(waiting: .seconds(1)) {
      if case .state = message { try take(message) } else { deferred.append(message) }
    }
  }

  private mutating func nextMessage() -> PlayerMessage? {
    if !deferred.isEmpty { return deferred.removeFirst() }
    if let message = mailbox.next(waiting: .zero) { return message }
    // Only when there is nothing else to do: the disk takes its time.
    playing.keepIfDue()
    return mailbox.next(waiting: playing.patience(showingSeconds: false))
  }

  /// Tells what is still to be told of the player, and then what the session came to.
  ///
  /// - Parameter recorded: The change that recorded what was heard, if there is one.
  mutating func finish(recorded: PodcastPlan?) throws {
    playing.player.endStates()
    // The next message is there, or comes as the last of all.
    while let message = mailbox.next() {
      if case .statesEnded = message { break }
      if case .state(let state) = message { try tell(.state(state, playing.controller.snapshot)) }
    }
    try tell(.ended(recorded: recorded))
  }

  private mutating func take(_ message: PlayerMessage) throws {
    switch message {
    case .state(let state):
      told = state
      playing.noteChange()
      try tell(.state(state, playing.controller.snapshot))
    case .line(let line): try obey(line)
    case .inputEnded:
      isOver = isOver || isCommanded
      isAlone = true
    case .signal(.end): isOver = true
    case .signal, .typed, .statesEnded: break
    }
  }

  private mutating func obey(_ line: String) throws {
    let command: PlayerCommand
    do throws(PlayerCommand.Fault) {
      command = try PlayerCommand(line)
    } catch {
      isCommanded = true
      return try tell(.refused(error.message))
    }
    if command != .nothing { isCommanded = true }
    switch command {
    case .action(let action): try perform(action)
    case .episode(.remove, let id): try perform(.remove(id))
    case .episode(let verb, let id):
      guard let episode = try playing.episode(id) else { return try tell(.refused("there is no episode \(id)")) }
      try perform(verb.action(with: episode))
    case .status: try tell(.status(playing.controller.snapshot))
    case .queue: try tell(.queue(playing.controller.snapshot))
    case .quit: isOver = true
    case .nothing: break
    }
  }

  private mutating func perform(_ action: PlayerAction) throws {
    let before = told
    let message = playing.controller.perform(action)
    playing.noteChange()
    try catchUp()
    if let message {
      try tell(message.isRefusal ? .refused(message.text) : .done(message.text))
    } else if told == before {
      // Every command is answered: this one by how things are.
      try tell(.status(playing.controller.snapshot))
    }
  }

  private mutating func tell(_ event: PlayerEvent) throws(Errno) {
    guard isRead else { return }
    let now = session.context.now()
    if session.wantsJSON {
      session.print(line: .object([("time", .string(Timestamp.utc(now)))] + event.json))
    } else {
      let time = Timestamp(now, utcOffset: session.context.utcOffset(now)).timeOfDay
      session.print(event.lines.prefix(1).map { "\(time, .faint)  \($0)" } + event.lines.dropFirst())
    }
    do throws(Errno) {
      try session.flush()
    } catch {
      // The reader of a pipe has seen enough, or a terminal is gone: what was heard is recorded all the same.
      guard error == .brokenPipe || error == .ioError else { throw error }
      (isRead, isOver) = (false, true)
    }
  }
}

extension PlaybackState {
  /// Whether something can come of it without anybody doing anything. What is paused may be let go on by another program.
  fileprivate var goesOn: Bool {
    switch self {
    case .loading, .playing, .paused: true
    case .empty, .stopped, .error: false
    }
  }
}

extension PlayerCommand.Verb {
  /// What is done with an episode.
  fileprivate func action(with episode: Episode) -> PlayerAction {
    switch self {
    case .play: .playNow(episode)
    case .add: .add(episode)
    case .next: .playNext(episode)
    case .remove: .remove(episode.id)
    }
  }
}
