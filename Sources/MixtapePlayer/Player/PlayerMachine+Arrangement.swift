internal import MixtapeModel

// How a change of the queue is taken back while the player plays on.

extension PlayerMachine {
  /// Holds again what it held at another time, in the order in which that came then. What has had its turn since has had it, and
  /// what was heard before then was heard, also if it was taken out in between. O(the episodes and what was heard).
  ///
  /// - Parameter earlier: This player at that time.
  mutating func restore(_ earlier: PlayerMachine) {
    let hadCurrent = current != nil
    // A round that everything was taken out of has not ended.
    let isSameRound = round == earlier.round || episodes.isEmpty
    let slots = episodes.map { earlier.slots[$0.id] }
    let kept = Set(slots.compactMap(\.self))
    let waiting = upcoming.compactMap { slots[$0] }
    let past = heard.compactMap { slots[$0] }
    let times = heardAt

    (episodes, self.slots, serials, traits) = (earlier.episodes, earlier.slots, earlier.serials, earlier.traits)
    (algorithm, heardAt) = (earlier.algorithm, earlier.heardAt)
    for (slot, time) in zip(slots, times) { if let slot { heardAt[slot] = time } }
    current = current.flatMap { slots[$0] }
    heard = earlier.heard(with: past, kept).suffix(2 * Self.longestMemory)
    if isSameRound {
      round = earlier.round
      upcoming = earlier.upcoming(with: waiting, kept, past, current)
    } else {
      upcoming = waiting
      for slot in episodes.indices where !kept.contains(slot) { giveTurn(slot) }
    }
    if episodes.isEmpty { round = 0 }
    if hadCurrent, current == nil { replaceCurrent() } else if isActive { orderQueue() }
  }

  /// What was heard until now: until then, as far as nobody has gone back, and after it.
  ///
  /// - Parameters:
  ///   - past: What was heard of what was not taken out since.
  ///   - kept: What was not taken out.
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

  /// What is to come now in the same round: what was to come then and still is, or was taken out.
  ///
  /// - Parameters:
  ///   - waiting: What is to come of what was not taken out since.
  ///   - playing: What plays.
  private func upcoming(with waiting: [Int], _ kept: Set<Int>, _ past: [Int], _ playing: Int?) -> [Int] {
    var order = upcoming.filter { waiting.contains($0) || !kept.contains($0) }
    // What made room for another, and what somebody has gone back beyond, comes first. All else was put in the queue since.
    order += waiting.filter { slot in
      guard !upcoming.contains(slot) else { return false }
      return slot == current ? slot != playing : heard.contains(slot) && !past.contains(slot)
    }
    if let current, !kept.contains(current) { order = order.filter { $0 != current } + [current] }
    return order
  }
}
