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
