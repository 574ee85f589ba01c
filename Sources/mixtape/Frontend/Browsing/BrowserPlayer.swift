import Dispatch
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

final class BrowserPlayer {
  /// The player, once something was played.
  private(set) var playing: InteractivePlayer?
  /// The owner of the queue that is played.
  private var owner: StorePlayer?
  private let store: Store
  private let context: CommandContext
  private let service: PlayerServiceName
  /// Whether the simulator plays because mpv is missing.
  private let lacksMPV: Bool
  private let mpvOptions: [String]
  private let mailbox: Mailbox<BrowserMessage>
  /// Whether `mixtape player` can control the player.
  private var isControlled = false
  private(set) var recorded = RecordedPlays()

  /// Makes a player that waits for its first playlist. Its store prints nothing.
  init(
    _ store: Store, on service: PlayerServiceName?, _ mpvOptions: [String], _ mailbox: Mailbox<BrowserMessage>,
    _ context: CommandContext
  ) {
    self.store = store
    self.context = context
    self.mailbox = mailbox
    self.mpvOptions = mpvOptions
    self.service = service ?? .usual(mpvOptions: mpvOptions, in: context)
    lacksMPV = service == nil && self.service == .simulator
  }

  // MARK: Lists

  func play(_ request: BrowserEffect.Play) -> ScreenMessage {
    do {
      let list = try playedList(request.list)
      if let id = request.start?.episode, try store.episodes([id]).isEmpty {
        return ScreenMessage("\(id) is missing from the library", isRefusal: true)
      }
      let resumes = request.start == nil && !request.isShuffled
      if playing == nil || owner != list.owner {
        if try store.isRunning(list.owner) { return control(list.owner, request) }
        try open(list, resumes: resumes)
      }
      guard let playing else { return ScreenMessage("There is nothing to play", isRefusal: true) }
      if resumes, playing.session.selection == list.selection?.words {
        playing.player.play()
      } else {
        let shuffle = try request.isShuffled ? store.usualShuffle(of: list) : store.shuffle(requested: nil, of: list)
        let message = try playing.load(list, from: request.start, shuffle: shuffle)
        if let message, message.isRefusal { return message }
      }
      playing.session.noteChange()
      return ScreenMessage("Playing \(list.name)\(remarks)", command: request.command)
    } catch {
      return Self.refusal(error)
    }
  }

  private func playedList(_ list: BrowserEffect.List) throws(MixtapeError) -> PlayedList {
    switch list {
    case .playlist(let id): try store.playedList(of: .playlist(id))
    case .podcast(let id): try store.playedList(of: .podcast(id))
    case .shown(let episodes, let name, let words):
      .selection(PlayedList.Selection(name: name, words: words, episodes: episodes))
    }
  }

  /// Puts episodes into the queue; if there is no player, into the queue without a playlist, which does not play yet.
  func enqueue(_ request: BrowserEffect.Enqueuing) -> ScreenMessage? {
    do {
      var remark = ""
      if playing == nil {
        if try store.isRunning(.standalone) {
          return control(.standalone, request.controlWords, done: "has taken the episodes")
        }
        try open(nil, resumes: true)
        remark = "; space plays the queue"
      }
      let ids = Array(request.episodes.prefix(ShufflePlayer.capacity))
      let found = try store.episodes(ids)
      let episodes = ids.compactMap { found[$0] }
      guard let first = episodes.first else {
        return ScreenMessage("The episodes are missing from the library", isRefusal: true)
      }
      let isNext = request.place == .next
      let message = perform(
        request.episodes.count == 1
          ? (isNext ? .playNext(first) : .playLast(first))
          : .insert(episodes, of: request.name, count: request.episodes.count, request.place))
      return message.map { ScreenMessage($0.text + remark, isRefusal: $0.isRefusal) }
    } catch {
      return Self.refusal(error)
    }
  }

  private static func refusal(_ error: any Error) -> ScreenMessage {
    if (error as? MixtapeError)?.code == .locked {
      return ScreenMessage("Another player is playing this; `mixtape player` controls it", isRefusal: true)
    }
    return ScreenMessage(ErrorPresenter.problem(for: error).inOneLine, isRefusal: true)
  }

  /// The remarks on the player that users should know.
  private var remarks: String {
    (service == .simulator ? ", without sound" : "") + (lacksMPV ? ": mpv is not installed" : "")
      + (isControlled ? "" : "; `mixtape player` cannot control it")
  }

  // MARK: Players of other programs

  /// Plays a list with the player of another program.
  private func control(_ owner: StorePlayer, _ request: BrowserEffect.Play) -> ScreenMessage {
    let commands = request.controlWords
    guard !commands.isEmpty else {
      return ScreenMessage(
        "Another player plays a selection, and cannot take this list; `mixtape player --selection` controls it",
        isRefusal: true)
    }
    return control(owner, commands, done: request.isShuffled ? "is playing shuffled" : "is playing")
  }

  /// Controls the player of another program. Its reply comes as a message, because the other program may be suspended.
  private func control(_ owner: StorePlayer, _ commands: [[String]], done: String) -> ScreenMessage {
    let player = RunningPlayer(owner: owner, store: store)
    DispatchQueue(label: "mixtape.browser.control").async { [mailbox] in
      mailbox.put(.message(Self.reply(of: player, to: commands.map(RunningPlayer.line), done: done)))
    }
    return ScreenMessage("Asking the other player of \(player.wording.name)")
  }

  /// Sends lines until one is refused, and returns the reply to the last one.
  private static func reply(of player: RunningPlayer, to lines: [String], done: String) -> ScreenMessage {
    let (name, option) = player.wording
    do {
      for line in lines {
        guard let reply = try player.send(line) else {
          return ScreenMessage("The other player of \(name) has ended; press the key again", isRefusal: true)
        }
        guard !reply.isRefusal else { return ScreenMessage(reply.lines.joined(separator: " "), isRefusal: true) }
      }
      let command = lines.count == 1 ? "mixtape player \(lines[0]) \(option)" : nil
      return ScreenMessage("The other player of \(name) \(done)", command: command)
    } catch {
      return refusal(error)
    }
  }

  // MARK: Starting and ending

  /// Opens the queue of a list, or the one that the user fills. The present player ends when the new one can play.
  private func open(_ list: PlayedList?, resumes: Bool) throws {
    // Released again: the new player needs the positions that the present one records at its end.
    if playing != nil { _ = try makePlayer(of: list, resumes: resumes) }
    // The sleep timer belongs to the evening and not to the list.
    let sleep = playing?.session.timeUntilSleep
    try end()
    let playing = try makePlayer(of: list, resumes: resumes)
    if let sleep { playing.session.sleep(after: sleep) }
    (self.playing, owner) = (playing, list?.owner ?? .standalone)
    connect(playing)
  }

  private func makePlayer(of list: PlayedList?, resumes: Bool) throws -> InteractivePlayer {
    var start = try PlayerStart(of: list, in: store, on: service, now: context.now)
    start.mpvOptions = mpvOptions
    let options = start.options
    let playable = try list.map { try store.playable($0, seed: options.seed, shuffled: options.shuffle != .off) }
    if let list, playable?.episodes.isEmpty == true { throw Problem.nothingToPlay(in: list) }
    let playing = try start.makePlayer(of: playable, reading: store, context)
    if let list, resumes, playing.player.count == 0 { throw Problem.emptiedQueue(of: list) }
    return playing
  }

  /// Connects the player to the loop. A store that cannot be written has no socket, and playing continues.
  private func connect(_ playing: InteractivePlayer) {
    do throws(MixtapeError) {
      try playing.connect(to: mailbox)
      isControlled = true
    } catch {
      isControlled = false
    }
  }

  func perform(_ action: PlayerAction) -> ScreenMessage? {
    guard let playing else { return nil }
    let message = playing.perform(action)
    playing.session.noteChange()
    return message
  }

  /// Ends playing, and records plays.
  func end() throws(MixtapeError) {
    guard let playing else { return }
    (self.playing, owner) = (nil, nil)
    recorded.add(try playing.end())
  }

  /// Ends playing while the browser goes on.
  func endOnScreen() -> ScreenMessage {
    do throws(MixtapeError) {
      try end()
      return ScreenMessage("The player has ended")
    } catch {
      return Self.refusal(error)
    }
  }
}

extension BrowserEffect.Play {
  /// The command that plays the same; `nil` if no command does.
  fileprivate var command: String? {
    let option = isShuffled ? " --shuffle" : ""
    switch (list, start) {
    case (.playlist(let id), nil): return "mixtape play \(id)\(option)"
    case (.podcast(let id), nil): return "mixtape play \(id)\(option)"
    case (.podcast, let start?): return "mixtape play \(start.episode)"
    case (.playlist, _), (.shown, _): return nil
    }
  }

  /// The words of the commands to a player of another program; empty for a list as it is shown, which no command can name.
  var controlWords: [[String]] {
    switch (list, start) {
    case (.shown, _): []
    case (_, let start?): [["now", start.episode.rawValue]]
    // The podcast is added first, so that its episodes are shuffled, too.
    case (.podcast(let id), nil): [["now", id.rawValue]] + (isShuffled ? [["shuffle"]] : [])
    case (.playlist, nil): (isShuffled ? [["shuffle"]] : []) + [["play"]]
    }
  }
}

extension BrowserEffect.Enqueuing {
  /// The words of the commands to a player of another program.
  fileprivate var controlWords: [[String]] {
    place == .next ? episodes.reversed().map { ["next-up", $0.rawValue] } : episodes.map { ["enqueue", $0.rawValue] }
  }
}
