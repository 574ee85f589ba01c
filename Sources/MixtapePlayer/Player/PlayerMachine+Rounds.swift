internal import MixtapeModel

extension PlayerMachine {
  /// Plays the next episode. Starts a new round if this one is over.
  mutating func advance() {
    finishCurrent()
    // While the service plays, its queue is up to date, so its second entry is the next episode.
    let canSkip = isActive && !upcoming.isEmpty
    prepareRound()
    guard let next = upcoming.popLast() else { return halt() }
    load(next, bySkipping: canSkip)
  }

  /// Loads an episode, and plays it from a position; by default, from the one that it has in the library.
  mutating func load(_ slot: Int, from position: Duration? = nil, bySkipping: Bool = false) {
    let position = position ?? episodes[slot].resumePosition
    current = slot
    finished.remove(serials[slot])
    hasStarted = false
    phase = .loading
    startPosition = position
    ticket += 1
    if !hasAccess { send(.requestAccess) }
    if bySkipping { send(.skip) } else { sendQueue() }
    if position > .zero { send(.seek(position)) }
    if !bySkipping { send(.play) }
  }

  /// Stops playing. The current episode stays, and starts at a position next time.
  mutating func halt(at position: Duration = .zero) {
    if phase != .idle { send(.stop) }
    phase = .idle
    startPosition = current == nil ? .zero : position
    // Later reports about the entry are ignored.
    ticket += 1
  }

  /// Moves the current episode to the history, if it was heard. There is no current episode then.
  mutating func finishCurrent() {
    guard let slot = current else { return }
    current = nil
    guard hasStarted else { return }
    hasStarted = false
    heard.append(slot)
    heardAt[slot] = options.now()
    if heard.count > 2 * Self.longestMemory { heard.removeFirst(Self.longestMemory) }
  }

  /// Makes room for another episode. The current one moves to the history if it was heard. If not, it becomes the next
  /// one, unless it cannot be played.
  mutating func requeueCurrent() {
    if let current, !hasStarted, !isUnplayable { putNext(current) }
    finishCurrent()
  }

  /// Starts a round if none is under way.
  mutating func prepareRound() {
    guard upcoming.isEmpty, current == nil else { return }
    if !nextRound.isEmpty { exchangeEntries() }
    let slots = episodes.indices.filter { !pendingRemovals.contains(serials[$0]) && !isOfPastRound($0) }
    guard !slots.isEmpty else { return }
    round += 1
    upcoming = order(of: slots, isNewRound: true).reversed()
  }

  /// Begins a round with an entry if none is under way. Without a shuffle, the round has only what follows it.
  mutating func beginRound(at slot: Int) {
    prepareRound()
    guard current == nil else { return }
    if algorithm == .off { upcoming.removeAll { $0 < slot } }
    putNext(slot)
  }

  /// Puts the rest of the round in a new order.
  mutating func shuffleAgain(by newAlgorithm: ShuffleAlgorithm?) {
    if let newAlgorithm { algorithm = newAlgorithm }
    // Sorted by slot, the order in which episodes were added, which is also the order of `off`.
    upcoming = order(of: upcoming.sorted(), isNewRound: false).reversed()
    if isActive { sendQueue() }
  }

  /// Sends the current episode and the rest of the round to the service.
  mutating func sendQueue() {
    guard let current else { return }
    let slots = [current] + upcoming.reversed()
    send(.setQueue(slots.enumerated().map { QueueEntry(id: ticket + $0, episode: episodes[$1]) }))
  }

  private mutating func order(of slots: [Int], isNewRound: Bool) -> [Int] {
    let traits = currentTraits()
    let request = ShuffleRequest(
      slots: algorithm == .off ? slots : traits.withoutRepetitions(slots, after: current),
      previous: current ?? heard.last, recent: isNewRound ? recentlyHeard() : [], isNewRound: isNewRound,
      now: algorithm == .weighted ? options.now() : nil, heardAt: heardAt)
    return traits.order(request, by: algorithm, using: &generator)
  }

  /// The last episodes heard, which a new round should not begin with; see ``ShuffleRequest/recentCount(among:)``.
  private mutating func recentlyHeard() -> [Int] {
    let firsts = currentTraits().firsts
    let most = ShuffleRequest.recentCount(among: Set(firsts).count)
    var recent: [Int] = []
    for slot in heard.reversed().map({ firsts[$0] }) where !recent.contains(slot) {
      if recent.count == most { break }
      recent.append(slot)
    }
    return recent
  }
}

// Moves of episodes in the rest of a round.

extension PlayerMachine {
  /// Moves an entry in the rest of the round, and in the order of the slots, so that the next round of the shuffle `off` has the
  /// new order. Returns whether the order changed.
  mutating func move(_ entry: PlayerEntry.ID, by distance: Int) -> Bool {
    // The next entry is the last one.
    guard let slot = slot(of: entry), let place = upcoming.firstIndex(of: slot) else { return false }
    let steps = min(max(distance, place - upcoming.count + 1), place)
    guard steps != 0 else { return false }
    let neighbour = upcoming[place - steps]
    upcoming.remove(at: place)
    upcoming.insert(slot, at: place - steps)
    // Without the slot, the numbers of later ones are lower by 1.
    let other = neighbour > slot ? neighbour - 1 : neighbour
    renumber(slot, to: steps > 0 ? other + 1 : other)
    if isActive { sendQueue() }
    return true
  }

  /// Gives a slot another number. The slots in between get the next or the previous one.
  mutating func renumber(_ slot: Int, to new: Int) {
    var order = Array(episodes.indices)
    order.remove(at: slot)
    order.insert(slot, at: new)
    reorder(order)
  }

  /// Puts the slots in another order.
  ///
  /// - Parameter order: The present number of each slot, in the new order.
  mutating func reorder(_ order: [Int]) {
    var numbers = order
    for (new, old) in order.enumerated() { numbers[old] = new }
    episodes = order.map { episodes[$0] }
    serials = order.map { serials[$0] }
    heardAt = order.map { heardAt[$0] }
    current = current.map { numbers[$0] }
    upcoming = upcoming.map { numbers[$0] }
    heard = heard.map { numbers[$0] }
    traits = nil
  }
}
