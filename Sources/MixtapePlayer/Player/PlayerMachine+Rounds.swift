internal import MixtapeModel

extension PlayerMachine {
  /// Plays the next episode, of a new round if this one is over.
  mutating func advance() {
    retire()
    // The service has the same queue as long as it plays, so that the next one is the one after the first.
    let canSkip = isActive && !upcoming.isEmpty
    prepareRound()
    guard let next = upcoming.popLast() else { return halt() }
    load(next, bySkipping: canSkip)
  }

  /// Has the service play an episode from a position.
  mutating func load(_ slot: Int, from position: Duration = .zero, bySkipping: Bool = false) {
    current = slot
    hasStarted = false
    phase = .loading
    startPosition = position
    ticket += 1
    if !hasAccess { order(.requestAccess) }
    if bySkipping { return order(.skip) }
    orderQueue()
    if position > .zero { order(.seek(position)) }
    order(.play)
  }

  /// Ends playing; the current episode stays.
  mutating func halt() {
    if phase != .idle { order(.stop) }
    phase = .idle
    startPosition = .zero
    // What the service still has to say of it is no longer of interest.
    ticket += 1
  }

  /// Remembers the current episode if it was heard, and has no current episode any more.
  mutating func retire() {
    guard let slot = current else { return }
    current = nil
    guard hasStarted else { return }
    hasStarted = false
    heard.append(slot)
    heardAt[slot] = options.now()
    if heard.count > 2 * Self.longestMemory { heard.removeFirst(Self.longestMemory) }
  }

  /// Makes room for another episode: the current one is remembered if it was heard, and otherwise is the next one again,
  /// unless it would only fail again.
  mutating func layAside() {
    if let current, !hasStarted, !isUnplayable { putNext(current) }
    retire()
  }

  /// Begins a round if none is under way.
  mutating func prepareRound() {
    guard upcoming.isEmpty, current == nil, !episodes.isEmpty else { return }
    round += 1
    upcoming = order(of: Array(episodes.indices), isNewRound: true).reversed()
  }

  /// Puts what is left of the round in a new order.
  mutating func shuffleAgain(by newAlgorithm: ShuffleAlgorithm?) {
    if let newAlgorithm { algorithm = newAlgorithm }
    // By slot, which is the order in which they came and that `off` is to give back.
    upcoming = order(of: upcoming.sorted(), isNewRound: false).reversed()
    if isActive { orderQueue() }
  }

  /// Gives the service what plays and what comes.
  mutating func orderQueue() {
    guard let current else { return }
    let slots = [current] + upcoming.reversed()
    order(.setQueue(slots.enumerated().map { QueueEntry(id: ticket + $0, episode: episodes[$1]) }))
  }

  private mutating func order(of slots: [Int], isNewRound: Bool) -> [Int] {
    let traits = currentTraits()
    let request = ShuffleRequest(
      slots: slots, previous: current ?? heard.last, recent: isNewRound ? recentlyHeard : [], isNewRound: isNewRound,
      now: algorithm == .weighted ? options.now() : nil, heardAt: heardAt)
    return traits.order(request, by: algorithm, using: &generator)
  }

  /// What a new round does not begin with: what was heard last, as many different ones as ``ShuffleRequest`` says.
  private var recentlyHeard: [Int] {
    let most = ShuffleRequest.recentCount(among: episodes.count)
    var recent: [Int] = []
    for slot in heard.reversed() where !recent.contains(slot) {
      if recent.count == most { break }
      recent.append(slot)
    }
    return recent
  }
}
