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
