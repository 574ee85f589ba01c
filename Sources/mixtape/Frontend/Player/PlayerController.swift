import MixtapeModel
import MixtapePlayer
import StoreBrowser

/// The origin of the queue of a player. Undo restores it with the queue.
struct QueueSource {
  /// The name of the playlist or the selection, if there is one.
  var name: String?
  /// Whether another list was played instead of the first one.
  var hasReplacedList = false
  /// The list of the session, as of the last change.
  var list: PlayerSession.PlayingList?
}

/// Performs actions on a player, and keeps the changes of its queue for undo.
final class PlayerController {
  let player: ShufflePlayer
  /// The present origin of the queue.
  var source: QueueSource
  private let service: PlayerServiceName
  /// The shuffle that ``PlayerAction/shuffle(_:)`` turns on.
  private let usualShuffle: ShuffleAlgorithm
  /// The changes of the queue that can be undone, the last one last.
  private var changes: [Change] = []

  private struct Change {
    /// The text after "Undone: ".
    let wording: String
    let before: ShufflePlayer.Arrangement
    let source: QueueSource
    var moved: PlayerEntry.ID?
  }

  /// The maximum number of changes that can be undone.
  private static let longestUndo = 100

  init(
    _ player: ShufflePlayer, playing name: String?, on service: PlayerServiceName,
    shuffle: ShuffleAlgorithm = .default
  ) {
    usualShuffle = shuffle
    self.player = player
    source = QueueSource(name: name)
    self.service = service
  }

  /// The current state of the player, for display.
  var snapshot: PlayerSnapshot {
    var snapshot = PlayerSnapshot(playing: source.name)
    snapshot.state = player.state
    (snapshot.current, snapshot.entries) = (player.currentEntry, player.entries)
    (snapshot.position, snapshot.duration) = (player.position, player.duration)
    snapshot.chapters = player.chapters
    (snapshot.upNext, snapshot.heardBefore) = (player.entriesUpNext, player.entriesHeardBefore)
    snapshot.finished = player.finishedEntries
    (snapshot.round, snapshot.shuffle) = (player.round, player.shuffleAlgorithm)
    (snapshot.speed, snapshot.volume) = (player.speed, player.volume)
    snapshot.isSimulated = service == .simulator
    if case .error(let failure) = snapshot.state { snapshot.failure = ErrorPresenter.wording(of: failure.reason) }
    return snapshot
  }

  func perform(_ action: PlayerAction) -> ScreenMessage? {
    do throws(ShufflePlayerError) {
      return try perform(orThrow: action)
    } catch {
      switch error {
      case .capacityReached:
        return ScreenMessage(
          "The queue is full: the maximum is \(ShufflePlayer.capacity) episodes", isRefusal: true)
      }
    }
  }

  private func perform(orThrow action: PlayerAction) throws(ShufflePlayerError) -> ScreenMessage? {
    switch action {
    case .play: player.play()
    case .pause: player.pause()
    case .toggle: player.togglePlayback()
    case .next: player.skipToNext()
    case .previous: player.skipToPrevious()
    case .stop: player.stop()
    case .seekBy(let time): player.seek(to: max(.zero, player.position + time))
    case .seekTo(let position): player.seek(to: position)
    case .chapter(let step): return self.step(to: step)
    case .shuffle(let algorithm): return shuffle(by: algorithm)
    case .speed(let speed): return set(speed)
    case .speedBy(let amount): return set(PlaybackSpeed(clamping: player.speed.rawValue + amount))
    case .volume(let volume): return set(volume)
    case .volumeBy(let amount): return set(Volume(clamping: player.volume.rawValue + amount))
    case .add(let episode): return try add(episode)
    case .remove(let id): return remove(id)
    case .addOrRemove(let episode): return player.contains(episode.id) ? remove(episode.id) : try add(episode)
    case .entry(let action, let entry): return perform(action, on: entry)
    case .clear: return clear()
    case .playNow(let episode):
      // An episode that is already in the queue stays there, so there is nothing to undo.
      if player.contains(episode.id) {
        try player.playNow(episode)
      } else {
        try recordingUndo("adding \(episode.title)") { () throws(ShufflePlayerError) in try player.playNow(episode) }
      }
    case .playNext(let episode) where player.state.currentEpisode?.id == episode.id,
      .playLast(let episode) where player.state.currentEpisode?.id == episode.id:
      return ScreenMessage("\(episode.title) is already playing", isRefusal: true)
    case .playNext(let episode):
      try recordingUndo("playing \(episode.title) next") { () throws(ShufflePlayerError) in
        try player.enqueueNext(episode)
      }
      return ScreenMessage("\(episode.title) plays next")
    case .playLast(let episode):
      try recordingUndo("playing \(episode.title) last") { () throws(ShufflePlayerError) in
        try player.enqueue(episode)
      }
      return ScreenMessage("\(episode.title) plays at the end of this round")
    case .load(let episodes, let list, let count, let start, let shuffle):
      return try load(episodes, of: list, count, from: start, shuffle)
    case .insert(let episodes, let list, let count, let place):
      return try insert(episodes, of: list, count, place)
    case .undo: return undo()
    case .sleep, .sleepLonger, .rate, .suspend, .leave, .quit: break
    }
    return nil
  }

  private func shuffle(by algorithm: ShuffleAlgorithm?) -> ScreenMessage {
    // Without a name, a queue that keeps its order is shuffled, and a shuffled one again.
    let wanted = algorithm ?? (player.shuffleAlgorithm == .off ? usualShuffle : player.shuffleAlgorithm)
    recordingUndo(wanted == .off ? "keeping the order" : "shuffling") { player.shuffle(by: wanted) }
    return ScreenMessage(
      wanted == .off
        ? "The rest of the round plays in order" : "Shuffled the rest of the round: \(wanted.rawValue)")
  }

  private func add(_ episode: Episode) throws(ShufflePlayerError) -> ScreenMessage {
    guard !player.contains(episode.id) else {
      return ScreenMessage("\(episode.title) is already in the queue", isRefusal: true)
    }
    try recordingUndo("adding \(episode.title)") { () throws(ShufflePlayerError) in
      try player.add(episode)
      // The queue shows the order in which it will play.
      player.beginRound()
    }
    return ScreenMessage("Added \(episode.title)")
  }

  private func remove(_ id: Episode.ID) -> ScreenMessage {
    guard let episode = player.allEpisodes.first(where: { $0.id == id }) else {
      return ScreenMessage("\(id) is not in the queue", isRefusal: true)
    }
    recordingUndo("removing \(episode.title)") { player.remove(id) }
    return ScreenMessage("Removed \(episode.title)")
  }

  private func perform(_ action: PlayerAction.EntryAction, on entry: PlayerEntry) -> ScreenMessage? {
    let title = entry.episode.title
    switch action {
    // The entry stays, so there is nothing to undo.
    case .play: player.playNow(entry: entry.id)
    case .playNext where player.state.currentEpisode != nil && player.currentEntry?.id == entry.id:
      return ScreenMessage("\(title) is already playing", isRefusal: true)
    case .playNext:
      recordingUndo("playing \(title) next") { player.enqueueNext(entry: entry.id) }
      return ScreenMessage("\(title) plays next")
    case .remove:
      recordingUndo("removing \(title)") { player.remove(entry: entry.id) }
      return ScreenMessage("Removed \(title)")
    case .move(let distance): move(entry, by: distance)
    }
    return nil
  }

  private func clear() -> ScreenMessage {
    let count = player.count
    guard count > 0 else { return ScreenMessage("The queue is already empty", isRefusal: true) }
    recordingUndo("emptying the queue") { player.removeAll() }
    let removed = counted(count, "episode")
    return ScreenMessage("Removed \(removed); undo restores \(count == 1 ? "it" : "them")")
  }

  private func load(
    _ episodes: [Episode], of list: String, _ count: Int, from start: Int?, _ shuffle: ShuffleAlgorithm?
  ) throws(ShufflePlayerError) -> ScreenMessage {
    let loaded = episodes.prefix(ShufflePlayer.capacity)
    let replaced = player.count > 0 ? " instead of the queue; undo restores it" : ""
    try recordingUndo("playing \(list)") { () throws(ShufflePlayerError) in
      player.removeAll()
      if let shuffle { player.shuffle(by: shuffle) }
      player.add(entriesFor: loaded)
      if let start, loaded.indices.contains(start) { player.beginRound(at: player.entries[start].id) }
      player.play()
    }
    let others = loaded.count < count ? "; the queue holds \(loaded.count), and the others follow" : ""
    return ScreenMessage("Playing \(counted(count, "episode")) of \(list)\(replaced)\(others)")
  }

  /// Puts as many episodes into the queue as it can hold, in their order.
  private func insert(
    _ episodes: [Episode], of list: String, _ count: Int, _ place: PlayerAction.QueuePosition
  ) throws(ShufflePlayerError) -> ScreenMessage {
    var room = player.remainingCapacity
    let fitting = episodes.prefix { episode in
      if player.contains(episode.id) { return true }
      room -= 1
      return room >= 0
    }
    guard let first = fitting.first else { throw .capacityReached }
    let all = "\(counted(count, "episode")) of \(list)"
    let share = fitting.count < count ? "the first \(fitting.count) of \(all)" : all
    let verb = fitting.count == 1 ? "plays" : "play"
    let (wording, message) =
      switch place {
      case .now: ("playing \(list)", "Playing \(share)")
      case .next: ("playing \(list) next", "\(share) \(verb) next")
      case .last: ("playing \(list) last", "\(share) \(verb) at the end of this round")
      case .anywhere: ("adding \(list)", "Added \(share)")
      }
    try recordingUndo(wording) { () throws(ShufflePlayerError) in
      switch place {
      case .now:
        try player.playNow(first)
        for episode in fitting.dropFirst().reversed() { try player.enqueueNext(episode) }
      case .next: for episode in fitting.reversed() { try player.enqueueNext(episode) }
      case .last: for episode in fitting { try player.enqueue(episode) }
      case .anywhere:
        for episode in fitting { try player.add(episode) }
        player.beginRound()
      }
    }
    return ScreenMessage(message)
  }

  private func move(_ entry: PlayerEntry, by distance: Int) {
    let before = player.arrangement
    guard player.move(entry: entry.id, by: distance), changes.last?.moved != entry.id else { return }
    record(Change(wording: "moving \(entry.episode.title)", before: before, source: source, moved: entry.id))
  }

  private func set(_ speed: PlaybackSpeed) -> ScreenMessage {
    player.setSpeed(speed)
    return ScreenMessage("Speed \(speed.wording)")
  }

  private func set(_ volume: Volume) -> ScreenMessage {
    player.setVolume(volume)
    return ScreenMessage("Volume \(volume.wording)")
  }

  private func undo() -> ScreenMessage {
    guard let change = changes.popLast() else {
      return ScreenMessage("Nothing to undo", isRefusal: true)
    }
    player.restore(change.before)
    source = change.source
    return ScreenMessage("Undone: \(change.wording)")
  }

  /// Performs a change that can be undone.
  private func recordingUndo<Failure>(_ wording: String, _ body: () throws(Failure) -> some Any) throws(Failure) {
    let change = Change(wording: wording, before: player.arrangement, source: source)
    _ = try body()
    record(change)
  }

  private func record(_ change: Change) { changes = changes.suffix(Self.longestUndo - 1) + [change] }
}

extension PlayerController {
  /// Seeks to another chapter.
  func step(to step: ChapterStep) -> ScreenMessage? {
    let hasMoved =
      switch step {
      case .next: player.skipToNextChapter()
      case .previous: player.skipToPreviousChapter()
      case .number(let number): player.skipToChapter(at: number - 1)
      }
    return hasMoved ? nil : ScreenMessage(refusal(of: step), isRefusal: true)
  }

  private func refusal(of step: ChapterStep) -> String {
    let count = player.chapters.chapters.count
    guard count > 0 else { return "No chapters are known" }
    guard case .number(let number) = step else { return "This is the last chapter" }
    return "There is no chapter \(number); the episode has \(counted(count, "chapter"))"
  }
}
