internal import MixtapeModel

/// Keeps podcasts and albums apart as far as they can be.
///
/// The episodes of each are due at even distances, from a random start on and with a little random play, and what is due
/// first comes first. But an episode only comes if that leaves an order of the rest with as few neighbours of one podcast as
/// there can be, so that in the end there are no more than the theoretical least: 2*m* − *n* − 1 of *n* episodes, if *m* is
/// the size of the largest podcast, or none.
struct SpreadOrder {
  private(set) var slots: [Int] = []
  private var groups: [Group]
  private let traits: ShuffleTraits

  /// The episodes of one podcast or album.
  private struct Group {
    let collection: Int
    let size: UInt64
    /// Those left, the next one last.
    var left: [Int]
    /// When its next episode is due, in 2³² parts of the whole order; ``start`` and what is drawn for each included.
    var due: UInt64 = 0
    let start: UInt64

    /// Notes when the next episode is due: a quarter of the distance may come on top.
    mutating func schedule(using generator: inout Xoshiro256) {
      let taken = size - UInt64(left.count)
      due = ((taken << 32) + start + generator.next() >> 34) / size
    }
  }

  /// The two largest groups; all that decides which group may come next.
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
    bringFreshOnesForward(request)
    var last: Int?
    while slots.count < request.slots.count {
      let group = next(after: last, of: request.slots.count - slots.count, request)
      slots.append(groups[group].left.removeLast())
      if !groups[group].left.isEmpty { groups[group].schedule(using: &generator) }
      last = group
    }
  }

  /// Makes the next one of each group one that an order may begin with, if the group has one.
  private mutating func bringFreshOnesForward(_ request: ShuffleRequest) {
    guard !request.recent.isEmpty else { return }
    for index in groups.indices {
      let left = groups[index].left
      if let fresh = left.lastIndex(where: request.isFresh) {
        groups[index].left.swapAt(fresh, left.count - 1)
      }
    }
  }

  /// The group whose turn it is.
  private func next(after last: Int?, of count: Int, _ request: ShuffleRequest) -> Int {
    let largest = largestGroups()
    let least = max(0, 2 * largest.first - count - 1, last.map { 2 * groups[$0].left.count - count } ?? 0)
    var best: (group: Int, reluctance: Int)?
    for (index, group) in groups.enumerated() where !group.left.isEmpty {
      let other = index == largest.group ? largest.second : largest.first
      // How many neighbours of one podcast there must be if this one comes next.
      let neighbours = (index == last ? 1 : 0) + max(0, 2 * other - count, 2 * group.left.count - count - 1)
      guard neighbours == least else { continue }
      let reluctance = reluctance(to: group, request)
      if let best, (best.reluctance, groups[best.group].due) <= (reluctance, group.due) { continue }
      best = (index, reluctance)
    }
    // One of them always leaves the least: the least is reached by an order, and that begins with one of them.
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

  /// What speaks against a group that may come next, apart from when it is due: at the start that it was heard lately or goes
  /// on with the podcast of the last round, and always that the same artist would follow.
  private func reluctance(to group: Group, _ request: ShuffleRequest) -> Int {
    guard let head = group.left.last else { return .max }
    guard let previous = slots.last ?? request.previous else { return 0 }
    var reluctance = traits.artists[head] >= 0 && traits.artists[head] == traits.artists[previous] ? 1 : 0
    if slots.isEmpty {
      if traits.collections[previous] == group.collection { reluctance += 2 }
      if !request.isFresh(head) { reluctance += 4 }
    }
    return reluctance
  }
}
