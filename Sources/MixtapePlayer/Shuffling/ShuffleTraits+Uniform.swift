internal import MixtapeModel

extension ShuffleTraits {
  /// Every order is as likely as any other; of a whole round, every one that begins with something fresh.
  func uniform(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    generator.shuffled(request.slots, beginningWith: request.isFresh)
  }
}

extension Xoshiro256 {
  /// The elements in an order that is as likely as any other of those that begin with something allowed. Where nothing is, all
  /// is.
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
