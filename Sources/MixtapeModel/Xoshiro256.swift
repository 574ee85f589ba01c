/// The random number generator xoshiro256\*\*. A seed gives the same numbers on every machine and in every version of
/// Mixtape.
///
/// After David Blackman and Sebastiano Vigna, *Scrambled Linear Pseudorandom Number Generators*, ACM Transactions on
/// Mathematical Software 47(4), 2021; see <https://prng.di.unimi.it>. SplitMix64 makes the state from the seed, as the
/// authors recommend, so that neighbouring seeds give independent sequences.
///
/// It is not a `RandomNumberGenerator`: the results of `shuffled(using:)` and `random(in:using:)` may change between
/// versions of Swift. Those of ``number(below:)``, ``shuffle(_:)`` and ``chance(_:)`` never change.
public struct Xoshiro256: Hashable, Sendable {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64
  private var fourth: UInt64

  /// Makes a generator from a seed.
  public init(seed: Int64) {
    var seeds = SplitMix64(seed: UInt64(bitPattern: seed))
    self.init(seeds.next(), seeds.next(), seeds.next(), seeds.next())
  }

  /// Makes a generator from a state, which must not be all zeros.
  init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotated(second &* 5, by: 7) &* 9
    let shifted = second << 17
    third ^= first
    fourth ^= second
    second ^= third
    first ^= fourth
    third ^= shifted
    fourth = Self.rotated(fourth, by: 45)
    return result
  }

  private static func rotated(_ number: UInt64, by bits: UInt64) -> UInt64 {
    (number << bits) | (number >> (64 - bits))
  }
}

extension Xoshiro256 {
  /// Returns a random number from 0 up to, but not including, a bound. All numbers are equally likely.
  ///
  /// Usually takes one step of the generator. The method is that of Daniel Lemire, *Fast Random Integer Generation in an
  /// Interval*, ACM Transactions on Modeling and Computer Simulation 29(1), 2019: the result is the high half of the
  /// product of a step and the bound. Low halves that would make some numbers likelier are rejected.
  ///
  /// - Precondition: The bound is at least 1.
  public mutating func number(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "the bound must be at least 1")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let surplus = (0 &- bound) % bound
      while product.low < surplus { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }

  /// Returns a random offset in a list of `count` elements, at least 1.
  public mutating func offset(in count: Int) -> Int { Int(number(below: UInt64(count))) }

  /// Shuffles a list by the method of Fisher and Yates, so that all orders are equally likely. Linear in its length.
  public mutating func shuffle<Element>(_ list: inout [Element]) {
    for last in stride(from: list.count - 1, to: 0, by: -1) { list.swapAt(last, offset(in: last + 1)) }
  }

  /// Returns `true` with a probability from 0 to 1. Takes one step.
  public mutating func chance(_ probability: Double) -> Bool {
    // A `Double` can represent all multiples of 2⁻⁵³ below 1, so 53 bits make a uniform fraction.
    Double(next() >> 11) * 0x1p-53 < probability
  }
}

/// SplitMix64, a random number generator that makes the state of ``Xoshiro256`` from a seed.
///
/// After Guy L. Steele Jr., Doug Lea and Christine H. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The sort key of an episode in the random order of a seed.
///
/// It depends only on the seed and the episode's id. So the order of two episodes stays the same when others are added or
/// removed, and on every machine.
///
/// The bytes of the id go through FNV-1a (64 bits), the seed through the last step of SplitMix64; the exclusive or of both
/// goes through that step once more. Keys are compared as signed numbers.
public struct ShuffleKey: Hashable, Sendable {
  /// The key as a number.
  public let value: Int64

  /// Makes the key of an episode from the UTF-8 of its id. Linear in its length.
  public init(of id: some Sequence<UInt8>, seed: Int64) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = Int64(bitPattern: Self.mixed(hash ^ Self.mixed(UInt64(bitPattern: seed))))
  }

  private static func mixed(_ number: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: number)
    return generator.next()
  }
}
