internal import MixtapeModel

extension ShuffleTraits {
  /// Returns the place of a new episode in the rest of a round.
  ///
  /// - Parameters:
  ///   - slots: The rest of the round, the next slot first.
  ///   - current: The slot that is playing, if any.
  /// - Returns: The offset in `slots` at which to insert it.
  func place(
    of slot: Int, in slots: [Int], after current: Int?, by algorithm: ShuffleAlgorithm,
    using generator: inout Xoshiro256
  ) -> Int {
    switch algorithm {
    case .off: slots.count
    // A uniformly random order stays one if the place is uniformly random too.
    case .uniform, .weighted: generator.offset(in: slots.count + 1)
    case .grouped: placeInUnit(of: slot, in: slots)
    case .spread: placeApart(of: slot, in: slots, after: current, using: &generator)
    }
  }

  /// Returns the place of an episode in its podcast or album: before the first of later rank, else after the last.
  private func placeInUnit(of slot: Int, in slots: [Int]) -> Int {
    let unit = slots.indices.filter { collections[slots[$0]] == collections[slot] }
    let later = unit.first { ranks[slot] < ranks[slots[$0]] }
    return later ?? unit.last.map { $0 + 1 } ?? slots.count
  }

  /// Returns a random place without a neighbour of the same podcast or album; any place if each has such a neighbour.
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
