internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The state machine of a player: its entries, the current one and the rest of the round.
///
/// Commands of the user and reports of the service go in; ``commands`` for the service come out. It is a value without
/// threads or waiting. An entry is identified by its *slot*, its index in ``episodes``. An episode may have several entries.
struct PlayerMachine: Sendable {
  /// A command for the service, with the entry that it is about.
  struct ServiceCommand: Sendable {
    let kind: Kind
    /// The ticket of the entry that was current.
    let ticket: Int

    enum Kind: Sendable {
      case requestAccess
      case setQueue([QueueEntry])
      case play, pause, skip, stop
      case seek(Duration)
      case setSpeed(PlaybackSpeed)
      case setVolume(Volume)
    }

    /// Whether the command is about an entry, and not about all entries.
    var isAboutEntry: Bool {
      switch kind {
      case .requestAccess, .setQueue, .play, .pause, .skip, .stop, .seek: true
      case .setSpeed, .setVolume: false
      }
    }
  }

  /// The phases of the current episode.
  enum Phase: Equatable, Sendable {
    case idle, loading, playing, paused
    case failed(MusicServiceError)
  }

  /// The part of the state that listeners see, in a form that is cheap to compare.
  struct VisibleState: Equatable {
    let phase: Phase
    /// The serial number of the current entry; `nil` in the phase `idle`.
    let episode: Int?
    let isEmpty: Bool
  }

  /// The episodes of the entries, in the order in which they were added.
  var episodes: [Episode] = []
  /// The serial numbers of the entries, by slot. They stay the same when slots change.
  var serials: [Int] = []
  var nextSerial = 0
  /// The cached traits of ``episodes``; `nil` after episodes were added or removed.
  var traits: ShuffleTraits?
  /// The time at which each entry was heard last in this player, by slot.
  var heardAt: [Date?] = []

  var phase = Phase.idle
  /// The slot of the current entry.
  var current: Int?
  /// Whether the current episode was heard since it was loaded.
  var hasStarted = false
  /// The position at which the current episode starts, or has started.
  var startPosition = Duration.zero
  /// The id of the current entry in the queue of the service. The entries after it have the next numbers.
  var ticket = 0
  /// The rest of the round, the next slot last.
  var upcoming: [Int] = []
  /// The history: the slots that were heard before the current one, the latest last.
  var heard: [Int] = []
  var round = 0

  /// The entries that were played to their end when they played last.
  var finished: Set<PlayerEntry.ID> = []
  /// The entries that left the playlist while they played, by serial number. They leave the player when they are no longer current.
  var pendingRemovals: Set<PlayerEntry.ID> = []
  /// The first episodes of the next round, if the list is longer than the queue; see ``refill(with:)``.
  var nextRound: [Episode] = []
  /// The entries of a list that is longer than the queue that were left over when the present round began.
  var pastRound: Set<PlayerEntry.ID> = []
  /// The speed and the volume that were set; `nil` for those of the service.
  var speed: PlaybackSpeed?
  var volume: Volume?
  /// The number of episodes that were skipped after failures since an episode was heard, or since a command of the user.
  var skippedFailures = 0
  /// The chapters that were set for an episode, and its serial number.
  var chaptersOfEpisode: (serial: Int, chapters: ChapterList)?
  /// The states that listeners get before the present one.
  var passedStates: [PlaybackState] = []

  var algorithm: ShuffleAlgorithm
  let options: ShufflePlayer.Options
  var generator: Xoshiro256
  /// Whether the service has granted access.
  var hasAccess = false
  /// The commands for the service, in order.
  var commands: [ServiceCommand] = []

  /// The number of episodes that the history keeps at least.
  static let longestMemory = 500

  init(_ options: ShufflePlayer.Options) {
    self.options = options
    algorithm = options.shuffle
    generator = Xoshiro256(seed: options.seed)
  }

  var state: PlaybackState {
    guard let current else { return episodes.isEmpty ? .empty : .stopped }
    let episode = episodes[current]
    return switch phase {
    case .idle: .stopped
    case .loading: .loading(episode)
    case .playing: .playing(episode)
    case .paused: .paused(episode)
    case .failed(let reason): .error(PlaybackFailure(episode, reason))
    }
  }

  var visibleState: VisibleState {
    let episode = phase == .idle ? nil : current.map { serials[$0] }
    return VisibleState(phase: phase, episode: episode, isEmpty: episodes.isEmpty)
  }

  /// Returns the slots of an episode, in order.
  func slots(of id: Episode.ID) -> [Int] { episodes.indices.filter { episodes[$0].id == id } }

  /// Returns whether an episode has an entry.
  func contains(_ id: Episode.ID) -> Bool { episodes.contains { $0.id == id } }

  func slot(of entry: PlayerEntry.ID) -> Int? { serials.firstIndex(of: entry) }

  func entry(_ slot: Int) -> PlayerEntry { PlayerEntry(id: serials[slot], episode: episodes[slot]) }

  /// Whether the service has the current queue.
  var isActive: Bool {
    switch phase {
    case .idle, .failed: false
    case .loading, .playing, .paused: true
    }
  }

  /// Whether the current episode cannot be played. An unavailable service does not count.
  var isUnplayable: Bool {
    switch phase {
    case .failed(.missingFile), .failed(.notPlayable): true
    case .failed(.unavailable), .failed(.denied), .idle, .loading, .playing, .paused: false
    }
  }

  /// Whether the file of the current episode does not exist.
  private var isMissing: Bool { if case .failed(.missingFile) = phase { true } else { false } }

  /// The position of the current episode, while the service does not have it.
  var restingPosition: Duration? { isActive ? nil : startPosition }

  /// Adds a command about the current entry.
  mutating func send(_ kind: ServiceCommand.Kind) { commands.append(ServiceCommand(kind: kind, ticket: ticket)) }
}

// The commands of a player. `docs/player-control.md` has the same transitions as a table, and `TransitionTests` checks them.

extension PlayerMachine {
  mutating func play() {
    skippedFailures = 0
    switch phase {
    case .loading, .playing: break
    case .paused: resume()
    case .idle, .failed:
      if let current { load(current, from: startPosition) } else { advance() }
    }
  }

  mutating func pause() {
    guard phase == .loading || phase == .playing else { return }
    phase = .paused
    send(.pause)
  }

  mutating func toggle() {
    switch phase {
    case .loading: break
    case .playing: pause()
    case .idle, .paused, .failed: play()
    }
  }

  /// Stops playing.
  ///
  /// - Parameter position: The position at which the current episode starts next time.
  mutating func stop(at position: Duration = .zero) {
    guard phase != .idle else { return }
    halt(at: position)
  }

  mutating func setSpeed(_ speed: PlaybackSpeed) {
    self.speed = speed
    send(.setSpeed(speed))
  }

  mutating func setVolume(_ volume: Volume) {
    self.volume = volume
    send(.setVolume(volume))
  }

  mutating func skipToNext() {
    skippedFailures = 0
    advance()
  }

  mutating func skipToPrevious() {
    skippedFailures = 0
    if let previous = heard.popLast() {
      if let current, !isUnplayable { putNext(current) }
      load(previous)
    } else {
      if hasStarted || startPosition > .zero { seek(to: .zero, within: nil) }
      play()
    }
  }

  /// Seeks in the current episode.
  ///
  /// - Parameter end: The length of the current episode, if it is known.
  mutating func seek(to position: Duration, within end: Duration?) {
    guard current != nil else { return }
    let position = max(.zero, min(position, end ?? position))
    // An episode that has not started will start there, also after a failure.
    if !isActive || !hasStarted { startPosition = position }
    if isActive { send(.seek(position)) }
  }

  mutating func playNow(_ episode: Episode) throws(ShufflePlayerError) { playNow(try slot(of: episode)) }

  mutating func playNow(_ slot: Int) {
    skippedFailures = 0
    prepareRound()
    upcoming.removeAll { $0 == slot }
    guard current != slot else { return load(slot, from: .zero) }
    requeueCurrent()
    load(slot)
  }

  /// Resumes from a pause.
  private mutating func resume() {
    phase = hasStarted ? .playing : .loading
    send(.play)
  }
}

extension PlayerMachine {
  /// Handles a report of the service. A report about an entry that is no longer current is ignored.
  ///
  /// - Parameter position: The position of the service; used only for failures.
  mutating func receive(_ report: MusicServiceReport, at position: Duration = .zero) {
    switch report {
    case .started(ticket) where phase == .loading:
      phase = .playing
      hasStarted = true
      skippedFailures = 0
    case .ended(ticket) where isActive:
      // The next time, it starts at its beginning.
      if let current {
        episodes[current] = episodes[current].withPosition(nil)
        finished.insert(serials[current])
      }
      end()
    case .failed(ticket, let reason) where isActive:
      let wasPaused = phase == .paused
      fail(reason, at: position)
      skipFailure(staysPaused: wasPaused)
    case .paused(ticket) where phase == .playing: phase = .paused
    case .resumed(ticket) where phase == .paused: phase = hasStarted ? .playing : .loading
    case .started, .ended, .failed, .paused, .resumed: break
    }
  }

  /// Handles a command that the service refused.
  mutating func fail(_ command: ServiceCommand, _ reason: MusicServiceError, at position: Duration) {
    guard isActive else { return }
    guard command.ticket == ticket else { return startOver() }
    let wasPaused = phase == .paused
    fail(reason, at: position)
    // The service may still play an episode that it could not pause, seek in or replace.
    switch command.kind {
    case .pause, .seek, .setQueue: self.send(.stop)
    case .requestAccess, .play, .skip, .stop, .setSpeed, .setVolume: break
    }
    skipFailure(staysPaused: wasPaused)
  }

  /// Loads the next episode after one whose file is missing and, if the options say so, after any other that cannot be played.
  /// Stops trying if no episode of the player could be played in a row, and after the last one of a round that is not repeated.
  private mutating func skipFailure(staysPaused: Bool) {
    guard isMissing || options.onFailure == .next && isUnplayable, skippedFailures + 1 < episodes.count else { return }
    skippedFailures += 1
    passedStates.append(state)
    guard mayContinue else {
      finishCurrent()
      return halt()
    }
    advance()
    if staysPaused { pause() }
  }

  /// Sends the queue and the current episode again, after a refused command about an earlier entry: the queue of the
  /// service is then unknown.
  private mutating func startOver() {
    guard let current else { return }
    let isPaused = phase == .paused
    commands.removeAll(where: \.isAboutEntry)
    load(current, from: startPosition)
    if isPaused { pause() }
  }

  private mutating func end() {
    if options.continuous, mayContinue { return advance() }
    finishCurrent()
    halt()
  }

  /// Whether the player may go on by itself: in this round, or in another one.
  private var mayContinue: Bool { options.repeats || !upcoming.isEmpty }

  private mutating func fail(_ reason: MusicServiceError, at position: Duration) {
    phase = .failed(reason)
    // Access is requested again if it was revoked, or if the service is gone.
    if !isUnplayable { hasAccess = false }
    // A retry starts at this position, or at the old start position if the episode had not started.
    if hasStarted { startPosition = position }
    // Commands about the failed entry are obsolete.
    commands.removeAll { $0.isAboutEntry && $0.ticket == ticket }
    ticket += 1
  }
}
