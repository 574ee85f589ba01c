internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A player as a value: what it holds, what plays and what comes next. Commands and reports go in, and what the service has
/// to do comes out as ``orders``. It knows of no threads, and waits for nothing.
///
/// Episodes are known by their *slot*, the place in ``episodes``.
struct PlayerMachine: Sendable {
  /// Something that the service has to do.
  struct Order: Sendable {
    let kind: Kind
    /// The ticket that it is about.
    let ticket: Int

    enum Kind: Sendable {
      case requestAccess
      case setQueue([QueueEntry])
      case play, pause, skip, stop
      case seek(Duration)
    }
  }

  /// What the current episode does.
  enum Phase: Equatable, Sendable {
    case idle, loading, playing, paused
    case failed(MusicServiceError)
  }

  /// What listeners see, in a form that is compared in no time.
  struct Appearance: Equatable {
    let phase: Phase
    /// The serial number of the current episode, unless nothing plays.
    let episode: Int?
    let isEmpty: Bool
  }

  /// In the order in which they came.
  var episodes: [Episode] = []
  var slots: [Episode.ID: Int] = [:]
  /// Numbers that tell the episodes apart whatever slots they come to have; by slot.
  var serials: [Int] = []
  var nextSerial = 0
  /// What shuffles know of ``episodes``; `nil` after one came or went.
  var traits: ShuffleTraits?
  /// When each was heard last, as far as this player knows; by slot.
  var heardAt: [Date?] = []

  var phase = Phase.idle
  /// The slot of what plays, or of what plays first when it is told to.
  var current: Int?
  /// Whether the current episode could be heard since it was loaded.
  var hasStarted = false
  /// Where the current episode starts, or has started.
  var startPosition = Duration.zero
  /// Names the current entry of the service's queue; those that follow have the numbers that follow.
  var ticket = 0
  /// The rest of the round, the next one last.
  var upcoming: [Int] = []
  /// What was heard before the current episode, the latest last.
  var heard: [Int] = []
  var round = 0

  var algorithm: ShuffleAlgorithm
  let options: ShufflePlayer.Options
  var generator: Xoshiro256
  /// Whether the service has said that it may be used.
  var hasAccess = false
  /// What the service has to do, in order.
  var orders: [Order] = []

  /// How many of those heard before are remembered at least.
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

  var appearance: Appearance {
    let episode = phase == .idle ? nil : current.map { serials[$0] }
    return Appearance(phase: phase, episode: episode, isEmpty: episodes.isEmpty)
  }

  /// Whether the service has the queue.
  var isActive: Bool {
    switch phase {
    case .idle, .failed: false
    case .loading, .playing, .paused: true
    }
  }

  /// Whether the current episode cannot be played; a service that is gone says nothing about that.
  var isUnplayable: Bool { if case .failed(.notPlayable) = phase { true } else { false } }

  /// Where the current episode is, while the service does not have it.
  var restingPosition: Duration? { isActive ? nil : startPosition }

  /// Has the service do something about the current entry.
  mutating func order(_ kind: Order.Kind) { orders.append(Order(kind: kind, ticket: ticket)) }
}
