internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ShuffleTraits {
  /// Draws one after the other from those that are left, each with a chance in proportion to its weight. O(*n*²).
  ///
  /// Weights are whole numbers, and so the same order comes of a seed wherever it is drawn; logarithms, with which such an
  /// order could be found by sorting, differ in their last digits from system to system.
  func weighted(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    guard !request.slots.isEmpty else { return [] }
    var left = request.slots.map { (slot: $0, weight: weight(of: $0, request)) }
    // What may not come first has no weight in the first draw, unless that goes for all.
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

  /// What an episode counts for in the draw: its rating's weight for each day since it was heard, today's included, and for
  /// no more than sixty days, which is also what an episode has that was never heard.
  func weight(of slot: Int, _ request: ShuffleRequest) -> UInt64 {
    let dates = [lastPlayed[slot], request.heardAt[slot]].compactMap(\.self)
    guard let now = request.now, let heard = dates.max() else { return ratings[slot] * Self.mostDays }
    let days = max(0, now.timeIntervalSince(heard)) / 86_400
    return ratings[slot] * min(Self.mostDays, 1 + UInt64(min(days, Double(Self.mostDays))))
  }

  /// One more than the stars; without a rating, as for three stars.
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
