internal import MixtapeModel

extension PlayerMachine {
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

// Changes of the playlist while the player plays on.

extension PlayerMachine {
  /// Adjusts the entries to a changed playlist, up to the capacity. The current one plays on, also if it left the playlist.
  ///
  /// Entries that the user added stay. Without a shuffle, new entries come after those that they follow in the playlist, and
  /// the rest of the round follows a new order of the playlist. O(entries²).
  mutating func follow(_ playlist: [Episode], from earlier: [Episode.ID]) {
    update(playlist)
    let (before, now) = (ListEntry.all(of: earlier), ListEntry.all(of: playlist.map(\.id)))
    let (old, new) = (Set(before), Set(now))
    var entries = Dictionary(zip(ListEntry.all(of: episodes.map(\.id)), serials)) { first, _ in first }
    pendingRemovals.subtract(now.compactMap { entries[$0] })
    for gone in before where !new.contains(gone) {
      if let entry = entries[gone] { removeWhenNotCurrent(entry) }
    }
    join(zip(now, playlist).filter { !old.contains($0.0) }, in: now, &entries)
    if before.filter(new.contains) != now.filter(old.contains) { arrange(by: now.compactMap { entries[$0] }) }
    if isActive { sendQueue() }
  }

  /// Replaces the values of episodes in the player.
  mutating func update(_ values: [Episode]) {
    let new = Dictionary(values.map { ($0.id, $0) }) { $1 }
    for slot in episodes.indices {
      if let value = new[episodes[slot].id] { episodes[slot] = value }
    }
    traits = nil
  }

  /// Removes the entries that left the playlist while they played, unless they still play.
  mutating func performPendingRemovals() {
    guard !pendingRemovals.isEmpty else { return }
    let playing = current.map { serials[$0] }
    let gone = pendingRemovals.filter { $0 != playing }
    for slot in gone.compactMap(slot(of:)).sorted(by: >) { forget(slot) }
    pendingRemovals.subtract(gone)
    if !gone.isEmpty, isActive { sendQueue() }
  }

  /// Removes an entry; the current one when it is no longer current.
  private mutating func removeWhenNotCurrent(_ entry: PlayerEntry.ID) {
    guard let slot = slot(of: entry) else { return }
    if slot == current {
      pendingRemovals.insert(entry)
    } else {
      forget(slot)
    }
  }

  /// Adds new entries of the playlist up to the capacity.
  private mutating func join(
    _ added: [(ListEntry, Episode)], in list: [ListEntry], _ entries: inout [ListEntry: PlayerEntry.ID]
  ) {
    for (new, episode) in added where entries[new] == nil && episodes.count < ShufflePlayer.capacity {
      let before = list.prefix { $0 != new }.compactMap { entries[$0].flatMap(slot(of:)) }.last
      append(episode)
      entries[new] = serials.last
      let place = before.map { $0 + 1 } ?? 0
      renumber(episodes.count - 1, to: place)
      if algorithm == .off { schedule(place, after: before) } else { scheduleInRound(place) }
    }
  }

  /// Adds a new entry to the rest of the round after another one; at the end, if that has played before.
  private mutating func schedule(_ slot: Int, after previous: Int?) {
    guard round > 0 else { return }
    if let previous, previous == current { return upcoming.append(slot) }
    let place = previous.flatMap { upcoming.firstIndex(of: $0) } ?? 0
    upcoming.insert(slot, at: place)
  }

  /// Puts the entries in the order of the playlist. Other ones follow. Without a shuffle, the rest of the round continues
  /// after the current entry.
  private mutating func arrange(by entries: [PlayerEntry.ID]) {
    let listed = entries.compactMap(slot(of:))
    let others = Set(episodes.indices).subtracting(listed).sorted()
    reorder(listed + others)
    guard algorithm == .off else { return }
    let start = current ?? -1
    let rest = upcoming.sorted()
    upcoming = (rest.filter { $0 > start } + rest.filter { $0 < start }).reversed()
  }
}
