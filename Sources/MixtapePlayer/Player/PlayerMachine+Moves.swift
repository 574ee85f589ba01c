// Moves of episodes in the rest of a round.

extension PlayerMachine {
  /// Moves an entry in the rest of the round, and in the order of the slots, so that the next round of the shuffle `off` has the
  /// new order. Returns whether the order changed.
  mutating func move(_ entry: PlayerEntry.ID, by distance: Int) -> Bool {
    // The next entry is the last one.
    guard let slot = slot(of: entry), let place = upcoming.firstIndex(of: slot) else { return false }
    let steps = min(max(distance, place - upcoming.count + 1), place)
    guard steps != 0 else { return false }
    let neighbour = upcoming[place - steps]
    upcoming.remove(at: place)
    upcoming.insert(slot, at: place - steps)
    // Without the slot, the numbers of later ones are lower by 1.
    let other = neighbour > slot ? neighbour - 1 : neighbour
    renumber(slot, to: steps > 0 ? other + 1 : other)
    if isActive { sendQueue() }
    return true
  }

  /// Gives a slot another number. The slots in between get the next or the previous one.
  mutating func renumber(_ slot: Int, to new: Int) {
    var order = Array(episodes.indices)
    order.remove(at: slot)
    order.insert(slot, at: new)
    reorder(order)
  }

  /// Puts the slots in another order.
  ///
  /// - Parameter order: The present number of each slot, in the new order.
  mutating func reorder(_ order: [Int]) {
    var numbers = order
    for (new, old) in order.enumerated() { numbers[old] = new }
    episodes = order.map { episodes[$0] }
    serials = order.map { serials[$0] }
    heardAt = order.map { heardAt[$0] }
    current = current.map { numbers[$0] }
    upcoming = upcoming.map { numbers[$0] }
    heard = heard.map { numbers[$0] }
    traits = nil
  }
}
