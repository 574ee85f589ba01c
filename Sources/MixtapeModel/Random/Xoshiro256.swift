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
