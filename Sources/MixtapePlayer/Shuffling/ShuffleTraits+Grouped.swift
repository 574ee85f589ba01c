internal import MixtapeModel

extension ShuffleTraits {
  /// Podcasts and albums whole and in order, one after the other in an order that is as likely as any other.
  func grouped(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    let units = byCollection(request.slots).map { unit in unit.sorted { ranks[$0] < ranks[$1] } }
    return generator.shuffled(units) { mayComeFirst($0, request) }.flatMap(\.self)
  }

  /// Slots by podcast or album, in the order in which these come first.
  func byCollection(_ slots: [Int]) -> [[Int]] {
    var (groups, places): ([[Int]], [Int: Int]) = ([], [:])
    for slot in slots {
      if let place = places[collections[slot]] {
        groups[place].append(slot)
      } else {
        places[collections[slot]] = groups.count
        groups.append([slot])
      }
    }
    return groups
  }

  /// Whether a unit may be the first: in a new round if it begins with something fresh; within a round only what has begun
  /// to play goes on, if there is such a unit.
  private func mayComeFirst(_ unit: [Int], _ request: ShuffleRequest) -> Bool {
    guard let first = unit.first else { return false }
    if request.isNewRound { return !request.recent.contains(first) }
    return request.previous.map { collections[$0] } == collections[first]
  }
}
