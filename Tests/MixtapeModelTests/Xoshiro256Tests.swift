import Testing

@testable import MixtapeModel

/// Seeds repeat orders on every machine, so the numbers are compared with published ones.
@Suite("The random number generator")
struct Xoshiro256Tests {
  @Test("It gives the published numbers")
  func referenceNumbers() {
    var generator = Xoshiro256(1, 2, 3, 4)
    let numbers = (0..<10).map { _ in generator.next() }
    #expect(
      numbers == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360, 607_988_272_756_665_600,
        16_172_922_978_634_559_625, 8_476_171_486_693_032_832, 10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ])
  }

  @Test("A seed becomes a state by SplitMix64")
  func seeding() {
    var seeds = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in seeds.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
    var generator = Xoshiro256(seed: 1_234_567)
    var sameState = Xoshiro256(numbers[0], numbers[1], numbers[2], numbers[3])
    #expect(generator.next() == sameState.next())
  }

  @Test("A seed gives the same numbers and orders in all versions", arguments: [0, 7, -1] as [Int64])
  func promisedOrders(seed: Int64) throws {
    var generator = Xoshiro256(seed: seed)
    let numbers = (0..<12).map { _ in generator.number(below: 10) }
    var letters = Array("abcdefghij")
    generator = Xoshiro256(seed: seed)
    generator.shuffle(&letters)
    let promised = try #require(Self.promised[seed])
    #expect(numbers == promised.numbers)
    #expect(String(letters) == promised.letters)
  }

  /// Computed by a program in another language, from the publications.
  private static let promised: [Int64: (numbers: [UInt64], letters: String)] = [
    0: ([6, 7, 1, 4, 7, 9, 4, 5, 8, 9, 1, 0], "hidbfecajg"),
    7: ([7, 2, 8, 9, 9, 8, 0, 1, 4, 1, 5, 7], "bidaefjgch"),
    -1: ([5, 7, 5, 7, 5, 7, 3, 7, 6, 6, 2, 0], "ahcbidjegf"),
  ]

  @Test("Numbers that would be too likely are rejected")
  func noBias() {
    // Of the 2^64 results of a step, only 3/4 fill the bound evenly. A quarter of all steps is repeated, which makes
    // 4,000 steps for 3,000 numbers, with a standard deviation of 37.
    let bound: UInt64 = 3 << 62
    var (choosing, stepping) = (Xoshiro256(seed: 1), Xoshiro256(seed: 1))
    let numbers = (0..<3000).map { _ in choosing.number(below: bound) }
    var steps = 0
    while stepping != choosing {
      _ = stepping.next()
      steps += 1
    }
    #expect((3900...4100).contains(steps))
    #expect(numbers.allSatisfy { $0 < bound })
    // Each third gets a third of the numbers: 1,000, with a tolerance of four standard deviations of 26.
    let thirds = Dictionary(grouping: numbers) { $0 / (1 << 62) }.mapValues(\.count)
    #expect((0..<3).allSatisfy { (896...1104).contains(thirds[$0] ?? 0) })
  }

  @Test("A bound of 1 has one number, and a list of at most one element one order")
  func smallest() {
    var generator = Xoshiro256(seed: 3)
    #expect(generator.number(below: 1) == 0)
    var (none, one): ([Int], [Int]) = ([], [5])
    generator.shuffle(&none)
    generator.shuffle(&one)
    #expect(none == [] && one == [5])
  }

  @Test("All orders of a list are equally likely")
  func everyOrder() {
    var generator = Xoshiro256(seed: 5)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      var list = [0, 1, 2, 3]
      generator.shuffle(&list)
      counts[list, default: 0] += 1
    }
    let statistic = counts.values.reduce(0.0) { $0 + (Double($1) - 1000) * (Double($1) - 1000) / 1000 }
    // 23 degrees of freedom: one generator in a thousand exceeds 49.7.
    #expect(counts.count == 24 && statistic < 49.7)
  }

  @Test("Chances of 0 and 1 are certain, and others have their probability")
  func chances() {
    var generator = Xoshiro256(seed: 9)
    #expect((0..<1000).allSatisfy { _ in generator.chance(1) })
    #expect(!(0..<1000).contains { _ in generator.chance(0) })
    // 3,000 of 10,000, with a tolerance of four standard deviations of 46.
    #expect((2816...3184).contains((0..<10_000).count { _ in generator.chance(0.3) }))
  }
}
