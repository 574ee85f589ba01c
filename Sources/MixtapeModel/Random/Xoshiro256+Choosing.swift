extension Xoshiro256 {
  /// A number from 0 up to, and without, a bound; each is as likely as any other.
  ///
  /// Takes as a rule one step of the generator, after Daniel Lemire, *Fast Random Integer Generation in an Interval*, ACM
  /// Transactions on Modeling and Computer Simulation 29(1), 2019: the high half of a step times the bound, where another
  /// step is taken if the low half is one of those that would make some numbers likelier than others.
  ///
  /// - Precondition: The bound is 1 or more.
  public mutating func number(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "there is no number below zero to choose")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let surplus = (0 &- bound) % bound
      while product.low < surplus { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }

  /// An offset in a list of so many elements, of which there has to be one.
  public mutating func offset(in count: Int) -> Int { Int(number(below: UInt64(count))) }

  /// Puts a list in an order that is as likely as any other, after Fisher and Yates: from the last element down to the
  /// second, each is exchanged with one up to it, itself included. Linear in the length of the list.
  public mutating func shuffle<Element>(_ list: inout [Element]) {
    for last in stride(from: list.count - 1, to: 0, by: -1) { list.swapAt(last, offset(in: last + 1)) }
  }

  /// Whether something happens that happens with a probability from 0, never, to 1, always. Takes one step.
  public mutating func chance(_ probability: Double) -> Bool {
    // The high 53 bits make all the fractions with one distance between them that a `Double` holds exactly.
    Double(next() >> 11) * 0x1p-53 < probability
  }
}
