internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The properties of episodes that shuffles use, by slot. They are computed once for many orders.
struct ShuffleTraits: Sendable {
  /// The first slot with the episode of each slot.
  let firsts: [Int]
  /// The podcast or album of each episode, numbered from 0.
  let collections: [Int]
  /// The artist of each episode, numbered from 0; -1 for none.
  let artists: [Int]
  /// The weight of each rating; see ``ratingWeight(_:)``.
  let ratings: [UInt64]
  /// The time at which each episode was last played, by the library.
  let lastPlayed: [Date?]
  /// The rank of each episode in its podcast or album.
  let ranks: [Rank]

  /// The rank of an episode in its podcast or album: by disc or season, then by track or number, then by date, then by
  /// slot.
  struct Rank: Comparable, Sendable {
    let disc: Int64
    let track: Int64
    /// Seconds since 1970; infinite for an episode without a date, which comes last.
    let published: Double
    let slot: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.disc, left.track, left.published, left.slot) < (right.disc, right.track, right.published, right.slot)
    }
  }

  init(of episodes: [Episode]) {
    var (names, people) = (Numbering<Podcast.ID>(), Numbering<String>())
    var known: [Episode.ID: Int] = [:]
    firsts = episodes.enumerated().map { slot, episode in
      if let first = known[episode.id] { return first }
      known[episode.id] = slot
      return slot
    }
    collections = episodes.map { names.number(of: $0.id.podcast) }
    artists = episodes.map { episode in episode.artist.map { people.number(of: $0) } ?? -1 }
    ratings = episodes.map { Self.ratingWeight($0.rating) }
    lastPlayed = episodes.map(\.lastPlayedAt)
    ranks = episodes.enumerated().map { slot, episode in
      Rank(
        disc: episode.integer(.discNumber) ?? 1, track: episode.integer(.trackNumber) ?? .max,
        published: episode.published?.timeIntervalSince1970 ?? .infinity, slot: slot)
    }
  }

  /// Returns slots with only one of each episode, and without another entry of the current episode.
  func withoutRepetitions(_ slots: [Int], after current: Int?) -> [Int] {
    var seen = Set<Int>()
    return slots.filter { slot in
      if let current, slot != current, firsts[slot] == firsts[current] { return false }
      return seen.insert(firsts[slot]).inserted
    }
  }

  func order(
    _ request: ShuffleRequest, by algorithm: ShuffleAlgorithm, using generator: inout Xoshiro256
  ) -> [Int] {
    switch algorithm {
    case .uniform: uniform(request, using: &generator)
    case .spread: SpreadOrder(request, self, using: &generator).slots
    case .weighted: weighted(request, using: &generator)
    case .grouped: grouped(request, using: &generator)
    case .off: request.slots
    }
  }
}

/// Numbers names from 0, in the order of their first use.
private struct Numbering<Name: Hashable> {
  private var numbers: [Name: Int] = [:]

  mutating func number(of name: Name) -> Int {
    if let number = numbers[name] { return number }
    defer { numbers[name] = numbers.count }
    return numbers.count
  }
}

/// The input of a shuffle: the slots to put in order, and the episodes heard before.
struct ShuffleRequest {
  /// The slots to put in order, each once, in the order without shuffling.
  let slots: [Int]
  /// The slot that plays before the first, if any.
  let previous: Int?
  /// The slots that the order should not begin with.
  let recent: [Int]
  /// Whether the order is that of a whole round rather than of the rest of one.
  let isNewRound: Bool
  /// The present time, for weights.
  let now: Date?
  /// The times at which episodes were heard in this player, by slot; later than those in the library.
  let heardAt: [Date?]

  /// Returns the number of last episodes that a new round should not begin with: a quarter of all, and at least one if
  /// there are two episodes.
  static func recentCount(among count: Int) -> Int { min(count - 1, max(1, count / 4)) }

  /// Returns whether an order may begin with a slot.
  func isFresh(_ slot: Int) -> Bool { !recent.contains(slot) }
}

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

extension ShuffleTraits {
  /// Returns a random order in which each next slot is drawn with a probability in proportion to its weight. O(*n*²).
  ///
  /// Weights are integers, so that a seed gives the same order on every system. A sort by random logarithms would be
  /// faster, but the last digits of logarithms differ between systems.
  func weighted(_ request: ShuffleRequest, using generator: inout Xoshiro256) -> [Int] {
    guard !request.slots.isEmpty else { return [] }
    var left = request.slots.map { (slot: $0, weight: weight(of: $0, request)) }
    // Slots that should not come first have no weight in the first draw, unless that is true of all.
    let fresh = left.map { (slot: $0.slot, weight: request.isFresh($0.slot) ? $0.weight : 0) }
    let firsts = fresh.contains { $0.weight > 0 } ? fresh : left
    var place = Self.draw(firsts, total: firsts.reduce(0) { $0 + $1.weight }, using: &generator)
    var total = left.reduce(0) { $0 + $1.weight }
    var order: [Int] = []
    order.reserveCapacity(left.count)
    while true {
      total -= left[place].weight
      order.append(left[place].slot)
      left.swapAt(place, left.count - 1)
      left.removeLast()
      if left.isEmpty { return order }
      place = Self.draw(left, total: total, using: &generator)
    }
  }

  /// Returns the weight of an episode: the weight of its rating, times the days since it was last heard plus one. At most
  /// 60 days count, and 60 days count for an episode that was never heard.
  func weight(of slot: Int, _ request: ShuffleRequest) -> UInt64 {
    let dates = [lastPlayed[slot], request.heardAt[slot]].compactMap(\.self)
    guard let now = request.now, let heard = dates.max() else { return ratings[slot] * Self.mostDays }
    let days = max(0, now.timeIntervalSince(heard)) / 86_400
    return ratings[slot] * min(Self.mostDays, 1 + UInt64(min(days, Double(Self.mostDays))))
  }

  /// Returns the weight of a rating: the number of stars plus one. No rating counts as three stars.
  static func ratingWeight(_ rating: Int64?) -> UInt64 {
    UInt64(max(0, min(rating ?? 3, Episode.maximumRating))) + 1
  }

  static let mostDays: UInt64 = 60

  private static func draw(
    _ candidates: [(slot: Int, weight: UInt64)], total: UInt64, using generator: inout Xoshiro256
  ) -> Int {
    var rest = generator.number(below: total)
    for (place, candidate) in candidates.enumerated() {
      if rest < candidate.weight { return place }
      rest -= candidate.weight
    }
    return candidates.count - 1
  }
}

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
