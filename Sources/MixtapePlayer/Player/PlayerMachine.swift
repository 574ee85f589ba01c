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

  /// Returns the slot of an entry.
  func slot(of entry: PlayerEntry.ID) -> Int? { serials.firstIndex(of: entry) }

  /// Returns the entry in a slot.
  func entry(_ slot: Int) -> PlayerEntry { PlayerEntry(id: serials[slot], episode: episodes[slot]) }

  /// Whether the service has the current queue.
  var isActive: Bool {
    switch phase {
    case .idle, .failed: false
    case .loading, .playing, .paused: true
    }
  }

  /// Whether the current episode cannot be played. An unavailable service does not count.
  var isUnplayable: Bool { if case .failed(.notPlayable) = phase { true } else { false } }

  /// The position of the current episode, while the service does not have it.
  var restingPosition: Duration? { isActive ? nil : startPosition }

  /// Adds a command about the current entry.
  mutating func send(_ kind: ServiceCommand.Kind) { commands.append(ServiceCommand(kind: kind, ticket: ticket)) }
}
