import Companions
import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An interactive player: the session, the actions on it, the library to search, and the clock of a simulation.
final class InteractivePlayer {
  let session: PlayerSession
  let controller: PlayerController
  /// The failure of the whole session, known at its end.
  private(set) var failure: Failure?
  /// The message of the screen at the start, if any.
  var firstMessage: ScreenMessage?
  private var lastFailure: PlaybackFailure?
  private var server: PlayerControlServer?
  private var sessionBus: SessionBusProgram?
  /// The programs that follow the player.
  var broadcast = PlayerBroadcast()
  /// The podcasts and albums that were looked up, for their covers; `nil` for those that the library does not have.
  var knownHeads: [Podcast.ID: Podcast?] = [:]
  var libraryChapters = LibraryChapters()
  let elapsed = PlayerSession.processTime()
  let store: Store
  private let time: SimulatedTime?
  private let context: CommandContext

  /// The failure of a whole session.
  enum Failure {
    /// The service did not work at the end.
    case service(MusicServiceError)
    /// No episode was heard. The last failure is the reason.
    case nothingPlayed(PlaybackFailure)
  }

  init(
    _ session: PlayerSession, _ controller: PlayerController, _ store: Store, _ time: SimulatedTime?,
    in context: CommandContext
  ) {
    self.session = session
    self.controller = controller
    self.store = store
    self.time = time
    self.context = context
  }

  var player: ShufflePlayer { session.player }

  var now: @Sendable () -> Date { context.now }

  /// The current state of the player, for display.
  var snapshot: PlayerSnapshot {
    var snapshot = controller.snapshot
    snapshot.timeUntilSleep = session.timeUntilSleep
    snapshot.playlistID = session.owner.playlist
    snapshot.artwork = snapshot.shownEpisode.flatMap(cover)
    return snapshot
  }

  var chapter: CurrentChapter? {
    CurrentChapter(of: player.chapters, at: player.position, speed: player.speed)
  }

  func perform(_ action: PlayerAction) -> ScreenMessage? {
    // Each change that can be undone keeps it.
    controller.source.list = session.list
    switch action {
    case .sleep(let time): return sleep(after: time)
    case .sleepLonger: return sleep(after: nextSleep)
    case .rate(let episode, let rating): return rate(episode, rating)
    case .clear: return clear()
    case .undo: return undo()
    default: return controller.perform(action)
    }
  }

  private func clear() -> ScreenMessage? {
    let message = controller.perform(.clear)
    if controller.source.hasReplacedList { session.replaceList(by: nil, selection: nil) }
    session.setRefilling(false)
    return message
  }

  private func undo() -> ScreenMessage? {
    let name = controller.source.name
    let message = controller.perform(.undo)
    if session.owner.playlist != nil {
      // The name follows the playlist.
      controller.source.name = name
    } else if let list = controller.source.list {
      session.returnToList(list)
    }
    session.setRefilling(true)
    return message
  }

  /// Rates an episode in the library, as `mixtape episode rate` does.
  private func rate(_ episode: Episode, _ rating: Int64?) -> ScreenMessage {
    do throws(MixtapeError) {
      let plan = try store.library.perform(.rate([episode.id], rating))
      return ScreenMessage(PlanReport(plan).sentence(isDone: plan.hasEffect))
    } catch {
      return ScreenMessage(refusalBy: error)
    }
  }

  private func sleep(after time: Duration?) -> ScreenMessage {
    session.sleep(after: time)
    return ScreenMessage(
      time.map { "Playing stops in \($0.playingTime)" } ?? "The sleep timer is off")
  }

  /// The times between which a key of the screen changes the sleep timer.
  private static let usualSleeps = [15, 30, 45, 60, 90].map { Duration.seconds(60 * $0) }

  /// The next longer of the usual times; `nil` after the longest one.
  private var nextSleep: Duration? {
    // A timer that was just set has run for a moment.
    let current = session.timeUntilSleep.map { $0 + .seconds(60) } ?? .zero
    return Self.usualSleeps.first { $0 > current }
  }

  func note(_ state: PlaybackState) {
    if case .error(let failure) = state { lastFailure = failure }
    requestChapters(of: state.currentEpisode)
    session.noteChange()
  }

  /// Runs the simulation up to the current time, and ends playing if the sleep timer has ended.
  func catchUp() {
    time?.catchUp()
    session.sleepIfDue()
  }

  /// Adjusts the queue to the present playlist and library. Returns whether it has other episodes now.
  func follow() throws(MixtapeError) -> Bool {
    knownHeads = [:]
    let before = player.allEpisodes.map(\.id)
    if let playlist = try session.follow(store) { controller.source.name = playlist.name }
    requestChapters(of: player.state.currentEpisode)
    return player.allEpisodes.map(\.id) != before
  }

  /// Returns the time until the next event without input; `nil` for never.
  ///
  /// - Parameter showsSeconds: Whether each played second is an event; otherwise, each chapter is one.
  func timeout(showingSeconds showsSeconds: Bool) -> Duration? {
    var timeout = [time?.timeout, session.timeUntilSleep].compactMap(\.self).min()
    guard player.state.isPlaying else { return timeout }
    if let next = showsSeconds ? untilNextSecond : untilNextChapter { timeout = min(timeout ?? next, next) }
    return timeout
  }

  /// The time until the next chapter of the current episode begins. At most a second if the service plays sound: it learns of
  /// chapters without a report.
  private var untilNextChapter: Duration? {
    let position = player.position
    let next = player.chapters.start(after: position, speed: player.speed).flatMap { wait(for: $0 - position) }
    return time == nil ? min(next ?? .seconds(1), .seconds(1)) : next
  }

  /// The time until the position shows another second.
  private var untilNextSecond: Duration? {
    let position = player.position / .seconds(1)
    return wait(for: .seconds(1 - (position - position.rounded(.down))))
  }

  /// Returns the real time in which a time of the current episode passes, if it does not stand still.
  private func wait(for time: Duration) -> Duration? {
    guard let wait = SimulatedTime.waiting(time, clockSpeed * player.speed.rawValue) else { return nil }
    // 25 frames per second are enough.
    return max(wait, .milliseconds(40))
  }

  /// Returns the episodes of the library for a search text, matches in titles first. The last word may be unfinished.
  func find(_ text: String) throws(MixtapeError) -> [Episode] {
    try store.episodes(choosableBy: text, atMost: PlayerPage.longestResult, now: now())
  }

  /// Finds items of the store by their names.
  var lookup: NameLookup { NameLookup(in: store, now: now) }

  /// Returns the ids of the episodes that a query finds.
  func ids(_ query: PlayerCommand.Query) throws -> [Episode.ID] {
    let edit: CriteriaEdit =
      switch query {
      case .rule(let text): .add(try RuleArgument(text: text).condition)
      case .search(let text): .search(text)
      }
    return try store.episodeIDs(matching: EpisodeQuery(try SmartCriteria().applying([edit]), now: now()))
  }

  /// Sends the states of the player to a loop until the end of the session, and what comes from other programs and the network.
  ///
  /// - Throws: An error if other programs cannot control the player. It can play all the same.
  func connect(to mailbox: Mailbox<some PlayerMessageCarrying>) throws(MixtapeError) {
    mailbox.receive(statesOf: player)
    libraryChapters.loader = ChapterLoader(FeedFetcher(in: context)) { mailbox.put(.player(.external(.chapters($0)))) }
    server = try session.receiveRequests(
      mailbox.requests, followRequest: PlayerReport.followRequest,
      follow: { mailbox.put(.player(.external(.follower($0)))) })
    showOnSessionBus()
  }

  /// Shows the player on the session bus, if there is one and other programs can control the player.
  private func showOnSessionBus() {
    sessionBus = server.flatMap { SessionBusProgram(showing: $0, in: context) }
  }

  var clockSpeed: Double { time?.speed ?? 1 }

  /// Ends the session. Returns the change that recorded the plays, if there were any.
  func end() throws(MixtapeError) -> PodcastPlan? {
    // The next player of the queue may listen as soon as the session has ended.
    server?.end()
    sessionBus?.end()
    catchUp()
    note(player.state)
    if case .error(let failure) = player.state, failure.isOfService {
      self.failure = .service(failure.reason)
    } else if let lastFailure, !session.hasPlayed {
      failure = .nothingPlayed(lastFailure)
    }
    return try session.end()
  }
}

extension ScreenMessage {
  init(refusalBy error: any Error) { self.init(ErrorPresenter.problem(for: error).message, isRefusal: true) }
}

extension PlaybackFailure {
  /// Whether the service failed and not the episode.
  fileprivate var isOfService: Bool {
    switch reason {
    case .unavailable, .denied: true
    case .missingFile, .notPlayable: false
    }
  }
}

// The parts that several loops share.

extension InteractivePlayer {
  /// Handles a message from another program or the network.
  ///
  /// - Returns: Whether the session should end.
  func take(_ message: PlayerMessage.External) -> Bool {
    switch message {
    case .request(let request): return reply(to: request)
    case .follower(let follower): add(follower)
    case .chapters(let chapters): take(chapters)
    }
    return false
  }

  /// Returns the message about an episode that could not be played, if the player goes on without it. The screen shows the
  /// failure of the current episode by itself.
  func message(aboutSkipped failure: PlaybackFailure) -> ScreenMessage? {
    if case .error = player.state { return nil }
    let reason = ErrorPresenter.wording(of: failure.reason)
    return ScreenMessage("Skipped \(failure.episode.title): \(reason)", isRefusal: true)
  }

  /// Adjusts the queue to the store, for a player on a screen.
  func followOnScreen() -> ScreenMessage? {
    do throws(MixtapeError) {
      _ = try follow()
      return nil
    } catch {
      let reason = ErrorPresenter.problem(for: error).message
      return ScreenMessage("The queue does not follow the playlist: \(reason)", isRefusal: true)
    }
  }
}

extension InteractivePlayer {
  /// Pauses and saves, calls a function that stops the process, and plays on when that returns.
  func whileStopped(_ stop: () throws -> Void) rethrows {
    let wasPlaying = player.state.isPlayingSoon
    if wasPlaying { player.pause() }
    session.noteChange()
    session.saveIfDue()
    // Media keys then reach other players.
    sessionBus?.end()
    sessionBus = nil
    try stop()
    showOnSessionBus()
    // Time has passed for the clock of the simulator, but not for the episode.
    catchUp()
    if wasPlaying { player.play() }
  }
}

extension PlaybackState {
  /// Whether the player plays, or will play after loading.
  fileprivate var isPlayingSoon: Bool {
    switch self {
    case .loading, .playing: true
    case .empty, .stopped, .paused, .error: false
    }
  }
}
