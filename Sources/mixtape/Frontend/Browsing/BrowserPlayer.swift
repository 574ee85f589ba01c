import FileSystem
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
  /// The number of episodes that were recorded as played.
  private(set) var recordedCount = 0

  /// - Parameters:
  ///   - store: The store for playing, which prints nothing.
  ///   - service: The service that plays; `nil` for mpv if it is installed or has options, and the simulator otherwise.
  init(
    _ store: Store, on service: PlayerServiceName?, _ mpvOptions: [String], _ mailbox: Mailbox<BrowserMessage>,
    _ context: CommandContext
  ) {
    self.store = store
    self.context = context
    self.mailbox = mailbox
    self.mpvOptions = mpvOptions
    let hasMPV = !mpvOptions.isEmpty || InstalledProgram.path(of: "mpv", in: context.environment) != nil
    self.service = service ?? (hasMPV ? .mpv : .simulator)
  }

  /// Plays a playlist, or an episode.
  func play(_ request: BrowserEffect.Play) -> Browser.Message {
    let wanted: StorePlayer = if case .playlist(let id) = request.source { .playlist(id) } else { .standalone }
    if playing == nil || owner != wanted, let message = control(wanted, request.episode) { return message }
    do throws(MixtapeError) {
      try load(
        wanted, try wanted.playlist.map { (id) throws(MixtapeError) in try store.existing(id, withTimes: false) })
      guard let playing else { return Browser.Message("There is nothing to play", isRefusal: true) }
      guard let id = request.episode else {
        playing.player.play()
        return message(of: playing, "mixtape play\(owner?.playlist.map { " \($0)" } ?? "")")
      }
      guard let episode = try playing.episode(id) else {
        return Browser.Message("\(id) is missing from the library", isRefusal: true)
      }
      if let refusal = playing.perform(.playNow(episode)), refusal.isRefusal {
        return Browser.Message(refusal.text, isRefusal: true)
      }
      return message(of: playing, "mixtape player now \(id)")
    } catch {
      guard error.code == .locked else {
        return Browser.Message(ErrorPresenter.problem(for: error as any Error).message, isRefusal: true)
      }
      return Browser.Message("Another player is playing this; `mixtape player` controls it", isRefusal: true)
    }
  }

  /// Lets the player of another program play, if there is one.
  ///
  /// - Returns: The answer of the other player; `nil` if no other player runs, or if it does not reply.
  private func control(_ owner: StorePlayer, _ episode: Episode.ID?) -> Browser.Message? {
    let player = RunningPlayer(owner: owner, store: store)
    guard player.status() != nil else { return nil }
    let line = RunningPlayer.line(episode.map { ["now", $0.rawValue] } ?? ["play"])
    do {
      guard let reply = try player.send(line) else { return nil }
      let (name, option) = player.wording
      guard !reply.isRefusal else { return Browser.Message(reply.lines.joined(separator: " "), isRefusal: true) }
      return Browser.Message(
        "The other player of \(name) plays", command: "mixtape player \(line) \(option)")
    } catch {
      return Browser.Message(ErrorPresenter.problem(for: error).message, isRefusal: true)
    }
  }

  private func message(of playing: InteractivePlayer, _ command: String) -> Browser.Message {
    playing.session.noteChange()
    let silence = service == .simulator ? ", without sound" : ""
    let limit = isControlled ? "" : "; `mixtape player` cannot control it"
    let title = playing.snapshot.playlist ?? "the queue"
    return Browser.Message("Playing \(title)\(silence)\(limit)", command: command)
  }

  /// Loads a queue, unless it is already loaded.
  private func load(_ owner: StorePlayer, _ playlist: Playlist?) throws(MixtapeError) {
    guard self.owner != owner || playing == nil else { return }
    try end()
    let seed = playlist?.criteria.seed ?? Int64.random(in: 0..<1_000_000)
    let episodes = try playlist.map { (playlist) throws(MixtapeError) in
      try PlayableEpisodes(of: playlist, seed: seed, in: store).episodes
    }
    let options = ShufflePlayer.Options(
      shuffle: try store.shuffle(requested: nil, of: playlist), continuous: playlist?.settings.continuous ?? true,
      onFailure: .stop, seed: seed, now: context.now)
    let start = ContinuousClock.now
    let elapsed = { ContinuousClock.now - start }
    let (service, time) = makeService(seed, elapsed)
    let session = try PlayerSession(
      of: owner, episodes ?? [], in: store, on: service, options: options, elapsed: elapsed)
    let controller = PlayerController(session.player, playing: playlist?.name, on: self.service)
    let playing = InteractivePlayer(session, controller, store, time, now: context.now)
    mailbox.receive(statesOf: playing.player)
    (self.playing, self.owner) = (playing, owner)
    receiveRequests(to: playing)
    playing.loadChapters(in: context) { [mailbox] in mailbox.put(.player(.chapters($0))) }
  }

  private func makeService(_ seed: Int64, _ elapsed: @escaping () -> Duration) -> (any MusicService, SimulatedTime?) {
    guard service == .simulator else {
      let downloads = context.localFiles(of: store)
      return (MPVMusicService(environment: context.environment, options: mpvOptions, localFile: downloads), nil)
    }
    let simulator = SimulatedMusicService(
      SimulatedMusicService.Behavior(loadingTime: .milliseconds(500), seed: seed))
    return (simulator, SimulatedTime(service: simulator, speed: 1, elapsed: elapsed))
  }

  /// Lets other programs control the player. A store that cannot be written has no socket, and playing continues.
  private func receiveRequests(to playing: InteractivePlayer) {
    do throws(MixtapeError) {
      try playing.receiveRequests(mailbox.requests) { [mailbox] in mailbox.put(.player(.follower($0))) }
      playing.showOnSessionBus(in: context)
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
    case .forward: action = .seekBy(PlayerPanel.stride)
    case .back: action = .seekBy(.zero - PlayerPanel.stride)
    case .chapter(let index): action = .chapter(.number(index + 1))
    case .stop:
      try end()
      return Browser.Message("The player has ended")
    }
    let message = playing.perform(action)
    playing.session.noteChange()
    return message.map { Browser.Message($0.text, isRefusal: $0.isRefusal) }
  }

  /// Ends playing, and records plays.
  func end() throws(MixtapeError) {
    guard let playing else { return }
    (self.playing, owner) = (nil, nil)
    recordedCount += try playing.end()?.episodes.count ?? 0
  }

  /// The player as the browser shows it.
  var foot: PlayerFoot? {
    guard let snapshot = playing?.snapshot else { return nil }
    let position = mixtape.playingTime((snapshot.position / .seconds(1)).rounded(.down))
    let length = snapshot.duration.map { " / \(mixtape.playingTime($0 / .seconds(1)))" } ?? ""
    let episode = snapshot.shownEpisode
    var (title, isFailure) = (episode?.title ?? "The queue is empty", false)
    if case .error(let failure) = snapshot.state {
      (title, isFailure) = ("\(failure.episode.title): \(ErrorPresenter.wording(of: failure.reason))", true)
    }
    let chapters = snapshot.chapters.chapters.map { PlayerFoot.Chapter(title: $0.title, start: $0.start.playingTime) }
    return PlayerFoot(
      sign: snapshot.state.sign.rendered(colored: false), title: title, collection: episode?.collection ?? "",
      times: episode == nil ? snapshot.fill : "\(position)\(length)", isFailure: isFailure, chapters: chapters,
      chapter: snapshot.chapter.map { $0.number - 1 })
  }
}
