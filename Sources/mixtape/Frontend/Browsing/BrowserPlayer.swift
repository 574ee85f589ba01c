import Dispatch
import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser
import TerminalUI

/// The player at the foot of the browser.
final class BrowserPlayer {
  /// The player, once something was played.
  private(set) var playing: InteractivePlayer?
  /// The owner of the queue that is played.
  private var owner: StorePlayer?
  private let store: Store
  private let context: CommandContext
  private let service: PlayerServiceName
  private let mpvOptions: [String]
  private let mailbox: Mailbox<BrowserMessage>
  /// Whether `mixtape player` can control the player.
  private var isControlled = false
  /// The plays and positions that its players have recorded.
  private(set) var recorded = RecordedPlays()

  /// Makes a player that waits for its first playlist.
  ///
  /// - Parameters:
  ///   - store: The store for playing, which prints nothing.
  ///   - service: The service that plays; `nil` for the usual one.
  init(
    _ store: Store, on service: PlayerServiceName?, _ mpvOptions: [String], _ mailbox: Mailbox<BrowserMessage>,
    _ context: CommandContext
  ) {
    self.store = store
    self.context = context
    self.mailbox = mailbox
    self.mpvOptions = mpvOptions
    self.service = service ?? .usual(mpvOptions: mpvOptions, in: context)
  }

  /// Plays a playlist, or an episode.
  func play(_ request: BrowserEffect.Play) -> Browser.Message {
    let wanted: StorePlayer = if case .playlist(let id) = request.source { .playlist(id) } else { .standalone }
    do {
      // Looked up first, so that a refusal does not end the player that plays.
      let wantedEpisode = try request.episode.flatMap { try store.episodes([$0])[$0] }
      if let id = request.episode, wantedEpisode == nil {
        return Browser.Message("\(id) is missing from the library", isRefusal: true)
      }
      if playing == nil || owner != wanted {
        if try store.isRunning(wanted) { return control(wanted, request.episode) }
        try load(wanted, for: request.episode)
      }
      guard let playing else { return Browser.Message("There is nothing to play", isRefusal: true) }
      if request.isShuffled { _ = playing.perform(.shuffle(nil)) }
      guard let episode = wantedEpisode else {
        playing.player.play()
        let option = request.isShuffled ? " --shuffle" : ""
        return message(of: playing, "mixtape play\(owner?.playlist.map { " \($0)" } ?? "")\(option)")
      }
      let left = makeRoom(for: episode.id, in: playing)
      if let refusal = playing.perform(.playNow(episode)), refusal.isRefusal {
        return Browser.Message(refusal)
      }
      return message(of: playing, "mixtape player now \(episode.id)", left)
    } catch {
      guard (error as? MixtapeError)?.code == .locked else { return Self.refusal(error) }
      return Browser.Message("Another player is playing this; `mixtape player` controls it", isRefusal: true)
    }
  }

  private static func refusal(_ error: any Error) -> Browser.Message {
    let problem = ErrorPresenter.problem(for: error)
    return Browser.Message(([problem.message] + problem.hints.prefix(1)).joined(separator: "; "), isRefusal: true)
  }

  /// Lets the player of another program play. Its reply comes as a message, because the other program may be suspended.
  private func control(_ owner: StorePlayer, _ episode: Episode.ID?) -> Browser.Message {
    let player = RunningPlayer(owner: owner, store: store)
    let line = RunningPlayer.line(episode.map { ["now", $0.rawValue] } ?? ["play"])
    DispatchQueue(label: "mixtape.browser.control").async { [mailbox] in
      mailbox.put(.message(Self.reply(of: player, to: line)))
    }
    return Browser.Message("Asking the other player of \(player.wording.name)")
  }

  private static func reply(of player: RunningPlayer, to line: String) -> Browser.Message {
    let (name, option) = player.wording
    do {
      guard let reply = try player.send(line) else {
        return Browser.Message("The other player of \(name) has ended; p plays here", isRefusal: true)
      }
      guard !reply.isRefusal else { return Browser.Message(reply.lines.joined(separator: " "), isRefusal: true) }
      return Browser.Message("The other player of \(name) is playing", command: "mixtape player \(line) \(option)")
    } catch {
      return refusal(error)
    }
  }

  /// Removes an episode that is still to come from the full queue of a playlist, so that another one can play.
  ///
  /// - Returns: The removed episode.
  private func makeRoom(for id: Episode.ID, in playing: InteractivePlayer) -> Episode? {
    let player = playing.player
    guard owner?.playlist != nil, !player.contains(id), player.remainingCapacity == 0 else { return nil }
    guard let last = player.upNext.last ?? player.allEpisodes.last(where: { $0.id != player.currentEpisode?.id }) else {
      return nil
    }
    _ = playing.perform(.remove(last.id))
    return last
  }

  /// Returns the message about a player that starts, with the command that does the same.
  ///
  /// - Parameter left: The episode that left the full queue.
  private func message(of playing: InteractivePlayer, _ command: String, _ left: Episode? = nil) -> Browser.Message {
    playing.session.noteChange()
    let silence = service == .simulator ? ", without sound" : ""
    let limit = isControlled ? "" : "; `mixtape player` cannot control it"
    let title = playing.snapshot.playlist ?? "the queue"
    let full = left.map { "; the queue was full, so \($0.title) left it" } ?? ""
    return Browser.Message("Playing \(title)\(silence)\(limit)\(full)", command: command)
  }

  /// Loads a queue. The present player ends when it is certain that the new one can play.
  ///
  /// - Parameter episode: The episode that will be added to the queue; `nil` if the queue must not be empty.
  private func load(_ owner: StorePlayer, for episode: Episode.ID?) throws {
    let playlist = try owner.playlist.map { PlayedList.playlist(try store.existing($0, withTimes: false)) }
    // Released again: the new player needs the positions that the present one records at its end.
    if playing != nil { _ = try makePlayer(of: playlist, for: episode) }
    try end()
    let playing = try makePlayer(of: playlist, for: episode)
    (self.playing, self.owner) = (playing, owner)
    connect(playing)
  }

  private func makePlayer(of list: PlayedList?, for episode: Episode.ID?) throws -> InteractivePlayer {
    var start = try PlayerStart(of: list, in: store, on: service, now: context.now)
    start.mpvOptions = mpvOptions
    let seed = start.options.seed
    let playable = try list.map { try store.playable($0, seed: seed, shuffled: start.options.shuffle != .off) }
    let playing = try start.makePlayer(of: playable, reading: store, context)
    if let list, episode == nil, playing.player.count == 0 {
      throw try CommandFailure.nothingToPlay(in: list, seed: seed, of: store)
    }
    return playing
  }

  /// Connects the player to the loop. A store that cannot be written has no socket, and playing continues.
  private func connect(_ playing: InteractivePlayer) {
    do throws(MixtapeError) {
      try playing.connect(to: mailbox, in: context)
      isControlled = true
    } catch {
      isControlled = false
    }
  }

  /// Performs a command.
  func perform(_ command: BrowserEffect.PlayerCommand) throws(MixtapeError) -> Browser.Message? {
    guard let playing else { return nil }
    let action: PlayerAction
    switch command {
    case .toggle: action = .toggling(playing.player.state)
    case .next: action = .next
    case .previous: action = .previous
    case .shuffle: action = .shuffle(nil)
    case .forward: action = .seekBy(PlayerPanel.stride)
    case .back: action = .seekBy(.zero - PlayerPanel.stride)
    case .chapter(let index): action = .chapter(.number(index + 1))
    case .stop:
      try end()
      return Browser.Message("The player has ended")
    }
    let message = playing.perform(action)
    playing.session.noteChange()
    return message.map { Browser.Message($0) }
  }

  /// Ends playing, and records plays.
  func end() throws(MixtapeError) {
    guard let playing else { return }
    (self.playing, owner) = (nil, nil)
    recorded.add(try playing.end())
  }

  /// The player as the browser shows it.
  var bar: PlayerBar? {
    guard let snapshot = playing?.snapshot else { return nil }
    let position = mixtape.playingTime((snapshot.position / .seconds(1)).rounded(.down))
    let length = snapshot.duration.map { " / \(mixtape.playingTime($0 / .seconds(1)))" } ?? ""
    let episode = snapshot.shownEpisode
    var (title, isFailure) = (episode?.title ?? (snapshot.entries.isEmpty ? "The queue is empty" : "Stopped"), false)
    if case .error(let failure) = snapshot.state {
      (title, isFailure) = ("\(failure.episode.title): \(ErrorPresenter.wording(of: failure.reason))", true)
    }
    let chapters = snapshot.chapters.chapters.map { PlayerBar.Chapter(title: $0.title, start: $0.start.playingTime) }
    return PlayerBar(
      sign: snapshot.state.sign.rendered(colored: false), title: title,
      collection: episode.map { EpisodeText.origin($0.trackArtist, $0.collection) } ?? "",
      times: episode == nil ? snapshot.fill : "\(position)\(length)", isFailure: isFailure, chapters: chapters,
      chapter: snapshot.chapter.map { $0.number - 1 }, settings: snapshot.settings.joined(separator: ", "))
  }
}

extension Browser.Message {
  /// Makes the message of an action on the player.
  init(_ message: PlayerPanel.Message) { self.init(message.text, isRefusal: message.isRefusal) }
}
