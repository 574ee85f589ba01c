internal import MixtapeModel

extension ShuffleTraits {
  /// Where an episode goes that comes into a round under way.
  ///
  /// - Parameters:
  ///   - slots: The rest of the round, the next one first.
  ///   - current: What plays before it, if anything does.
  /// - Returns: The offset at which it comes to stand.
  func place(
    of slot: Int, in slots: [Int], after current: Int?, by algorithm: ShuffleAlgorithm,
    using generator: inout Xoshiro256
  ) -> Int {
    switch algorithm {
    case .off: slots.count
    // An order that is as likely as any other stays so if all places are as likely as each other.
    case .uniform, .weighted: generator.offset(in: slots.count + 1)
    case .grouped: placeInUnit(of: slot, in: slots)
    case .spread: placeApart(of: slot, in: slots, after: current, using: &generator)
    }
  }

  /// Behind those of the same podcast or album that come before it in that, or before the first that comes after it.
  private func placeInUnit(of slot: Int, in slots: [Int]) -> Int {
    let unit = slots.indices.filter { collections[slots[$0]] == collections[slot] }
    let later = unit.first { ranks[slot] < ranks[slots[$0]] }
    return later ?? unit.last.map { $0 + 1 } ?? slots.count
  }

  /// One of the places with no neighbour of the same podcast or album, or any, if there is none.
  private func placeApart(
    of slot: Int, in slots: [Int], after current: Int?, using generator: inout Xoshiro256
  ) -> Int {
    func isApart(_ neighbour: Int?) -> Bool { neighbour.map { collections[$0] } != collections[slot] }
    let places = (0...slots.count).filter { place in
      isApart(place > 0 ? slots[place - 1] : current) && isApart(place < slots.count ? slots[place] : nil)
    }
    return places.isEmpty ? generator.offset(in: slots.count + 1) : places[generator.offset(in: places.count)]
  }
}
