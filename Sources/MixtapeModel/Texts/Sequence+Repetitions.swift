extension Sequence where Element: Hashable {
  /// The elements, each at its first place alone.
  package var withoutRepetitions: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
