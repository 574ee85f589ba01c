internal import MixtapeModel

extension PlayerMachine {
  mutating func add(_ episode: Episode) throws(ShufflePlayerError) -> Bool {
    pendingRemovals.remove(episode.id)
    guard slots[episode.id] == nil else { return false }
    scheduleInRound(try slot(of: episode))
    if isActive { sendQueue() }
    return true
  }

  /// Adds a new episode to the rest of the round, if a round is under way, at a place that suits the shuffle.
  mutating func scheduleInRound(_ slot: Int) {
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
    if isActive { sendQueue() }
  }

  /// Makes an episode the next one.
  mutating func putNext(_ slot: Int) {
    upcoming.removeAll { $0 == slot }
    upcoming.append(slot)
  }

  mutating func remove(_ id: Episode.ID) -> Bool {
    guard let slot = slots[id] else { return false }
    let wasCurrent = current == slot
    if wasCurrent { current = nil }
    forget(slot)
    if wasCurrent { replaceCurrent() } else if isActive { sendQueue() }
    return true
  }

  /// Plays the next episode after the current one was removed, if that was playing; else stops.
  mutating func replaceCurrent() {
    hasStarted = false
    guard !episodes.isEmpty, phase == .loading || phase == .playing else { return halt() }
    prepareRound()
    if let next = upcoming.popLast() { load(next) }
  }

  mutating func removeAll() {
    halt()
    episodes = []
    pendingRemovals = []
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

  /// Returns the slot of an episode. A new episode is added.
  mutating func slot(of episode: Episode) throws(ShufflePlayerError) -> Int {
    pendingRemovals.remove(episode.id)
    if let slot = slots[episode.id] { return slot }
    guard episodes.count < ShufflePlayer.capacity else { throw .capacityReached }
    append(episode)
    return episodes.count - 1
  }

  /// Adds an episode, if it is new, for the next round.
  mutating func append(_ episode: Episode) {
    guard slots[episode.id] == nil else { return }
    slots[episode.id] = episodes.count
    episodes.append(episode)
    serials.append(nextSerial)
    nextSerial += 1
    heardAt.append(nil)
    traits = nil
  }

  /// Returns the traits of the episodes for the shuffles, and caches them.
  mutating func currentTraits() -> ShuffleTraits {
    let known = traits ?? ShuffleTraits(of: episodes)
    traits = known
    return known
  }

  /// Removes a slot, and renumbers the slots after it.
  mutating func forget(_ slot: Int) {
    func moved(_ other: Int) -> Int? { other == slot ? nil : other > slot ? other - 1 : other }
    let id = episodes.remove(at: slot).id
    slots[id] = nil
    pendingRemovals.remove(id)
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
