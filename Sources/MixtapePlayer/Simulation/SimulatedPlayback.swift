internal import MixtapeModel

/// The state of a simulated service, as a value.
struct SimulatedPlayback {
  private(set) var now = Duration.zero
  private(set) var speed = PlaybackSpeed.normal
  var volume = Volume.full
  /// The chapters of the sounds of episodes.
  var chaptersOfEpisodes: [Episode.ID: ChapterList] = [:]
  private var unplayable: Set<Episode.ID> = []

  private let behavior: SimulatedMusicService.Behavior
  private var generator: Xoshiro256
  private var queue: [QueueEntry] = []
  /// The ids and playing times of the entries. Copying these is cheaper than copying episodes at every step.
  private var lengths: [(id: QueueEntry.ID, duration: Duration)] = []
  /// The number of entries of the queue that were skipped.
  private var first = 0
  private var phase = Phase.idle
  /// The position of the first entry; while it plays, its position at ``since``.
  private var offset = Duration.zero
  /// The time at which the first entry began to play or load.
  private var since = Duration.zero
  /// The remaining loading time of the first entry at ``since``.
  private var loading = Duration.zero
  private var hasStarted = false

  private enum Phase { case idle, loading, playing, paused, over }

  init(_ behavior: SimulatedMusicService.Behavior) {
    self.behavior = behavior
    generator = Xoshiro256(seed: behavior.seed)
  }

  /// The first entry; `nil` if the queue is empty.
  private var entry: QueueEntry.ID? { first < lengths.count ? lengths[first].id : nil }

  /// The playing time of the first entry; `nil` if the queue is empty.
  var length: Duration? { first < lengths.count ? lengths[first].duration : nil }

  private var duration: Duration { length ?? .zero }

  /// The chapters of the first entry, once it is loaded.
  var chapters: ChapterList {
    guard hasStarted, first < queue.count else { return .none }
    return chaptersOfEpisodes[queue[first].episode.id] ?? .none
  }

  /// The time of the next event.
  var due: Duration? {
    switch phase {
    case .idle, .paused, .over: nil
    case .loading: since + loading
    case .playing: since + speed.realTime(for: max(.zero, duration - offset))
    }
  }

  var position: Duration { phase == .playing ? offset + speed.playingTime(in: now - since) : offset }

  mutating func step(until time: Duration?) -> MusicServiceReport? {
    guard let due, due <= time ?? due, let entry else {
      now = max(now, time ?? now)
      return nil
    }
    now = max(now, due)
    return phase == .loading ? finishLoading(entry) : finish(entry)
  }

  private mutating func finishLoading(_ entry: QueueEntry.ID) -> MusicServiceReport {
    let isBroken = !unplayable.isEmpty && unplayable.contains(queue[first].episode.id)
    if generator.chance(behavior.failChance) || isBroken {
      phase = .over
      return .failed(entry, .notPlayable("simulated failure"))
    }
    loading = .zero
    (phase, since, hasStarted) = (.playing, now, true)
    return .started(entry)
  }

  private mutating func finish(_ entry: QueueEntry.ID) -> MusicServiceReport {
    phase = .over
    offset = duration
    return .ended(entry)
  }

  mutating func setPlayable(_ isPlayable: Bool, _ episode: Episode.ID) {
    if isPlayable { unplayable.remove(episode) } else { unplayable.insert(episode) }
  }

  /// Ends the entry that is playing or loading, as a failure does, and returns its id.
  mutating func interrupt() -> QueueEntry.ID? {
    guard phase != .idle, phase != .over, let entry else { return nil }
    offset = position
    phase = .over
    return entry
  }

  mutating func setQueue(_ newQueue: [QueueEntry]) {
    let keepsCurrent = entry != nil && newQueue.first?.id == entry
    queue = newQueue
    lengths = newQueue.map { ($0.id, SimulatedMusicService.length(of: $0.episode)) }
    first = 0
    if !keepsCurrent { rewind() }
  }

  mutating func play() {
    guard entry != nil else { return }
    switch phase {
    case .loading, .playing, .over: break
    case .idle: (phase, since, loading) = (.loading, now, behavior.loadingTime)
    case .paused: (phase, since) = (hasStarted ? .playing : .loading, now)
    }
  }

  mutating func pause() {
    switch phase {
    case .idle, .paused, .over: return
    case .loading: loading = max(.zero, loading - (now - since))
    case .playing: offset = position
    }
    phase = .paused
  }

  mutating func skip() {
    first += 1
    rewind()
    play()
  }

  mutating func seek(to position: Duration) {
    offset = max(.zero, min(position, duration))
    if phase == .playing { since = now }
  }

  mutating func setSpeed(_ newSpeed: PlaybackSpeed) {
    if phase == .playing { (offset, since) = (position, now) }
    speed = newSpeed
  }

  private mutating func rewind() {
    (phase, offset, hasStarted) = (.idle, .zero, false)
  }
}
