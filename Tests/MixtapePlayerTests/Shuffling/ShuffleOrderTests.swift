import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapePlayer

@Suite struct ShuffleOrderTests {
  @Test(arguments: ShuffleAlgorithm.allCases)
  func `a round has each episode once, and does not start with a recent one`(_ algorithm: ShuffleAlgorithm) throws {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let sizes = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int.random(in: 1...8, using: &random) }
      let count = sizes.reduce(0, +)
      let traits = ShuffleTraits(of: try Episode.grouped(sizes))
      var generator = Xoshiro256(seed: Int64.random(in: .min ... .max, using: &random))
      var last: [Int] = []
      for _ in 0..<5 {
        let recent = Array(last.suffix(ShuffleRequest.recentCount(among: count)).reversed())
        let request = ShuffleRequest.round(of: count, previous: last.last, recent: recent, now: Date.distantPast)
        let order = traits.order(request, by: algorithm, using: &generator)
        #expect(order.sorted() == Array(0..<count), random.comment)
        #expect(!recent.contains(order[0]), random.comment)
        last = order
      }
    }
  }

  @Test func `number of recent episodes`() {
    #expect([1, 2, 3, 7, 8, 40, 120].map(ShuffleRequest.recentCount) == [0, 1, 1, 1, 2, 10, 30])
  }

  @Test func `spread has the fewest possible neighbours of one podcast`() throws {
    var random = SeededGenerator()
    for _ in 0..<400 {
      let sizes = (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 1...15, using: &random) }
      let traits = ShuffleTraits(of: try Episode.grouped(sizes))
      let count = sizes.reduce(0, +)
      var generator = Xoshiro256(seed: Int64.random(in: .min ... .max, using: &random))
      let previous = Int.random(in: 0..<count, using: &random)
      let request = ShuffleRequest.round(of: count, previous: previous, recent: [previous])
      let order = traits.order(request, by: .spread, using: &generator)
      let least = max(0, 2 * (sizes.max() ?? 0) - count - 1)
      #expect(neighbours(order.map { traits.collections[$0] }) == least, "\(sizes) \(random)")
    }
  }

  @Test func `spread has the largest distances between episodes of a podcast`() throws {
    let traits = ShuffleTraits(of: try Episode.grouped([5, 5, 5, 5, 5, 5]))
    /// Returns the least distance between two episodes of one podcast, averaged over 200 orders.
    func meanOfLeastDistances(_ algorithm: ShuffleAlgorithm) -> Double {
      let distances = (0..<200 as Range<Int64>).map { seed in
        var generator = Xoshiro256(seed: seed)
        let podcasts = traits.order(.round(of: 30), by: algorithm, using: &generator).map { traits.collections[$0] }
        return podcasts.indices.compactMap { place in
          podcasts[(place + 1)...].firstIndex(of: podcasts[place]).map { $0 - place }
        }.min() ?? 0
      }
      return Double(distances.reduce(0, +)) / 200
    }
    // Six would be a strict rotation, which is not random.
    #expect(meanOfLeastDistances(.spread) > 3.5 && meanOfLeastDistances(.uniform) < 1.2)
  }

  @Test func `spread begins a round with another podcast, and keeps artists apart if it can`() throws {
    let artists = ["x", "x", "y", "y", "x", "y"]
    let episodes = try artists.enumerated().map { try Episode.named("p\($0)/a", [.artist: .text($1)]) }
    let traits = ShuffleTraits(of: episodes)
    for seed in 0..<100 as Range<Int64> {
      var generator = Xoshiro256(seed: seed)
      let order = traits.order(.round(of: 6, previous: 0), by: .spread, using: &generator)
      #expect(order[0] != 0 && neighbours(order.map { traits.artists[$0] }) == 0, "seed \(seed)")
    }
  }

  @Test func `grouped keeps podcasts and albums whole and in order`() throws {
    let episodes = [
      try Episode.named("album/three", [.trackNumber: .integer(3)]), try .named("show/new"),
      try .named("album/disc2", [.discNumber: .integer(2), .trackNumber: .integer(1)]),
      try .named("album/one", [.trackNumber: .integer(1)]), try .named("show/old"),
    ]
    let traits = ShuffleTraits(of: episodes)
    var orders: Set<[String]> = []
    for seed in 0..<50 as Range<Int64> {
      var generator = Xoshiro256(seed: seed)
      orders.insert(traits.order(.round(of: 5), by: .grouped, using: &generator).map { episodes[$0].id.name })
    }
    #expect(orders == [["one", "three", "disc2", "new", "old"], ["new", "old", "one", "three", "disc2"]])
  }

  @Test func `shuffling again continues the current group`() throws {
    let traits = ShuffleTraits(of: try Episode.grouped([4, 4, 4]))
    for seed in 0..<50 as Range<Int64> {
      var generator = Xoshiro256(seed: seed)
      let request = ShuffleRequest(
        slots: [0, 1, 2, 3, 6, 7, 8, 9, 10, 11], previous: 5, recent: [], isNewRound: false, now: nil,
        heardAt: Array(repeating: nil, count: 12))
      #expect(traits.order(request, by: .grouped, using: &generator).starts(with: [6, 7]))
    }
  }

  @Test func `weights favour good ratings and long pauses`() throws {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func weight(_ rating: Int64?, daysAgo: Double?, heardDaysAgo: Double? = nil) throws -> UInt64 {
      var fields: Episode.Fields = [:]
      fields[.rating] = rating.map { .integer($0) }
      fields[.lastPlayedAt] = daysAgo.map { .date(now.addingTimeInterval(-$0 * 86_400)) }
      let heardAt = heardDaysAgo.map { now.addingTimeInterval(-$0 * 86_400) }
      let request = ShuffleRequest(
        slots: [0], previous: nil, recent: [], isNewRound: true, now: now, heardAt: [heardAt])
      return ShuffleTraits(of: [try .named("a", fields)]).weight(of: 0, request)
    }
    #expect(try weight(nil, daysAgo: nil) == 240)
    #expect(try weight(0, daysAgo: nil) == 60 && weight(5, daysAgo: nil) == 360)
    #expect(try weight(5, daysAgo: 0) == 6 && weight(5, daysAgo: 1) == 12 && weight(5, daysAgo: 4000) == 360)
    #expect(try weight(5, daysAgo: -3) == 6)
    #expect(try weight(5, daysAgo: 4000, heardDaysAgo: 0) == 6)
  }

  @Test(arguments: ShuffleAlgorithm.allCases)
  func `an added episode gets a suitable place in the round`(_ algorithm: ShuffleAlgorithm) throws {
    let traits = ShuffleTraits(of: try Episode.grouped([3, 3]))
    for seed in 0..<50 as Range<Int64> {
      var generator = Xoshiro256(seed: seed)
      let place = traits.place(of: 1, in: [3, 0, 4, 2, 5], after: nil, by: algorithm, using: &generator)
      switch algorithm {
      case .off: #expect(place == 5)
      case .uniform, .weighted: #expect((0...5).contains(place))
      case .grouped: #expect(place == 3)
      case .spread: #expect(place == 0 || place == 5)
      }
    }
  }

  @Test(arguments: ShuffleAlgorithm.allCases)
  func `a seed gives the same order in all versions`(_ algorithm: ShuffleAlgorithm) throws {
    let episodes = try Episode.grouped([4, 3, 2, 1])
    let traits = ShuffleTraits(of: episodes)
    var generator = Xoshiro256(seed: 7)
    let order = traits.order(.round(of: 10, now: .distantPast), by: algorithm, using: &generator)
    let promised: [ShuffleAlgorithm: [Int]] = [
      .uniform: [7, 1, 9, 3, 0, 4, 5, 8, 6, 2], .spread: [6, 2, 7, 9, 5, 0, 4, 1, 8, 3],
      .weighted: [7, 2, 6, 9, 5, 4, 0, 3, 8, 1], .grouped: [7, 8, 9, 4, 5, 6, 0, 1, 2, 3],
      .off: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ]
    #expect(order == promised[algorithm])
  }
}
