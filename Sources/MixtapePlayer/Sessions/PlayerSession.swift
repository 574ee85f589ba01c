internal import FileSystem
public import MixtapeModel
public import MixtapeStore
public import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A session of listening to a playlist, to a selection, or to the queue of the standalone player.
///
/// It resumes where the previous session of the player ended, saves the queue and the position while it runs, counts the
/// plays of episodes, and records them in the library at its end. A session that was killed loses at most 15 seconds: the
/// next session of the player resumes there, and records its plays.
///
/// The ``player`` may be used from any thread; the session itself from one.
public final class PlayerSession {
  /// The longest time that is played without saving.
  private static let saveInterval = Duration.seconds(15)

  /// The player of the session.
  public let player: ShufflePlayer
  /// The reason why the queue and the position could not be saved; `nil` if they were saved.
  public private(set) var savingFailure: MixtapeError?
  /// The episodes of the saved queue that are missing from the library. They return when the library has them again.
  public internal(set) var missing: [Episode.ID]
  /// The copy of a saved state that could not be read; `nil` if it could be read, or if there was none.
  public private(set) var damagedState: FilePath?

  let store: Store
  /// The sources of ``missing``, by their ids in the saved state.
  let absentSources: [Episode.ID: EpisodeSource]
  /// The entries of the list; empty for the standalone player, and for a list that is longer than the queue.
  var episodes: [Episode.ID]
  /// The list, if it is longer than the queue.
  var longList: SessionList?
  /// The episodes that left the playlist and still play.
  var formerEpisodes: [Episode.ID] = []
  /// The player that the session uses.
  public let owner: StorePlayer
  /// Whether a queue of a longer list is refilled.
  private var refills = true
  private let isShuffled: Bool
  /// The selection that the player of selections plays, in words.
  public private(set) var selection: String?
  /// The seed of random orders.
  let seed: Int64
  private let service: PlayCountingService
  let log: PlayLog
  private let keeper: PositionKeeper
  var positions = SessionPositions()
  /// The lock that keeps other sessions from using the player; `nil` if nothing can be written in the store.
  private var lock: FileLock?
  private let recordsPlays: Bool
  /// The plays of earlier sessions that are not recorded yet.
  private let unrecorded: [Episode.ID: EpisodePlays]
  /// The identity of ``unrecorded``.
  private let earlierBatch: PlayBatch?
  /// The identity of the plays that this session records, which include ``unrecorded``.
  private var batch: PlayBatch?
  private let elapsed: () -> Duration
  private var sleepTimer = SleepTimer()
  private var lastSave = Duration.zero
  private var hasChanges = true

  /// Starts a session. Nothing plays yet.
  ///
  /// - Parameters:
  ///   - owner: The player.
  ///   - episodes: The episodes of the playlist, up to the capacity of the player. If the session resumes an earlier one,
  ///     episodes that joined or left the playlist since then join or leave the queue. Empty for the standalone player.
  ///   - service: The service that plays.
  ///   - options: The options of the player.
  ///   - startsOver: Whether to ignore the order and the position of the previous session. The standalone player keeps its
  ///     episodes.
  ///   - recordsPlays: Whether ``end()`` records plays and positions. If not, those of earlier sessions stay unrecorded too.
  ///   - positions: The episodes that keep their positions. The player resumes all episodes that have one in the library.
  ///   - list: The list that the player plays, if it may be longer than the queue, which is then refilled.
  ///   - selection: The selection that the player of selections plays, in words. A session with another one starts over.
  ///   - elapsed: The time since a fixed moment. It decides when to save, and when the sleep timer ends.
  /// - Throws: ``MixtapeError/Code/locked`` if another session uses the player; errors of ``Store/hasRecorded(_:)`` if an earlier
  ///   session was killed before it could tell that its plays are recorded.
  public init(
    of owner: StorePlayer, _ episodes: [Episode], in store: Store, on service: any MusicService,
    options: ShufflePlayer.Options = ShufflePlayer.Options(), startsOver: Bool = false, recordsPlays: Bool = true,
    keeping positions: PositionKeeping = .podcasts, playing list: PlayableEpisodes? = nil, selection: String? = nil,
    elapsed: @escaping () -> Duration = PlayerSession.processTime()
  ) throws(MixtapeError) {
    do throws(MixtapeError) {
      lock = try store.lockPlayer(owner)
    } catch {
      guard error.code != .locked else { throw error }
      lock = nil
      savingFailure = error
    }
    let state = try store.playerState(of: owner)
    keeper = PositionKeeper(positions)
    let last = state.flatMap(SavedPlayerSession.init)
    batch = Self.newBatch(in: store)
    // Before the library is read, because this can finish an interrupted change.
    let isRecorded = try last?.isRecorded(in: store) ?? false
    let isLong = list?.isLong ?? false
    let startsOver = startsOver || last?.selection != selection || last.map { ($0.taken != nil) != isLong } ?? false
    let resumes = isLong && !startsOver && last != nil
    let queue = try RestoredQueue(
      last, for: owner, resumes ? [] : episodes, startsOver: startsOver, keeping: keeper, from: store)
    let saved = queue.saved
    unrecorded = isRecorded ? [:] : saved?.unrecordedPlays ?? [:]
    earlierBatch = unrecorded.isEmpty ? nil : saved?.batch
    log = PlayLog(unrecorded, keeping: keeper, now: options.now)
    self.service = PlayCountingService(service, log: log, resuming: startsOver ? nil : saved?.counted)
    player = queue.makePlayer(on: self.service, options)
    (missing, absentSources) = (queue.absent, queue.sources)
    self.store = store
    self.owner = owner
    self.selection = selection
    seed = options.seed
    self.episodes = isLong ? [] : episodes.map(\.id)
    isShuffled = options.shuffle != .off
    if isLong { longList = list.map { SessionList($0, resuming: resumes ? last : nil) } }
    self.recordsPlays = recordsPlays
    self.elapsed = elapsed
    if let state, saved == nil { keepDamagedState(state) }
    applyPositions()
  }

  /// Returns an identity for plays; `nil` if the repository cannot be read. Recording the plays then fails.
  private static func newBatch(in store: Store) -> PlayBatch? {
    do throws(MixtapeError) {
      return try store.newPlayBatch()
    } catch {
      return nil
    }
  }

  /// Keeps a copy of a saved state that cannot be read, because the state of this session replaces it.
  private func keepDamagedState(_ bytes: [UInt8]) {
    do throws(MixtapeError) {
      damagedState = try store.keepDamagedPlayerState(bytes, of: owner)
    } catch {
      savingFailure = error
    }
  }

  /// Returns a clock that starts now.
  public static func processTime() -> () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }

  /// Whether an episode was heard in this session.
  public var hasPlayed: Bool { service.hasPlayed }

  /// Notes that the player plays another list, or none.
  ///
  /// - Parameter selection: The selection, in words; `nil` if the next session should start over.
  public func replaceList(by list: PlayableEpisodes?, selection: String?) {
    self.selection = selection
    refills = true
    longList = list.flatMap { $0.isLong ? SessionList($0) : nil }
    player.forgetNextRound()
    episodes = owner == .standalone || longList != nil ? [] : list?.ids ?? []
  }

  /// The list that the player plays, and how much of it the queue has taken.
  public struct PlayingList {
    fileprivate let selection: String?
    fileprivate let episodes: [Episode.ID]
    fileprivate let longList: SessionList?
  }

  /// The list that the player plays now, for ``returnToList(_:)``.
  public var list: PlayingList { PlayingList(selection: selection, episodes: episodes, longList: longList) }

  /// Notes that the player plays an earlier list again. Not for the player of a playlist, which follows its file.
  public func returnToList(_ earlier: PlayingList) {
    (selection, episodes, longList) = (earlier.selection, earlier.episodes, earlier.longList)
  }

  /// Sets whether the queue is refilled from a list that is longer: not after the user has emptied it.
  public func setRefilling(_ refills: Bool) {
    self.refills = refills
    player.forgetNextRound()
    longList?.progress.forgetNextRound()
  }

  /// Evaluates the present list of a playlist.
  func playable(_ playlist: Playlist, in store: Store) throws(MixtapeError) -> PlayableEpisodes {
    try PlayableEpisodes(of: playlist, seed: seed, shuffled: isShuffled, in: store)
  }

  /// Notes a change of the queue or of the state of the player, for ``saveIfDue()``. Episodes that were left before their end
  /// resume at their positions when they play again.
  public func noteChange() {
    hasChanges = true
    do throws(MixtapeError) {
      if refills { try longList?.refill(player, from: store) }
      try keeper.lookUp(player.allEpisodes, in: store)
    } catch {
      savingFailure = error
    }
    applyPositions()
  }

  /// Gives the episodes of the player the positions of this session.
  private func applyPositions() {
    positions.recordNew(player.allEpisodes)
    let changed = player.allEpisodes.compactMap { positions.replace(in: $0, by: log) }
    if !changed.isEmpty { player.update(changed) }
  }

  /// Discards the plays and positions of episodes that a command has edited in the library.
  func discardEdited(in library: some Sequence<Episode>) {
    for edit in positions.record(library) {
      if edit.removesPlays { log.discardPlays(of: edit.episode.id) }
      if edit.replacesPosition { log.discardPosition(of: edit.episode) }
    }
  }

  // MARK: Saving

  /// Saves the queue and the position after a change, and every 15 seconds while something plays.
  ///
  /// Call it after each change, and regularly while something plays. ``savingFailure`` contains a failure.
  public func saveIfDue() {
    guard hasChanges || player.state.isPlaying && elapsed() - lastSave >= Self.saveInterval else { return }
    save(player.saved, counted: nil)
  }

  /// Saves the queue and the position.
  private func save(_ state: ShufflePlayer.Saved, counted: Episode.ID?, after recorded: PodcastPlan? = nil) {
    (lastSave, hasChanges) = (elapsed(), false)
    let current = player.currentEpisode.map { current in recorded?.episode(current.id) ?? positions.inLibrary(current) }
    let sources = player.allEpisodes.compactMap { episode in EpisodeSource(of: episode).map { (episode.id, $0) } }
    let saved = SavedPlayerSession(
      state, absent: missing, playlist: episodes + formerEpisodes, after: owner == .standalone ? nil : longList,
      counted: counted,
      plays: recordsPlays ? service.playsSoFar : unrecorded, as: recordsPlays ? batch : earlierBatch,
      sources: absentSources.merging(sources) { $1 }, current: current, selection: selection)
    do {
      try store.savePlayerState(saved.bytes, of: owner)
    } catch {
      savingFailure = error as? MixtapeError ?? MixtapeError(.saveFailed, cause: error)
    }
  }

  // MARK: Sleep timer

  /// The longest time of the sleep timer.
  public static var longestSleep: Duration { SleepTimer.longest }

  /// Sets or cancels the sleep timer, which ends playing after a time of at most a day. ``sleepIfDue()`` must be called regularly.
  public func sleep(after time: Duration?) { sleepTimer.set(time, at: elapsed()) }

  /// The time until the sleep timer ends; `nil` without a timer.
  public var timeUntilSleep: Duration? { sleepTimer.remaining(at: elapsed()) }

  /// Suspends the player if the sleep timer has ended. ``ShufflePlayer/play()`` resumes at the same position.
  ///
  /// - Returns: Whether the timer has ended.
  @discardableResult
  public func sleepIfDue() -> Bool {
    guard sleepTimer.expire(at: elapsed()) else { return false }
    player.suspend()
    hasChanges = true
    return true
  }

  // MARK: End

  /// Ends the session: stops the player, saves its state, and records the plays and the positions in the library as one commit.
  /// Another session may then use the player. Must be called at most once.
  ///
  /// - Returns: The change that recorded the plays and positions; `nil` if there were none.
  /// - Throws: Errors of ``StoreLibrary/recordPlays(_:)``. The next session of the player then records the plays.
  @discardableResult
  public func end() throws(MixtapeError) -> PodcastPlan? {
    defer { lock = nil }
    let (state, earlier) = (player.saved, log.plays)
    player.stop()
    // Saved first, so that no play is lost if the library cannot be changed.
    save(state, counted: service.counted)
    guard recordsPlays, !log.plays.isEmpty else { return nil }
    // What was heard until now is later than any edit.
    let finished = earlier.filter { log.plays[$0] == $1 }.map(\.key)
    discardEdited(in: try store.episodes(finished).values)
    guard !log.plays.isEmpty else {
      save(state, counted: service.counted)
      return nil
    }
    // If the state of this session could not be saved, the earlier one is still there.
    let plan = try store.library.recordPlays(log.plays, as: [earlierBatch, batch].compactMap(\.self))
    log.clear()
    batch = batch?.next
    save(state, counted: service.counted, after: plan)
    return plan
  }
}

extension PodcastPlan {
  /// Returns an episode after the change, if its podcast changed.
  fileprivate func episode(_ id: Episode.ID) -> Episode? {
    changes.lazy.compactMap(\.after).first { $0.id == id.podcast }?.episodes.first { $0.id == id }
  }
}

/// A timer that ends playing after a time. The clock is passed in.
struct SleepTimer {
  /// The longest time of a timer: a day.
  static let longest = Duration.seconds(86_400)

  private var deadline: Duration?

  /// Sets the timer, at most to ``longest``; `nil` cancels it.
  mutating func set(_ time: Duration?, at now: Duration) {
    deadline = time.map { now + max(.zero, min($0, Self.longest)) }
  }

  /// Returns the remaining time; `nil` without a timer.
  func remaining(at now: Duration) -> Duration? { deadline.map { max(.zero, $0 - now) } }

  /// Returns whether the time is over, once for each timer.
  mutating func expire(at now: Duration) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}
