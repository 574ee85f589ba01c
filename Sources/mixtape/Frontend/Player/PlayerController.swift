import MixtapeModel
import MixtapePlayer

/// Performs actions on a player, and keeps the changes of its queue for undo.
final class PlayerController {
  let player: ShufflePlayer
  /// The name of the playlist, if there is one.
  var playlist: String?
  private let service: PlayerServiceName
  /// The shuffle that ``PlayerAction/shuffle(_:)`` turns on.
  private let usualShuffle: ShuffleAlgorithm
  /// The changes of the queue that can be undone, the last one last.
  private var changes: [Change] = []

  private struct Change {
    /// The text after "Undone: ".
    let wording: String
    let before: ShufflePlayer.Arrangement
    /// The entry that was moved. Moves of one entry in a row are one change.
    var moved: PlayerEntry.ID?
  }

  /// The maximum number of changes that can be undone.
  private static let longestUndo = 100

  init(
    _ player: ShufflePlayer, playing playlist: String?, on service: PlayerServiceName,
    shuffle: ShuffleAlgorithm = .default
  ) {
    usualShuffle = shuffle
    self.player = player
    self.playlist = playlist
    self.service = service
  }

  /// The current state of the player, for display.
  var snapshot: PlayerSnapshot {
    PlayerSnapshot(
      playlist: playlist, state: player.state, current: player.currentEntry, position: player.position,
      duration: player.duration, chapters: player.chapters, upNext: player.entriesUpNext,
      heardBefore: player.entriesHeardBefore,
      finished: player.finishedEntries,
      entries: player.entries,
      round: player.round, shuffle: player.shuffleAlgorithm, speed: player.speed, volume: player.volume,
      service: service)
  }

  /// Performs an action.
  ///
  /// - Returns: The message to show, if any.
  func perform(_ action: PlayerAction) -> PlayerPanel.Message? {
    do throws(ShufflePlayerError) {
      return try perform(orThrow: action)
    } catch {
      switch error {
      case .capacityReached:
        return PlayerPanel.Message(
          text: "The queue is full: the maximum is \(ShufflePlayer.capacity) episodes", isRefusal: true)
      }
    }
  }

  private func perform(orThrow action: PlayerAction) throws(ShufflePlayerError) -> PlayerPanel.Message? {
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
    case .playNext(let episode) where player.state.currentEpisode?.id == episode.id:
      return PlayerPanel.Message(text: "\(episode.title) is already playing", isRefusal: true)
    case .playNext(let episode):
      try recordingUndo("playing \(episode.title) next") { () throws(ShufflePlayerError) in
        try player.enqueueNext(episode)
      }
      return PlayerPanel.Message(text: "\(episode.title) plays next")
    case .playLast(let episode) where player.state.currentEpisode?.id == episode.id:
      return PlayerPanel.Message(text: "\(episode.title) is already playing", isRefusal: true)
    case .playLast(let episode):
      try recordingUndo("playing \(episode.title) last") { () throws(ShufflePlayerError) in
        try player.enqueue(episode)
      }
      return PlayerPanel.Message(text: "\(episode.title) plays at the end of this round")
    case .load(let episodes, let list, let count, let start): return try load(episodes, of: list, count, from: start)
    case .insert(let episodes, let list, let count, let place):
      return try insert(episodes, of: list, count, place)
    case .undo: return undo()
    case .sleep, .sleepLonger, .suspend, .quit: break
    }
    return nil
  }

  private func shuffle(by algorithm: ShuffleAlgorithm?) -> PlayerPanel.Message {
    // Without a name, a queue that keeps its order is shuffled, and a shuffled one again.
    let wanted = algorithm ?? (player.shuffleAlgorithm == .off ? usualShuffle : player.shuffleAlgorithm)
    recordingUndo(wanted == .off ? "keeping the order" : "shuffling") { player.shuffle(by: wanted) }
    return PlayerPanel.Message(
      text: wanted == .off
        ? "The rest of the round plays in order" : "Shuffled the rest of the round: \(wanted.rawValue)")
  }

  private func add(_ episode: Episode) throws(ShufflePlayerError) -> PlayerPanel.Message {
    guard !player.contains(episode.id) else {
      return PlayerPanel.Message(text: "\(episode.title) is already in the queue", isRefusal: true)
    }
    try recordingUndo("adding \(episode.title)") { () throws(ShufflePlayerError) in
      try player.add(episode)
      // The queue shows the order in which it will play.
      player.beginRound()
    }
    return PlayerPanel.Message(text: "Added \(episode.title)")
  }

  private func remove(_ id: Episode.ID) -> PlayerPanel.Message {
    guard let episode = player.allEpisodes.first(where: { $0.id == id }) else {
      return PlayerPanel.Message(text: "\(id) is not in the queue", isRefusal: true)
    }
    recordingUndo("removing \(episode.title)") { player.remove(id) }
    return PlayerPanel.Message(text: "Removed \(episode.title)")
  }

  private func perform(_ action: PlayerAction.EntryAction, on entry: PlayerEntry) -> PlayerPanel.Message? {
    let title = entry.episode.title
    switch action {
    // The entry stays, so there is nothing to undo.
    case .play: player.playNow(entry: entry.id)
    case .playNext where player.state.currentEpisode != nil && player.currentEntry?.id == entry.id:
      return PlayerPanel.Message(text: "\(title) is already playing", isRefusal: true)
    case .playNext:
      recordingUndo("playing \(title) next") { player.enqueueNext(entry: entry.id) }
      return PlayerPanel.Message(text: "\(title) plays next")
    case .remove:
      recordingUndo("removing \(title)") { player.remove(entry: entry.id) }
      return PlayerPanel.Message(text: "Removed \(title)")
    case .move(let distance): move(entry, by: distance)
    }
    return nil
  }

  private func clear() -> PlayerPanel.Message {
    let count = player.count
    guard count > 0 else { return PlayerPanel.Message(text: "The queue is already empty", isRefusal: true) }
    recordingUndo("emptying the queue") { player.removeAll() }
    let removed = counted(count, "episode")
    return PlayerPanel.Message(text: "Removed \(removed); undo restores \(count == 1 ? "it" : "them")")
  }

  private func load(
    _ episodes: [Episode], of list: String, _ count: Int, from start: Episode.ID?
  ) throws(ShufflePlayerError) -> PlayerPanel.Message {
    let loaded = episodes.prefix(ShufflePlayer.capacity)
    try recordingUndo("playing \(list)") { () throws(ShufflePlayerError) in
      player.removeAll()
      player.add(entriesFor: loaded)
      if let start { player.beginRound(at: start) }
      player.play()
    }
    let others = loaded.count < count ? "; the queue holds \(loaded.count), and the others follow" : ""
    return PlayerPanel.Message(text: "Playing \(counted(count, "episode")) of \(list)\(others)")
  }

  /// Returns the number of episodes, and that of all if these are more.
  private static func share(_ some: Int, of all: Int) -> String {
    some < all ? "the first \(some) of \(counted(all, "episode"))" : counted(all, "episode")
  }

  /// Puts as many episodes into the queue as it can hold, in their order.
  private func insert(
    _ episodes: [Episode], of list: String, _ count: Int, _ place: PlayerAction.QueuePlace
  ) throws(ShufflePlayerError) -> PlayerPanel.Message {
    var room = player.remainingCapacity
    let fitting = episodes.prefix { episode in
      if player.contains(episode.id) { return true }
      room -= 1
      return room >= 0
    }
    guard let first = fitting.first else { throw .capacityReached }
    try recordingUndo("playing \(list)") { () throws(ShufflePlayerError) in
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
    let share = "\(Self.share(fitting.count, of: count)) of \(list)"
    return switch place {
    case .now: PlayerPanel.Message(text: "Playing \(share)")
    case .next: PlayerPanel.Message(text: "\(share) \(fitting.count == 1 ? "plays" : "play") next")
    case .last: PlayerPanel.Message(text: "\(share) \(fitting.count == 1 ? "plays" : "play") at the end of this round")
    case .anywhere: PlayerPanel.Message(text: "Added \(share)")
    }
  }

  private func move(_ entry: PlayerEntry, by distance: Int) {
    let before = player.arrangement
    guard player.move(entry: entry.id, by: distance), changes.last?.moved != entry.id else { return }
    record(Change(wording: "moving \(entry.episode.title)", before: before, moved: entry.id))
  }

  private func set(_ speed: PlaybackSpeed) -> PlayerPanel.Message {
    player.setSpeed(speed)
    return PlayerPanel.Message(text: "Speed \(speed.wording)")
  }

  private func set(_ volume: Volume) -> PlayerPanel.Message {
    player.setVolume(volume)
    return PlayerPanel.Message(text: "Volume \(volume.wording)")
  }

  private func undo() -> PlayerPanel.Message {
    guard let change = changes.popLast() else {
      return PlayerPanel.Message(text: "Nothing to undo", isRefusal: true)
    }
    player.restore(change.before)
    return PlayerPanel.Message(text: "Undone: \(change.wording)")
  }

  /// Performs a change that can be undone.
  private func recordingUndo<Failure>(_ wording: String, _ body: () throws(Failure) -> some Any) throws(Failure) {
    let change = Change(wording: wording, before: player.arrangement)
    _ = try body()
    record(change)
  }

  private func record(_ change: Change) { changes = changes.suffix(Self.longestUndo - 1) + [change] }
}
