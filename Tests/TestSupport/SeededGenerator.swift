import Foundation
public import Testing

/// SplitMix64: a seed gives the same numbers on every machine.
///
/// A random test uses a generator with a new seed, and prints the seed with every failure. `MIXTAPE_TEST_SEED` set to
/// that number repeats the test.
public struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible, Sendable {
  /// The seed of all numbers.
  public let seed: UInt64
  private var state: UInt64

  /// Makes a generator from the seed in the environment, or from a new one.
  public init() {
    let given = ProcessInfo.processInfo.environment["MIXTAPE_TEST_SEED"].flatMap { UInt64($0) }
    self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
  }

  /// Makes a generator from a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The seed, as printed with failures.
  public var description: String { "MIXTAPE_TEST_SEED=\(seed)" }

  /// The seed, as a comment of an expectation.
  public var comment: Comment { Comment(rawValue: description) }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A test that makes random choices with a seeded generator.
public protocol RandomTest {
  /// The generator of all choices.
  var generator: SeededGenerator { get set }
}

extension RandomTest {
  /// Returns a random number.
  public mutating func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Returns `true` once in `count` times on average.
  public mutating func chance(oneIn count: Int) -> Bool { random(0..<count) == 0 }

  /// Returns a random element; `nil` if there are none.
  public mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &generator)
  }
}

/// The number of rounds of random tests.
public enum TestSteps {
  /// Returns `usual`, or `MIXTAPE_TEST_STEPS` from the environment if that is set.
  public static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["MIXTAPE_TEST_STEPS"].flatMap(Int.init) ?? usual
  }
}
