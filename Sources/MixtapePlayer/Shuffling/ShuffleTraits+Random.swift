internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ShuffleTraits {
  /// Returns a uniformly random order, among those that do not begin with a recently heard slot.
  func uniform(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    generator.shuffled(request.slots, beginningWith: request.isFresh)
  }
}

extension Xoshiro256 {
  /// Returns the elements in a uniformly random order that begins with an allowed element, if there is one.
  mutating func shuffled<Element>(_ elements: [Element], beginningWith isAllowed: (Element) -> Bool) -> [Element] {
    guard !elements.isEmpty else { return [] }
    let allowed = elements.indices.filter { isAllowed(elements[$0]) }
    let first = allowed.isEmpty ? offset(in: elements.count) : allowed[offset(in: allowed.count)]
    var rest = elements
    let chosen = rest.remove(at: first)
    shuffle(&rest)
    return [chosen] + rest
  }
}

extension ShuffleTraits {
  /// Returns a random order in which each next slot is drawn with a probability in proportion to its weight. O(*n*²).
  ///
  /// Weights are integers, so that a seed gives the same order on every system. A sort by random logarithms would be
  /// faster, but the last digits of logarithms differ between systems.
  func weighted(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    guard !request.slots.isEmpty else { return [] }
    var left = request.slots.map { (slot: $0, weight: weight(of: $0, request)) }
    // Slots that should not come first have no weight in the first draw, unless that is true of all.
    let fresh = left.map { (slot: $0.slot, weight: request.isFresh($0.slot) ? $0.weight : 0) }
    let firsts = fresh.contains { $0.weight > 0 } ? fresh : left
    var place = Self.draw(firsts, total: firsts.reduce(0) { $0 + $1.weight }, using: &generator)
    var total = left.reduce(0) { $0 + $1.weight }
    var order: [Int] = []
    order.reserveCapacity(left.count)
    while true {
      total -= left[place].weight
      order.append(left[place].slot)
      left.swapAt(place, left.count - 1)
      left.removeLast()
      if left.isEmpty { return order }
      place = Self.draw(left, total: total, using: &generator)
    }
  }

  /// Returns the weight of an episode: the weight of its rating, times the days since it was last heard plus one. At most
  /// 60 days count, and 60 days count for an episode that was never heard.
  func weight(of slot: Int, _ request: ShuffleRequest) -> UInt64 {
    let dates = [lastPlayed[slot], request.heardAt[slot]].compactMap(\.self)
    guard let now = request.now, let heard = dates.max() else { return ratings[slot] * Self.mostDays }
    let days = max(0, now.timeIntervalSince(heard)) / 86_400
    return ratings[slot] * min(Self.mostDays, 1 + UInt64(min(days, Double(Self.mostDays))))
  }

  /// Returns the weight of a rating: the number of stars plus one. No rating counts as three stars.
  static func ratingWeight(_ rating: Int64?) -> UInt64 {
    UInt64(max(0, min(rating ?? 3, Episode.maximumRating))) + 1
  }

  static let mostDays: UInt64 = 60

  private static func draw(
    _ candidates: [(slot: Int, weight: UInt64)], total: UInt64, using generator: inout Xoshiro256
  ) -> Int {
    var rest = generator.number(below: total)
    for (place, candidate) in candidates.enumerated() {
      if rest < candidate.weight { return place }
      rest -= candidate.weight
    }
    return candidates.count - 1
  }
}
