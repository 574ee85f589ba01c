internal import MixtapeModel

// Changes of the playlist while the player plays on.

extension PlayerMachine {
  /// Adjusts the episodes to a changed playlist. The current episode plays on, also if it left the playlist.
  ///
  /// Episodes that the user added stay. Without a shuffle, new episodes come after those that they follow in the playlist, and
  /// the rest of the round follows a new order of the playlist. O(episodes²).
  ///
  /// - Parameters:
  ///   - playlist: The episodes of the playlist now. Those beyond the capacity of the player are ignored.
  ///   - earlier: The episodes of the playlist before.
  mutating func follow(_ playlist: [Episode], from earlier: [Episode.ID]) {
    update(playlist)
    let ids = playlist.map(\.id)
    let (old, new) = (Set(earlier), Set(ids))
    pendingRemovals.subtract(new)
    for id in earlier where !new.contains(id) { removeWhenNotCurrent(id) }
    join(playlist.filter { !old.contains($0.id) }, in: ids)
    if earlier.filter(new.contains) != ids.filter(old.contains) { arrange(by: ids) }
    if isActive { sendQueue() }
  }

  /// Replaces the values of episodes in the player.
  mutating func update(_ values: [Episode]) {
    for value in values {
      guard let slot = slots[value.id] else { continue }
      episodes[slot] = value
    }
    traits = nil
  }

  /// Removes the episodes that left the playlist while they played, unless they still play.
  mutating func performPendingRemovals() {
    guard !pendingRemovals.isEmpty else { return }
    let playing = current.map { episodes[$0].id }
    let gone = pendingRemovals.filter { $0 != playing }
    for slot in gone.compactMap({ slots[$0] }).sorted(by: >) { forget(slot) }
    pendingRemovals.subtract(gone)
    if !gone.isEmpty, isActive { sendQueue() }
  }

  /// Removes an episode; the current one when it is no longer current.
  private mutating func removeWhenNotCurrent(_ id: Episode.ID) {
    guard let slot = slots[id] else { return }
    if slot == current {
      pendingRemovals.insert(id)
    } else {
      forget(slot)
    }
  }

  /// Adds new episodes up to the capacity.
  ///
  /// - Parameter ids: The episodes of the playlist in order.
  private mutating func join(_ added: [Episode], in ids: [Episode.ID]) {
    for episode in added where slots[episode.id] == nil && episodes.count < ShufflePlayer.capacity {
      let previous = ids.prefix { $0 != episode.id }.last { slots[$0] != nil }
      append(episode)
      var order = Array(episodes.indices)
      let place = previous.flatMap { slots[$0] }.map { $0 + 1 } ?? 0
      order.insert(order.removeLast(), at: place)
      reorder(order)
      if algorithm == .off { schedule(place, after: previous.flatMap { slots[$0] }) } else { scheduleInRound(place) }
    }
  }

  /// Adds a new episode to the rest of the round after another episode; at the end, if that has played before.
  private mutating func schedule(_ slot: Int, after previous: Int?) {
    guard round > 0 else { return }
    if let previous, previous == current { return upcoming.append(slot) }
    let place = previous.flatMap { upcoming.firstIndex(of: $0) } ?? 0
    upcoming.insert(slot, at: place)
  }

  /// Puts the episodes in the order of the playlist. Other ones follow. Without a shuffle, the rest of the round continues
  /// after the current episode.
  private mutating func arrange(by ids: [Episode.ID]) {
    let listed = ids.compactMap { slots[$0] }
    let others = Set(episodes.indices).subtracting(listed).sorted()
    reorder(listed + others)
    guard algorithm == .off else { return }
    let start = current ?? -1
    let rest = upcoming.sorted()
    upcoming = (rest.filter { $0 > start } + rest.filter { $0 < start }).reversed()
  }
}
