internal import MixtapeModel

extension ShuffleTraits {
  /// Returns a uniformly random order, among those that do not begin with a recently heard slot.
  func uniform(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    generator.shuffled(request.slots, beginningWith: request.isFresh)
  }
}

extension Xoshiro256 {
  /// Returns the elements in a uniformly random order that begins with an allowed element, if there is one.
  mutating func shuffled<Element>(_ elements: [Element], beginningWith isAllowed: (Element) -> Bool) -> [Element] {
    guard !elements.isEmpty else { return [] }
    let allowed = elements.indices.filter { isAllowed(elements[$0]) }
    let first = allowed.isEmpty ? offset(in: elements.count) : allowed[offset(in: allowed.count)]
    var rest = elements
    let chosen = rest.remove(at: first)
    shuffle(&rest)
    return [chosen] + rest
  }
}
