internal import MixtapeModel

extension PlayerMachine {
  mutating func add(_ episode: Episode) throws(ShufflePlayerError) -> Bool {
    guard slots[episode.id] == nil else { return false }
    giveTurn(try slot(of: episode))
    if isActive { orderQueue() }
    return true
  }

  /// Gives an episode that comes in its turn in this round, if there is one.
  mutating func giveTurn(_ slot: Int) {
    guard round > 0 else { return }
    let place = currentTraits().place(
      of: slot, in: upcoming.reversed(), after: current, by: algorithm, using: &generator)
    upcoming.insert(slot, at: upcoming.count - place)
  }

  mutating func enqueue(_ episode: Episode, next: Bool) throws(ShufflePlayerError) {
    let slot = try slot(of: episode)
    prepareRound()
    putNext(slot)
    if !next { upcoming.insert(upcoming.removeLast(), at: 0) }
    if isActive { orderQueue() }
  }

  /// Makes an episode the next one, wherever it was to come.
  mutating func putNext(_ slot: Int) {
    upcoming.removeAll { $0 == slot }
    upcoming.append(slot)
  }

  mutating func remove(_ id: Episode.ID) -> Bool {
    guard let slot = slots[id] else { return false }
    let wasCurrent = current == slot
    if wasCurrent { current = nil }
    forget(slot)
    if wasCurrent { replaceCurrent() } else if isActive { orderQueue() }
    return true
  }

  /// Goes on after the current episode was taken out: with the next one if it played.
  mutating func replaceCurrent() {
    hasStarted = false
    guard !episodes.isEmpty, phase == .loading || phase == .playing else { return halt() }
    prepareRound()
    if let next = upcoming.popLast() { load(next) }
  }

  mutating func removeAll() {
    halt()
    episodes = []
    slots = [:]
    serials = []
    heardAt = []
    traits = nil
    current = nil
    hasStarted = false
    upcoming = []
    heard = []
    round = 0
  }

  /// The slot of an episode, which is taken in if it is new.
  mutating func slot(of episode: Episode) throws(ShufflePlayerError) -> Int {
    if let slot = slots[episode.id] { return slot }
    guard episodes.count < ShufflePlayer.capacity else { throw .capacityReached }
    append(episode)
    return episodes.count - 1
  }

  /// Takes in an episode that has its turn in the next round; not if it is there already.
  mutating func append(_ episode: Episode) {
    guard slots[episode.id] == nil else { return }
    slots[episode.id] = episodes.count
    episodes.append(episode)
    serials.append(nextSerial)
    nextSerial += 1
    heardAt.append(nil)
    traits = nil
  }

  /// What shuffles know of the episodes.
  mutating func currentTraits() -> ShuffleTraits {
    let known = traits ?? ShuffleTraits(of: episodes)
    traits = known
    return known
  }

  /// Closes the gap that an episode leaves.
  private mutating func forget(_ slot: Int) {
    func moved(_ other: Int) -> Int? { other == slot ? nil : other > slot ? other - 1 : other }
    slots[episodes.remove(at: slot).id] = nil
    serials.remove(at: slot)
    heardAt.remove(at: slot)
    for (id, other) in slots where other > slot { slots[id] = other - 1 }
    traits = nil
    current = current.flatMap(moved)
    upcoming = upcoming.compactMap(moved)
    heard = heard.compactMap(moved)
    if episodes.isEmpty { round = 0 }
  }
}
