internal import MixtapeModel

extension ShufflePlayer {
  /// The episodes of a player at one moment, and their order.
  public struct Arrangement: Sendable {
    fileprivate let machine: PlayerMachine
    /// The position in the current episode.
    fileprivate let position: Duration
  }

  /// The present arrangement, to undo a change later.
  public var arrangement: Arrangement {
    let position = position
    return read { Arrangement(machine: $0, position: position) }
  }

  /// Restores an earlier arrangement: the same episodes in the same order, with the same shuffle. The player plays on.
  ///
  /// Episodes that have played since do not play again in this round. An episode that was removed while it played comes
  /// next. If the player was emptied, the current episode is current again, and starts at its position. O(episodes + history).
  ///
  /// - Parameter arrangement: An arrangement of this player.
  public func restore(_ arrangement: Arrangement) {
    change { $0.restore(arrangement.machine, at: arrangement.position) }
  }
}

// Undo of changes to the episodes, while the player plays on.

extension PlayerMachine {
  /// Restores the episodes of an earlier state and their order.
  ///
  /// Episodes that have played since do not play again in this round. The history keeps what was heard before the earlier
  /// state, also of episodes that were removed in between. O(episodes + history).
  mutating func restore(_ earlier: PlayerMachine, at position: Duration) {
    let hadCurrent = current != nil
    let wasEmptied = self.episodes.isEmpty
    // Removing all episodes does not end a round.
    let isSameRound = round == earlier.round || episodes.isEmpty
    let slots = slots(in: earlier)
    let kept = Set(slots.compactMap(\.self))
    let waiting = upcoming.compactMap { slots[$0] }
    let past = heard.compactMap { slots[$0] }
    let times = heardAt

    (episodes, serials, traits) = (earlier.episodes, earlier.serials, earlier.traits)
    (algorithm, heardAt) = (earlier.algorithm, earlier.heardAt)
    for (slot, time) in zip(slots, times) { if let slot { heardAt[slot] = time } }
    current = current.flatMap { slots[$0] }
    heard = earlier.heard(with: past, kept).suffix(2 * Self.longestMemory)
    if isSameRound {
      round = earlier.round
      upcoming = earlier.upcoming(with: waiting, kept, past, current)
    } else {
      upcoming = waiting
      for slot in episodes.indices where !kept.contains(slot) { scheduleInRound(slot) }
    }
    if episodes.isEmpty { round = 0 }
    if wasEmptied {
      returnToCurrent(of: earlier, at: position)
    } else if hadCurrent, current == nil {
      replaceCurrent()
    } else if isActive {
      sendQueue()
    }
  }

  /// Returns the slots of the entries in an earlier state, by their present slots. An entry that was removed and added again is
  /// recognized by its episode.
  private func slots(in earlier: PlayerMachine) -> [Int?] {
    var slots = serials.map(earlier.slot(of:))
    var free = Set(earlier.episodes.indices).subtracting(slots.compactMap(\.self))
    for slot in slots.indices where slots[slot] == nil {
      slots[slot] = earlier.slots(of: episodes[slot].id).first(where: free.contains)
      slots[slot].map { _ = free.remove($0) }
    }
    return slots
  }

  /// Makes the current episode of an earlier state current again. The player stays stopped.
  private mutating func returnToCurrent(of earlier: PlayerMachine, at position: Duration) {
    guard let slot = earlier.current else { return }
    upcoming.removeAll { $0 == slot }
    (current, startPosition) = (slot, max(.zero, position))
  }

  /// Returns the history: that of the earlier state, without the part that skips back have undone, then the later
  /// part.
  private func heard(with past: [Int], _ kept: Set<Int>) -> [Int] {
    var (common, rest) = ([Int](), past[...])
    for slot in heard {
      if kept.contains(slot) {
        guard rest.first == slot else { break }
        rest.removeFirst()
      }
      common.append(slot)
    }
    return common + rest
  }

  /// Returns the rest of the same round: the rest in the earlier state, without the episodes that have played since.
  private func upcoming(with waiting: [Int], _ kept: Set<Int>, _ past: [Int], _ playing: Int?) -> [Int] {
    var order = upcoming.filter { waiting.contains($0) || !kept.contains($0) }
    // Episodes that another replaced, or that a skip back has returned to the round, come first. Others were queued since.
    order += waiting.filter { slot in
      guard !upcoming.contains(slot) else { return false }
      return slot == current ? slot != playing : heard.contains(slot) && !past.contains(slot)
    }
    if let current, !kept.contains(current) { order = order.filter { $0 != current } + [current] }
    return order
  }
}
