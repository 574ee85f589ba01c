internal import MixtapeModel

// A queue that holds a part of a longer list.

extension PlayerMachine {
  /// The number of entries that have played and that stay when the queue is refilled, for ``skipToPrevious()``.
  static let keptPast = 20

  /// Adds the next entries of a list that is longer than the queue. Entries that have played leave it, except the last ones.
  mutating func refill(with next: [Episode]) {
    dropPast()
    add(entriesFor: next)
  }

  /// Replaces the entries of a round that is over by the first ones of a list that is longer than the queue.
  mutating func exchangeEntries() {
    dropPast()
    pastRound = Set(serials)
    for episode in nextRound.prefix(ShufflePlayer.capacity - episodes.count) { append(episode) }
    nextRound = []
  }

  /// Returns whether an entry belongs to a round that is over, and stays only to be played again by ``skipToPrevious()``.
  func isOfPastRound(_ slot: Int) -> Bool { pastRound.contains(serials[slot]) }

  /// Removes the entries that have played, except the last ones.
  private mutating func dropPast() {
    let coming = Set(upcoming)
    var kept: Set<Int> = []
    for slot in heard.reversed() where kept.count < Self.keptPast { kept.insert(slot) }
    let gone = episodes.indices.filter { !coming.contains($0) && !kept.contains($0) && $0 != current }
    for slot in gone.reversed() { forget(slot) }
  }
}

extension ShufflePlayer {
  /// The number of entries to come below which a queue of a longer list is refilled.
  static let refillMark = capacity / 2

  /// Adds the next entries of a list that is longer than the queue.
  func refill(with next: [Episode]) { change { $0.refill(with: next) } }

  /// Discards the entries of the next round, because the list has changed.
  func forgetNextRound() {
    change { machine in (machine.nextRound, machine.pastRound) = ([], []) }
  }

  /// Sets the first entries of the next round, for a list that is longer than the queue.
  func prepareNextRound(_ first: [Episode]) { change { $0.nextRound = first } }

  /// The number of entries to come in this round, the number of entries that a refill can add, and whether the next round is
  /// prepared.
  var refillState: (coming: Int, room: Int, hasNextRound: Bool) {
    read { machine in
      let kept = min(machine.episodes.count, machine.upcoming.count + 1 + PlayerMachine.keptPast)
      return (machine.upcoming.count, Self.capacity - kept, !machine.nextRound.isEmpty)
    }
  }
}

/// A list that is longer than the queue of a player, and the part of it that the queue has taken in this round.
struct LongList: Sendable {
  /// The number of entries of the list.
  let count: Int
  /// The number of entries that the queue has taken in this round.
  private(set) var taken: Int
  /// The number of entries that the player has for the next round; `nil` if it has none.
  private var prepared: Int?

  init(count: Int, taken: Int) {
    self.count = count
    self.taken = taken
  }

  mutating func forgetNextRound() { prepared = nil }

  /// Adds the next entries to the queue of a player when fewer than half of them are to come, and prepares the next round at the
  /// end of the list. To be called after each change. If it throws the error of `load`, the next call tries again.
  mutating func refill<Failure: Error>(
    _ player: ShufflePlayer, _ load: (Range<Int>) throws(Failure) -> [Episode]
  ) throws(Failure) {
    let state = player.refillState
    if let first = prepared, !state.hasNextRound { (taken, prepared) = (first, nil) }
    guard state.coming < ShufflePlayer.refillMark else { return }
    if taken < count, state.room > 0 {
      let part = taken..<min(count, taken + state.room)
      let next = try load(part)
      taken = part.upperBound
      player.refill(with: next)
    }
    guard taken == count, prepared == nil else { return }
    let part = 0..<min(count, ShufflePlayer.capacity - PlayerMachine.keptPast)
    let first = try load(part)
    guard !first.isEmpty else { return }
    player.prepareNextRound(first)
    prepared = part.upperBound
  }
}
