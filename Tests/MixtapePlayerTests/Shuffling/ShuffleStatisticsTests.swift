import Foundation
import MixtapeModel
import Testing

@testable import MixtapePlayer

/// Each bound is exceeded by a correct shuffle for one of a thousand seeds. The seed is fixed, so that a test never
/// fails by chance.
@Suite struct ShuffleStatisticsTests {
  @Test func `uniform puts each episode at each place equally often`() throws {
    let traits = ShuffleTraits(of: try .grouped(1, of: 8))
    var generator = Xoshiro256(seed: 1)
    let orders = (0..<40_000).map { _ in traits.order(.round(of: 8), by: .uniform, using: &generator) }
    let counts = places(of: orders, count: 8).flatMap(\.self)
    // 49 degrees of freedom.
    #expect(chiSquare(counts, expected: Array(repeating: 5000, count: 64)) < 85.4)
  }

  @Test func `a round with excluded first episodes is even in the rest`() throws {
    let traits = ShuffleTraits(of: try .grouped(1, of: 8))
    var generator = Xoshiro256(seed: 2)
    let orders = (0..<40_000).map { _ in
      traits.order(.round(of: 8, previous: 5, recent: [5, 6]), by: .uniform, using: &generator)
    }
    let counts = places(of: orders, count: 8)
    #expect(counts[0][5] == 0 && counts[0][6] == 0)
    // Five degrees of freedom: each of the other six is first equally often.
    let firsts = (0..<8).filter { $0 != 5 && $0 != 6 }.map { counts[0][$0] }
    #expect(chiSquare(firsts, expected: Array(repeating: 40_000 / 6, count: 6)) < 20.6)
    // Six degrees of freedom: the two are at each of the other places equally often.
    for element in [5, 6] {
      #expect(
        chiSquare(counts.dropFirst().map { $0[element] }, expected: Array(repeating: 40_000 / 7, count: 7)) < 22.5)
    }
  }

  @Test func `weighted draws in proportion to the weights, first and second`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func heard(daysAgo days: Double, rating: Int64) -> Episode.Fields {
      [.rating: .integer(rating), .lastPlayedAt: .date(now.addingTimeInterval(-days * 86_400))]
    }
    let traits = ShuffleTraits(of: [
      try .named("a", heard(daysAgo: 9.5, rating: 5)), try .named("b", heard(daysAgo: 29.2, rating: 0)),
      try .named("c", heard(daysAgo: 0, rating: 4)), try .named("d"),
    ])
    let request = ShuffleRequest.round(of: 4, now: now)
    let weights = (0..<4).map { Double(traits.weight(of: $0, request)) }
    #expect(weights == [60, 30, 5, 240])
    let total = weights.reduce(0, +)
    let first = weights.map { $0 / total }
    let second = (0..<4).map { place in
      (0..<4).filter { $0 != place }.reduce(0) { $0 + first[$1] * weights[place] / (total - weights[$1]) }
    }
    var generator = Xoshiro256(seed: 3)
    let orders = (0..<20_000).map { _ in traits.order(request, by: .weighted, using: &generator) }
    let counts = places(of: orders, count: 4)
    // Three degrees of freedom each.
    #expect(chiSquare(counts[0], expected: first.map { $0 * 20_000 }) < 16.3)
    #expect(chiSquare(counts[1], expected: second.map { $0 * 20_000 }) < 16.3)
  }

  @Test func `grouped puts podcasts in each order equally often`() throws {
    let traits = ShuffleTraits(of: try Episode.grouped([3, 1, 2, 4]))
    var generator = Xoshiro256(seed: 6)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      let order = traits.order(.round(of: 10), by: .grouped, using: &generator)
      counts[
        order.map { traits.collections[$0] }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, default: 0] += 1
    }
    // 23 degrees of freedom.
    #expect(counts.count == 24 && chiSquare(Array(counts.values), expected: Array(repeating: 1000, count: 24)) < 49.7)
  }

  @Test func `spread puts the episodes of a podcast in each order equally often`() throws {
    let traits = ShuffleTraits(of: try Episode.grouped([4, 4, 4]))
    var generator = Xoshiro256(seed: 7)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      let order = traits.order(.round(of: 12), by: .spread, using: &generator)
      counts[order.filter { $0 < 4 }, default: 0] += 1
    }
    #expect(counts.count == 24 && chiSquare(Array(counts.values), expected: Array(repeating: 1000, count: 24)) < 49.7)
  }
}

extension ShuffleRequest {
  /// Returns a request for a whole round of a number of episodes.
  static func round(of count: Int, previous: Int? = nil, recent: [Int] = [], now: Date? = nil) -> ShuffleRequest {
    ShuffleRequest(
      slots: Array(0..<count), previous: previous, recent: recent, isNewRound: true, now: now,
      heardAt: Array(repeating: nil, count: count))
  }
}

extension [Episode] {
  /// Returns a number of podcasts of one size.
  static func grouped(_ size: Int, of count: Int) throws -> [Episode] {
    try Episode.grouped(Array<Int>(repeating: size, count: count))
  }
}

/// Returns Pearson's statistic: the deviation of counts from expected ones.
func chiSquare(_ counts: [Int], expected: [Double]) -> Double {
  zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
}

/// Returns the number of times that each element is at each place.
func places(of orders: [[Int]], count: Int) -> [[Int]] {
  var counts = Array(repeating: Array(repeating: 0, count: count), count: count)
  for order in orders { for (place, element) in order.enumerated() { counts[place][element] += 1 } }
  return counts
}

/// Returns the number of neighbours in one group.
func neighbours(_ groups: [Int]) -> Int { zip(groups, groups.dropFirst()).count { $0 == $1 } }
