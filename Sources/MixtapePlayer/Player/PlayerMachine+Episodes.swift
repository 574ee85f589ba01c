internal import MixtapeModel

extension PlayerMachine {
  /// Adds an episode that has no entry.
  mutating func add(_ episode: Episode) throws(ShufflePlayerError) -> Bool {
    keepWhenNotCurrent(episode.id)
    guard !contains(episode.id) else { return false }
    scheduleInRound(try slot(of: episode))
    if isActive { sendQueue() }
    return true
  }

  /// Adds entries of a list until the player is full, also for episodes that have one.
  mutating func add(entriesFor list: some Sequence<Episode>) {
    for episode in list {
      guard episodes.count < ShufflePlayer.capacity else { break }
      append(episode)
      scheduleInRound(episodes.count - 1)
    }
    if isActive { sendQueue() }
  }

  /// Adds a new entry to the rest of the round, if a round is under way, at a place that suits the shuffle. A shuffle plays each
  /// episode once in a round.
  mutating func scheduleInRound(_ slot: Int) {
    guard round > 0 else { return }
    let traits = currentTraits()
    guard algorithm == .off || traits.firsts[slot] == slot else { return }
    let place = traits.place(of: slot, in: upcoming.reversed(), after: current, by: algorithm, using: &generator)
    upcoming.insert(slot, at: upcoming.count - place)
  }

  mutating func enqueue(_ episode: Episode, next: Bool) throws(ShufflePlayerError) {
    enqueue(try slot(of: episode), next: next)
  }

  /// Makes an entry the next one, or the last one of the round.
  mutating func enqueue(_ slot: Int, next: Bool) {
    prepareRound()
    putNext(slot)
    if !next { upcoming.insert(upcoming.removeLast(), at: 0) }
    if isActive { sendQueue() }
  }

  /// Makes an entry the next one.
  mutating func putNext(_ slot: Int) {
    upcoming.removeAll { $0 == slot }
    upcoming.append(slot)
  }

  /// Removes all entries of an episode.
  mutating func remove(_ id: Episode.ID) -> Bool { remove(slots: slots(of: id)) }

  mutating func remove(slots: [Int]) -> Bool {
    guard !slots.isEmpty else { return false }
    let wasCurrent = current.map(slots.contains) ?? false
    if wasCurrent { current = nil }
    for slot in slots.sorted(by: >) { forget(slot) }
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
    finished = []
    nextRound = []
    pastRound = []
    serials = []
    heardAt = []
    traits = nil
    current = nil
    hasStarted = false
    upcoming = []
    heard = []
    round = 0
  }

  /// Returns the slot of an entry of an episode: the current one, else the next one of the round, else the first. A new episode is
  /// added.
  mutating func slot(of episode: Episode) throws(ShufflePlayerError) -> Int {
    keepWhenNotCurrent(episode.id)
    let known = slots(of: episode.id)
    if let current, known.contains(current) { return current }
    if let slot = upcoming.last(where: known.contains) ?? known.first { return slot }
    guard episodes.count < ShufflePlayer.capacity else { throw .capacityReached }
    append(episode)
    return episodes.count - 1
  }

  /// Keeps the entries of an episode that left the playlist, because the user has asked for it.
  private mutating func keepWhenNotCurrent(_ id: Episode.ID) {
    guard !pendingRemovals.isEmpty else { return }
    for slot in slots(of: id) { pendingRemovals.remove(serials[slot]) }
  }

  /// Adds an entry for the next round.
  mutating func append(_ episode: Episode) {
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
    episodes.remove(at: slot)
    let entry = serials.remove(at: slot)
    pendingRemovals.remove(entry)
    finished.remove(entry)
    heardAt.remove(at: slot)
    traits = nil
    current = current.flatMap(moved)
    upcoming = upcoming.compactMap(moved)
    heard = heard.compactMap(moved)
    if episodes.isEmpty { round = 0 }
  }
}
