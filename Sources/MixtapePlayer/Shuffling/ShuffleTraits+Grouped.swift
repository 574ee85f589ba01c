internal import MixtapeModel

extension ShuffleTraits {
  /// Returns an order in which podcasts and albums stay together and sorted. All orders of the groups are equally likely.
  func grouped(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    let units = byCollection(request.slots).map { unit in unit.sorted { ranks[$0] < ranks[$1] } }
    return generator.shuffled(units) { mayComeFirst($0, request) }.flatMap(\.self)
  }

  /// Groups slots by podcast or album, in the order of the first slot of each.
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

  /// Returns whether a group may be the first: in a new round, if its first slot was not heard recently; within a round,
  /// only the group of the previous episode.
  private func mayComeFirst(_ unit: [Int], _ request: ShuffleRequest) -> Bool {
    guard let first = unit.first else { return false }
    if request.isNewRound { return !request.recent.contains(first) }
    return request.previous.map { collections[$0] } == collections[first]
  }
}
