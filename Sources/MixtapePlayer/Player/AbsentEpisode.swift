public import MixtapeModel

/// An episode of a saved player that the library lacks, and its place in the queue.
public struct AbsentEpisode: Hashable, Sendable {
  /// The episode.
  public let id: Episode.ID
  /// The number of episodes before it, in the order in which they were added.
  let place: Int
  /// The number of episodes before it in the rest of the round; `nil` if it is not there.
  let placeUpNext: Int?

  /// Returns a copy with another id.
  public func renamed(_ id: Episode.ID) -> AbsentEpisode {
    AbsentEpisode(id: id, place: place, placeUpNext: placeUpNext)
  }
}

extension ShufflePlayer.Saved {
  /// Returns the episodes that a library lacks, with their places. The current one has the first place in the rest of the round.
  ///
  /// - Parameter isPresent: Returns whether the library has an episode.
  public func absent(unless isPresent: (Episode.ID) -> Bool) -> [AbsentEpisode] {
    let coming = [currentSlot].compactMap { $0.flatMap { isPresent(episodes[$0]) ? nil : $0 } } + slotsUpNext
    let places = Dictionary(zip(coming, coming.indices)) { first, _ in first }
    return episodes.enumerated().compactMap { place, id in
      isPresent(id) ? nil : AbsentEpisode(id: id, place: place, placeUpNext: places[place])
    }
  }

  /// Returns a copy with absent episodes at their places, up to the capacity of a player.
  ///
  /// - Parameter absent: Absent episodes of an earlier state of the same player.
  public func inserting(_ absent: [AbsentEpisode]) -> Self {
    let known = Set(episodes)
    let inserted = absent.filter { !known.contains($0.id) }.prefix(ShufflePlayer.capacity - episodes.count)
    // The episodes with their present slots; `nil` for those that are inserted.
    var all: [(id: Episode.ID, slot: Int?)] = zip(episodes, episodes.indices).map { ($0, $1) }
    var queued: [(place: Int, slot: Int)] = []
    for episode in inserted.sorted(by: { $0.place < $1.place }) {
      let slot = min(episode.place, all.count)
      all.insert((episode.id, nil), at: slot)
      if let place = episode.placeUpNext { queued.append((place, slot)) }
    }
    let moved = Dictionary(all.enumerated().compactMap { slot, entry in entry.slot.map { ($0, slot) } }) { $1 }
    var coming = slotsUpNext.compactMap { moved[$0] }
    for (place, slot) in queued.sorted(by: { $0.place < $1.place }) {
      coming.insert(slot, at: min(place, coming.count))
    }
    return Self(
      episodes: all.map(\.id), currentSlot: currentSlot.flatMap { moved[$0] }, position: position, slotsUpNext: coming,
      slotsHeardBefore: slotsHeardBefore.compactMap { moved[$0] },
      round: coming.isEmpty ? round : max(1, round), shuffle: shuffle, speed: speed, volume: volume)
  }

  /// Returns a copy in which episodes have other ids. An episode whose new id another one has is dropped.
  public func renaming(_ ids: [Episode.ID: Episode.ID]) -> Self {
    guard !ids.isEmpty else { return self }
    let taken = Set(episodes).subtracting(ids.keys)
    var (kept, slots): ([Episode.ID], [Int: Int]) = ([], [:])
    var sources: [Episode.ID: Episode.ID] = [:]
    for (slot, id) in episodes.enumerated() {
      let new = ids[id] ?? id
      guard ids[id] == nil || !taken.contains(new), sources[new] ?? id == id else { continue }
      (slots[slot], sources[new]) = (kept.count, id)
      kept.append(new)
    }
    let current = currentSlot.flatMap { slots[$0] }
    return Self(
      episodes: kept, currentSlot: current, position: current == nil ? 0 : position,
      slotsUpNext: slotsUpNext.compactMap { slots[$0] }, slotsHeardBefore: slotsHeardBefore.compactMap { slots[$0] },
      round: round, shuffle: shuffle, speed: speed, volume: volume)
  }
}

extension ShufflePlayer {
  /// Adds episodes that were absent at their places, up to the capacity. Nothing that plays is interrupted.
  ///
  /// - Parameters:
  ///   - returning: The episodes, and their places.
  ///   - absent: All absent episodes of the player, including these.
  public func insert(_ returning: [(episode: Episode, absence: AbsentEpisode)], of absent: [AbsentEpisode]) {
    let ids = Set(returning.map(\.episode.id))
    let rest = absent.filter { !ids.contains($0.id) }
    change { machine in
      let known = ids.filter(machine.contains)
      for (episode, absence) in returning.filter({ !known.contains($0.episode.id) }).sorted(by: {
        $0.absence.place < $1.absence.place
      }) {
        let before = rest.count { $0.place < absence.place }
        let beforeUpNext = rest.count { $0.placeUpNext ?? .max < absence.placeUpNext ?? .max }
        machine.insert(
          episode, at: absence.place - before, upNext: absence.placeUpNext.map { $0 - beforeUpNext })
      }
    }
  }

  /// Replaces episodes whose ids have changed. They keep their places, and play on.
  ///
  /// - Parameter episodes: The episodes with their new ids, by their old ones.
  public func replace(_ episodes: [Episode.ID: Episode]) { change { $0.replace(episodes) } }
}

extension PlayerMachine {
  /// Adds an entry at places in the order of the episodes and in the rest of the round, if there is room. Numbers beyond
  /// the ends count as the ends.
  fileprivate mutating func insert(_ episode: Episode, at place: Int, upNext: Int?) {
    guard episodes.count < ShufflePlayer.capacity else { return }
    append(episode)
    var order = Array(episodes.indices)
    let slot = min(max(0, place), order.count - 1)
    order.insert(order.removeLast(), at: slot)
    reorder(order)
    guard let upNext else { return }
    round = max(1, round)
    // The next episode is the last one.
    upcoming.insert(slot, at: upcoming.count - min(max(0, upNext), upcoming.count))
    if isActive { sendQueue() }
  }

  /// Gives episodes other ids. An episode whose new id another one has is removed, unless it is the current one.
  fileprivate mutating func replace(_ replaced: [Episode.ID: Episode]) {
    for (old, episode) in replaced.sorted(by: { $0.key < $1.key }) {
      let isTaken = contains(episode.id)
      for slot in slots(of: old).reversed() {
        if !isTaken { episodes[slot] = episode } else if slot != current { forget(slot) }
      }
    }
    traits = nil
    if isActive { sendQueue() }
  }
}
