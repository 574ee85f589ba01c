/// Numbers of elements: equal elements have the same number, in the order in which they are first seen.
///
/// Other modules inline it, since lookups of elements whose type is unknown to the compiler are slow.
@usableFromInline
struct ElementNumbering<Element: Hashable> {
  /// The elements by their numbers.
  @usableFromInline var elements: [Element] = []
  @usableFromInline var known: [Element: Int] = [:]

  @inlinable init() {}

  /// Returns the numbers of the elements of a list. Linear.
  @inlinable mutating func numbers(of list: [Element]) -> [Int] {
    // Later lists have few new elements, so that reserving for all of them would only move the known ones.
    if known.isEmpty { known.reserveCapacity(list.count) }
    var numbers: [Int] = []
    numbers.reserveCapacity(list.count)
    for element in list {
      if let number = known[element] {
        numbers.append(number)
      } else {
        known[element] = elements.count
        numbers.append(elements.count)
        elements.append(element)
      }
    }
    return numbers
  }
}
