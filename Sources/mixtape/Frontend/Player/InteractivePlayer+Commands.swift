import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

// Commands as lines, from standard input and from other programs.

extension InteractivePlayer {
  struct Answer {
    /// The event to print; `nil` if the state of the player is the answer.
    var event: PlayerEvent?
    /// Whether the line is a command, and not empty or a comment.
    var isCommand = true
    /// Whether the command changed the player, so that its state is the answer.
    var hasEffect = false
    var isQuit = false
  }

  /// Executes a line of a user or of another program.
  func executeLine(_ line: String) -> Answer {
    let command: PlayerCommand
    do throws(PlayerCommand.InvalidLine) {
      command = try PlayerCommand(line)
    } catch {
      return Answer(event: .refused(error.message))
    }
    do {
      return try execute(command)
    } catch {
      return Answer(event: .refused(ErrorPresenter.problem(for: error).inOneLine))
    }
  }

  private func execute(_ command: PlayerCommand) throws -> Answer {
    switch command {
    case .action(let action): return performed(perform(action))
    case .episode(.remove, let id): return performed(perform(.remove(id)))
    case .episode(let verb, let id): return performed(try perform(verb, .episode(id)))
    case .named(.remove, let title):
      return performed(
        perform(.remove(try lookup.episode(named: title, after: MixtapeError(.invalidID, .text(title))))))
    case .named(let verb, let name): return performed(try perform(verb, try lookup.item(name)))
    case .found(let verb, let query):
      let selection = PlayedList.Selection(name: query.text, words: "found \(query.text)", episodes: try ids(query))
      return performed(try perform(verb, .selection(selection)))
    case .load(let id): return performed(try load(id))
    case .search(let text):
      let found = try find(text)
      return Answer(event: .found(found, snapshot, artwork: artwork(of: found)))
    case .status: return Answer(event: .status(snapshot))
    case .queue: return Answer(event: .queue(snapshot))
    case .chapters: return Answer(event: .chapters(snapshot))
    case .quit: return Answer(isQuit: true)
    case .nothing: return Answer(isCommand: false)
    }
  }

  /// Performs an action on what an item stands for.
  private func perform(_ verb: PlayerCommand.Verb, _ item: NamedItem) throws(MixtapeError) -> ScreenMessage? {
    if case .episode(let id) = item, verb != .play || session.owner != .selection {
      guard let episode = try store.episodes([id])[id] else {
        return ScreenMessage("there is no episode \(id)", isRefusal: true)
      }
      return perform(verb.action(with: episode))
    }
    return try perform(verb, try store.playedList(of: item))
  }

  /// Performs an action on the episodes of a list. The player of selections plays a list instead of the one before.
  private func perform(_ verb: PlayerCommand.Verb, _ list: PlayedList) throws(MixtapeError) -> ScreenMessage? {
    if verb == .play, session.owner == .selection { return try load(list) }
    guard let place = verb.place else { return nil }
    let playable = try playable(list, shuffle: player.shuffleAlgorithm)
    guard !playable.episodes.isEmpty else { return Self.nothingToPlay(in: list) }
    return perform(.insert(playable.episodes, of: list.name, count: playable.count, place))
  }

  private func playable(
    _ list: PlayedList, from entry: ListEntry? = nil, shuffle: ShuffleAlgorithm
  ) throws(MixtapeError) -> PlayableEpisodes {
    let seed = ShufflePlayer.seed(requested: nil, of: list.playlist, at: now())
    return try store.playable(list, seed: seed, from: entry, shuffled: shuffle != .off)
  }

  private static func nothingToPlay(in list: PlayedList) -> ScreenMessage {
    ScreenMessage("there is nothing to play in \(list.shownID)", isRefusal: true)
  }

  /// Plays a list instead of what the queue holds, from an entry or else from that of the list.
  func load(
    _ list: PlayedList, from entry: ListEntry? = nil, shuffle: ShuffleAlgorithm? = nil
  ) throws(MixtapeError) -> ScreenMessage? {
    let playable = try playable(list, from: entry, shuffle: shuffle ?? player.shuffleAlgorithm)
    if let entry, playable.first == nil {
      return ScreenMessage("\(entry.episode) is missing from the library", isRefusal: true)
    }
    guard !playable.episodes.isEmpty else { return Self.nothingToPlay(in: list) }
    let message = perform(
      .load(playable.episodes, of: list.name, count: playable.count, from: playable.first, shuffle: shuffle))
    session.replaceList(by: playable, selection: session.owner == .selection ? list.selection?.words : nil)
    if session.owner == .selection { controller.source.name = list.name }
    controller.source.hasReplacedList = session.owner.playlist == nil
    return message
  }

  /// Returns the answer to a command that was performed, with its message.
  private func performed(_ message: ScreenMessage?) -> Answer {
    session.noteChange()
    return Answer(event: message.map { $0.isRefusal ? .refused($0.text) : .done($0.text) }, hasEffect: true)
  }

  /// Executes the request of another program, and sends a ``PlayerReply``.
  ///
  /// - Returns: Whether the session should end.
  func reply(to request: PlayerMessage.Request) -> Bool {
    guard request.deadline > .now else { return false }
    catchUp()
    let answer = executeLine(request.line)
    catchUp()
    // A program that follows the player has the new state before the reply.
    publish()
    let event = answer.event ?? (answer.isQuit ? .done("The player ends") : .status(snapshot))
    request.reply(PlayerReply.text(for: event))
    return answer.isQuit
  }

  /// Plays a playlist in the queue without a playlist.
  ///
  /// - Throws: Errors of reading the playlist and the library, and of evaluating rules.
  func load(_ id: Playlist.ID) throws(MixtapeError) -> ScreenMessage? {
    if let playing = session.owner.playlist {
      guard id != playing else { return perform(.play) }
      return ScreenMessage(
        "this player plays \(playing); `mixtape play` without an id plays any playlist", isRefusal: true)
    }
    guard let playlist = try store.playlist(id) else {
      return ScreenMessage("there is no playlist \(id)", isRefusal: true)
    }
    return try load(.playlist(playlist))
  }
}

extension Problem {
  /// The message and its first hint, such as the candidates of an ambiguous name.
  var inOneLine: String { ([message] + hints.prefix(1)).joined(separator: "; ") }
}

extension PlayerCommand.Verb {
  fileprivate func action(with episode: Episode) -> PlayerAction {
    switch self {
    case .play: .playNow(episode)
    case .add: .add(episode)
    case .next: .playNext(episode)
    case .enqueue: .playLast(episode)
    case .remove: .remove(episode.id)
    }
  }

  /// The place of several episodes in the queue; `nil` if they leave it.
  fileprivate var place: PlayerAction.QueuePosition? {
    switch self {
    case .play: .now
    case .next: .next
    case .enqueue: .last
    case .add: .anywhere
    case .remove: nil
    }
  }
}
