internal import MixtapeModel

/// A random order that spreads the episodes of each podcast or album evenly.
///
/// The episodes of each group are due at even distances, from a random start and with a small random deviation. The group
/// that is due first comes first, if the rest can then still be ordered with the fewest neighbours of one group. So the
/// whole order has the fewest neighbours possible: 2*m* − *n* − 1 of *n* episodes, or none, where *m* is the size of the
/// largest group.
struct SpreadOrder {
  private(set) var slots: [Int] = []
  private var groups: [Group]
  private let traits: ShuffleTraits

  /// The episodes of one podcast or album.
  private struct Group {
    let collection: Int
    let size: UInt64
    /// The slots that are left, the next one last.
    var left: [Int]
    /// The place at which the next episode is due, in units of 1/2³² of the whole order.
    var due: UInt64 = 0
    /// The random start, in units of 1/2³² of the distance between episodes.
    let start: UInt64

    /// Sets the place at which the next episode is due, with a random delay of up to a quarter of the distance.
    mutating func schedule(using generator: inout Xoshiro256) {
      let taken = size - UInt64(left.count)
      due = ((taken << 32) + start + generator.next() >> 34) / size
    }
  }

  /// The sizes of the two largest groups, which decide the groups that may come next.
  private struct Largest {
    var group = 0
    var first = 0
    var second = 0
  }

  init(_ request: ShuffleRequest, _ traits: ShuffleTraits, using generator: inout Xoshiro256) {
    self.traits = traits
    groups = traits.byCollection(request.slots).map { slots in
      var left = slots
      generator.shuffle(&left)
      return Group(
        collection: traits.collections[left[0]], size: UInt64(left.count), left: left, start: generator.next() >> 32)
    }
    for index in groups.indices { groups[index].schedule(using: &generator) }
    slots.reserveCapacity(request.slots.count)
    moveFreshSlotsToFront(request)
    var last: Int?
    while slots.count < request.slots.count {
      let group = next(after: last, of: request.slots.count - slots.count, request)
      slots.append(groups[group].left.removeLast())
      if !groups[group].left.isEmpty { groups[group].schedule(using: &generator) }
      last = group
    }
  }

  /// Moves a slot that was not heard recently to the front of each group, if it has one.
  private mutating func moveFreshSlotsToFront(_ request: ShuffleRequest) {
    guard !request.recent.isEmpty else { return }
    for index in groups.indices {
      let left = groups[index].left
      if let fresh = left.lastIndex(where: request.isFresh) {
        groups[index].left.swapAt(fresh, left.count - 1)
      }
    }
  }

  /// Returns the group that comes next.
  private func next(after last: Int?, of count: Int, _ request: ShuffleRequest) -> Int {
    let largest = largestGroups()
    let least = max(0, 2 * largest.first - count - 1, last.map { 2 * groups[$0].left.count - count } ?? 0)
    var best: (group: Int, penalty: Int)?
    for (index, group) in groups.enumerated() where !group.left.isEmpty {
      let other = index == largest.group ? largest.second : largest.first
      // The fewest neighbours of one group in the rest if this group comes next.
      let neighbours = (index == last ? 1 : 0) + max(0, 2 * other - count, 2 * group.left.count - count - 1)
      guard neighbours == least else { continue }
      let penalty = penalty(to: group, request)
      if let best, (best.penalty, groups[best.group].due) <= (penalty, group.due) { continue }
      best = (index, penalty)
    }
    // There always is a best group: some order has the fewest neighbours, and it begins with one of the groups.
    return best?.group ?? largest.group
  }

  private func largestGroups() -> Largest {
    var largest = Largest()
    for (index, group) in groups.enumerated() {
      if group.left.count > largest.first {
        largest = Largest(group: index, first: group.left.count, second: largest.first)
      } else {
        largest.second = max(largest.second, group.left.count)
      }
    }
    return largest
  }

  /// Returns the penalty of a group that may come next: 1 if its artist is that of the previous episode; at the start of an
  /// order also 2 if the previous episode is of the same group, and 4 if its next slot was heard recently.
  private func penalty(to group: Group, _ request: ShuffleRequest) -> Int {
    guard let head = group.left.last else { return .max }
    guard let previous = slots.last ?? request.previous else { return 0 }
    var penalty = traits.artists[head] >= 0 && traits.artists[head] == traits.artists[previous] ? 1 : 0
    if slots.isEmpty {
      if traits.collections[previous] == group.collection { penalty += 2 }
      if !request.isFresh(head) { penalty += 4 }
    }
    return penalty
  }
}
