internal import MixtapeModel

// Changes of the playlist while the player plays on.

extension PlayerMachine {
  /// Adjusts the entries to a changed playlist. The current one plays on, also if it left the playlist.
  ///
  /// Entries that the user added stay. Without a shuffle, new entries come after those that they follow in the playlist, and
  /// the rest of the round follows a new order of the playlist. O(entries²).
  ///
  /// - Parameters:
  ///   - playlist: The episodes of the playlist now. Those beyond the capacity of the player are ignored.
  ///   - earlier: The episodes of the playlist before.
  mutating func follow(_ playlist: [Episode], from earlier: [Episode.ID]) {
    update(playlist)
    let (before, now) = (Occurrence.all(earlier), Occurrence.all(playlist.map(\.id)))
    let (old, new) = (Set(before), Set(now))
    var entries = Dictionary(zip(Occurrence.all(episodes.map(\.id)), serials)) { first, _ in first }
    pendingRemovals.subtract(now.compactMap { entries[$0] })
    for occurrence in before where !new.contains(occurrence) {
      if let entry = entries[occurrence] { removeWhenNotCurrent(entry) }
    }
    join(zip(now, playlist).filter { !old.contains($0.0) }, in: now, &entries)
    if before.filter(new.contains) != now.filter(old.contains) { arrange(by: now.compactMap { entries[$0] }) }
    if isActive { sendQueue() }
  }

  /// An entry of a list, identified by its episode and by the number of entries of the same episode before it.
  private struct Occurrence: Hashable {
    let id: Episode.ID
    let number: Int

    /// Returns the entries of a list.
    static func all(_ ids: [Episode.ID]) -> [Occurrence] {
      var counts: [Episode.ID: Int] = [:]
      return ids.map { id in
        defer { counts[id, default: 0] += 1 }
        return Occurrence(id: id, number: counts[id] ?? 0)
      }
    }
  }

  /// Replaces the values of episodes in the player.
  mutating func update(_ values: [Episode]) {
    let new = Dictionary(values.map { ($0.id, $0) }) { $1 }
    for slot in episodes.indices {
      if let value = new[episodes[slot].id] { episodes[slot] = value }
    }
    traits = nil
  }

  /// Removes the entries that left the playlist while they played, unless they still play.
  mutating func performPendingRemovals() {
    guard !pendingRemovals.isEmpty else { return }
    let playing = current.map { serials[$0] }
    let gone = pendingRemovals.filter { $0 != playing }
    for slot in gone.compactMap(slot(of:)).sorted(by: >) { forget(slot) }
    pendingRemovals.subtract(gone)
    if !gone.isEmpty, isActive { sendQueue() }
  }

  /// Removes an entry; the current one when it is no longer current.
  private mutating func removeWhenNotCurrent(_ entry: PlayerEntry.ID) {
    guard let slot = slot(of: entry) else { return }
    if slot == current {
      pendingRemovals.insert(entry)
    } else {
      forget(slot)
    }
  }

  /// Adds new entries up to the capacity.
  ///
  /// - Parameters:
  ///   - list: The entries of the playlist in order.
  ///   - entries: The entries of the player for those of the playlist.
  private mutating func join(
    _ added: [(Occurrence, Episode)], in list: [Occurrence], _ entries: inout [Occurrence: PlayerEntry.ID]
  ) {
    for (occurrence, episode) in added where entries[occurrence] == nil && episodes.count < ShufflePlayer.capacity {
      let before = list.prefix { $0 != occurrence }.compactMap { entries[$0].flatMap(slot(of:)) }.last
      append(episode)
      entries[occurrence] = serials.last
      var order = Array(episodes.indices)
      let place = before.map { $0 + 1 } ?? 0
      order.insert(order.removeLast(), at: place)
      reorder(order)
      if algorithm == .off { schedule(place, after: before) } else { scheduleInRound(place) }
    }
  }

  /// Adds a new entry to the rest of the round after another one; at the end, if that has played before.
  private mutating func schedule(_ slot: Int, after previous: Int?) {
    guard round > 0 else { return }
    if let previous, previous == current { return upcoming.append(slot) }
    let place = previous.flatMap { upcoming.firstIndex(of: $0) } ?? 0
    upcoming.insert(slot, at: place)
  }

  /// Puts the entries in the order of the playlist. Other ones follow. Without a shuffle, the rest of the round continues
  /// after the current entry.
  private mutating func arrange(by entries: [PlayerEntry.ID]) {
    let listed = entries.compactMap(slot(of:))
    let others = Set(episodes.indices).subtracting(listed).sorted()
    reorder(listed + others)
    guard algorithm == .off else { return }
    let start = current ?? -1
    let rest = upcoming.sorted()
    upcoming = (rest.filter { $0 > start } + rest.filter { $0 < start }).reversed()
  }
}
