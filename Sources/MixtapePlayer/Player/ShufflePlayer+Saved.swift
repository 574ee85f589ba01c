public import MixtapeModel

extension ShufflePlayer {
  /// The state of a player that is kept between runs of a program. Decoding fails for a state that no player can have.
  public struct Saved: Hashable, Sendable, Codable {
    /// The episodes of the entries, in the order in which they were added. The number of an entry is its slot.
    public private(set) var episodes: [Episode.ID]
    /// The slot of the current entry.
    private(set) var currentSlot: Int?
    /// The position in the current episode, in seconds.
    public private(set) var position: Double
    /// The rest of the round, the next slot first.
    private(set) var slotsUpNext: [Int]
    /// The slots heard before, the last one first.
    private(set) var slotsHeardBefore: [Int]
    /// The number of the round.
    public private(set) var round: Int
    /// The shuffle of the rest of the round.
    public let shuffle: ShuffleAlgorithm
    /// The speed, if it was set.
    public let speed: PlaybackSpeed?
    /// The volume, if it was set.
    public let volume: Volume?

    /// The current episode.
    public var current: Episode.ID? { currentSlot.map { episodes[$0] } }
    /// The rest of the round, the next episode first.
    public var upNext: [Episode.ID] { slotsUpNext.map { episodes[$0] } }
    /// The episodes heard before, the last one first.
    public var heardBefore: [Episode.ID] { slotsHeardBefore.map { episodes[$0] } }
  }

  /// The state to save for ``init(restoring:library:service:options:)``.
  public var saved: Saved {
    let playing = position
    return read { machine in
      Saved(
        episodes: machine.episodes.map(\.id), currentSlot: machine.current,
        position: (machine.restingPosition ?? playing) / .seconds(1), slotsUpNext: machine.upcoming.reversed(),
        slotsHeardBefore: machine.heard.reversed(), round: machine.round, shuffle: machine.algorithm,
        speed: machine.speed, volume: machine.volume)
    }
  }

  /// Makes a player with a saved state. It is stopped.
  ///
  /// - Parameters:
  ///   - saved: The saved state. Its shuffle replaces that of the options.
  ///   - library: The episodes of the library. Other episodes of the saved state are dropped.
  public convenience init(
    restoring saved: Saved, library: [Episode.ID: Episode], service: any MusicService, options: Options
  ) {
    self.init(service: service, machine: PlayerMachine(restoring: saved, library, options))
  }
}

extension ShufflePlayer.Saved {
  /// Returns a copy in which the current episode starts at another position.
  ///
  /// - Parameter position: The position in seconds. Values outside of those that can be saved count as 0.
  func resuming(at position: Double) -> Self {
    var copy = self
    copy.position = (0...Double(Self.longest)).contains(position) ? position : 0
    return copy
  }

  /// Returns a copy in which the current episode was heard to its end, so that the next one plays.
  func finishingCurrent() -> Self {
    let heard = [currentSlot].compactMap(\.self) + slotsHeardBefore
    var copy = self
    (copy.currentSlot, copy.position) = (nil, 0)
    copy.slotsHeardBefore = Array(heard.prefix(2 * PlayerMachine.longestMemory))
    return copy
  }

  private enum CodingKeys: String, CodingKey {
    case episodes, current, position, upNext, heardBefore, round, shuffle, speed, volume
    /// The slots, for a queue in which an episode has several entries: their ids do not tell which one is meant.
    case slots
  }

  fileprivate struct Slots: Codable {
    let current: Int?
    let upNext: [Int]
    let heardBefore: [Int]
  }

  /// Encodes the state.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(episodes, forKey: .episodes)
    try values.encodeIfPresent(current, forKey: .current)
    try values.encode(position, forKey: .position)
    try values.encode(upNext, forKey: .upNext)
    try values.encode(heardBefore, forKey: .heardBefore)
    try values.encode(round, forKey: .round)
    try values.encode(shuffle, forKey: .shuffle)
    try values.encodeIfPresent(speed, forKey: .speed)
    try values.encodeIfPresent(volume, forKey: .volume)
    guard Set(episodes).count < episodes.count else { return }
    try values.encode(
      Slots(current: currentSlot, upNext: slotsUpNext, heardBefore: slotsHeardBefore), forKey: .slots)
  }

  /// Decodes a saved state.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a state that no player can have, as in a damaged file.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let damage = DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a valid state of a player"))
    let episodes = try values.decode([Episode.ID].self, forKey: .episodes)
    let current = try values.decodeIfPresent(Episode.ID.self, forKey: .current)
    let upNext = try values.decode([Episode.ID].self, forKey: .upNext)
    let heardBefore = try values.decode([Episode.ID].self, forKey: .heardBefore)
    var slots = try values.decodeIfPresent(Slots.self, forKey: .slots)
    if slots == nil {
      let known = Dictionary(zip(episodes, episodes.indices)) { first, _ in first }
      let find = { (id: Episode.ID) throws -> Int in
        guard let slot = known[id], known.count == episodes.count else { throw damage }
        return slot
      }
      slots = Slots(
        current: try current.map(find), upNext: try upNext.map(find), heardBefore: try heardBefore.map(find))
      guard known.count == episodes.count else { throw damage }
    }
    guard let slots, slots.isValid(for: episodes.count) else { throw damage }
    self.init(
      episodes: episodes, currentSlot: slots.current, position: try values.decode(Double.self, forKey: .position),
      slotsUpNext: slots.upNext, slotsHeardBefore: slots.heardBefore,
      round: try values.decode(Int.self, forKey: .round),
      shuffle: try values.decode(ShuffleAlgorithm.self, forKey: .shuffle),
      speed: try values.decodeIfPresent(PlaybackSpeed.self, forKey: .speed),
      volume: try values.decodeIfPresent(Volume.self, forKey: .volume))
    guard isValid else { throw damage }
  }

  /// The limit for positions in seconds and for the number of a round.
  private static let longest = 1_000_000_000

  private var isValid: Bool {
    let isIdle = slotsUpNext.isEmpty && slotsHeardBefore.isEmpty && currentSlot == nil
    return episodes.count <= ShufflePlayer.capacity && (0...Double(Self.longest)).contains(position)
      && (0...Self.longest).contains(round) && (round > 0 || isIdle)
  }
}

extension ShufflePlayer.Saved.Slots {
  /// Whether all slots exist, and no entry is to come twice.
  fileprivate func isValid(for count: Int) -> Bool {
    (upNext + heardBefore + [current].compactMap(\.self)).allSatisfy((0..<count).contains)
      && Set(upNext).count == upNext.count && heardBefore.count <= 2 * PlayerMachine.longestMemory
  }
}

extension PlayerMachine {
  fileprivate init(
    restoring saved: ShufflePlayer.Saved, _ library: [Episode.ID: Episode], _ options: ShufflePlayer.Options
  ) {
    self.init(options)
    var slots: [Int: Int] = [:]
    for (slot, id) in saved.episodes.enumerated() {
      guard let episode = library[id], episodes.count < ShufflePlayer.capacity else { continue }
      slots[slot] = episodes.count
      append(episode)
    }
    algorithm = saved.shuffle
    if let speed = saved.speed { setSpeed(speed) }
    if let volume = saved.volume { setVolume(volume) }
    current = saved.currentSlot.flatMap { slots[$0] }
    // The position was heard, so the sound may be longer than the library says.
    if current != nil, saved.position > 0 { startPosition = .seconds(saved.position) }
    upcoming = saved.slotsUpNext.reversed().compactMap { slots[$0] }
    heard = saved.slotsHeardBefore.reversed().compactMap { slots[$0] }
    round = episodes.isEmpty ? 0 : saved.round
  }
}

/// An episode of a saved player that the library lacks, and its place in the queue.
struct AbsentEpisode: Hashable, Sendable {
  /// The episode.
  let id: Episode.ID
  /// The number of episodes before it, in the order in which they were added.
  let place: Int
  /// The number of episodes before it in the rest of the round; `nil` if it is not there.
  let placeUpNext: Int?

  /// Returns a copy with another id.
  func renamed(_ id: Episode.ID) -> AbsentEpisode {
    AbsentEpisode(id: id, place: place, placeUpNext: placeUpNext)
  }
}

extension ShufflePlayer.Saved {
  /// Returns the episodes that a library lacks, with their places. The current one has the first place in the rest of the round.
  ///
  /// - Parameter isPresent: Returns whether the library has an episode.
  func absent(unless isPresent: (Episode.ID) -> Bool) -> [AbsentEpisode] {
    let coming = [currentSlot].compactMap { $0.flatMap { isPresent(episodes[$0]) ? nil : $0 } } + slotsUpNext
    let places = Dictionary(zip(coming, coming.indices)) { first, _ in first }
    return episodes.enumerated().compactMap { place, id in
      isPresent(id) ? nil : AbsentEpisode(id: id, place: place, placeUpNext: places[place])
    }
  }

  /// Returns a copy with absent episodes at their places, up to the capacity of a player.
  ///
  /// - Parameter absent: Absent episodes of an earlier state of the same player.
  func inserting(_ absent: [AbsentEpisode]) -> Self {
    let known = Set(episodes)
    let inserted = absent.filter { !known.contains($0.id) }.prefix(ShufflePlayer.capacity - episodes.count)
    // The episodes with their present slots; `nil` for those that are inserted.
    var all: [(id: Episode.ID, slot: Int?)] = zip(episodes, episodes.indices).map { ($0, $1) }
    var queued: [(place: Int, slot: Int)] = []
    for episode in inserted.sorted(by: { $0.place < $1.place }) {
      let slot = min(episode.place, all.count)
      all.insert((episode.id, nil), at: slot)
      if let place = episode.placeUpNext { queued.append((place, slot)) }
    }
    let moved = Dictionary(all.enumerated().compactMap { slot, entry in entry.slot.map { ($0, slot) } }) { $1 }
    var coming = slotsUpNext.compactMap { moved[$0] }
    for (place, slot) in queued.sorted(by: { $0.place < $1.place }) {
      coming.insert(slot, at: min(place, coming.count))
    }
    var copy = self
    copy.episodes = all.map(\.id)
    copy.currentSlot = currentSlot.flatMap { moved[$0] }
    copy.slotsUpNext = coming
    copy.slotsHeardBefore = slotsHeardBefore.compactMap { moved[$0] }
    if !coming.isEmpty { copy.round = max(1, round) }
    return copy
  }

  /// Returns a copy in which episodes have other ids. An episode whose new id another one has is dropped.
  func renaming(_ ids: [Episode.ID: Episode.ID]) -> Self {
    guard !ids.isEmpty else { return self }
    let taken = Set(episodes).subtracting(ids.keys)
    var (kept, slots): ([Episode.ID], [Int: Int]) = ([], [:])
    var sources: [Episode.ID: Episode.ID] = [:]
    for (slot, id) in episodes.enumerated() {
      let new = ids[id] ?? id
      guard ids[id] == nil || !taken.contains(new), sources[new] ?? id == id else { continue }
      (slots[slot], sources[new]) = (kept.count, id)
      kept.append(new)
    }
    var copy = self
    copy.episodes = kept
    copy.currentSlot = currentSlot.flatMap { slots[$0] }
    if copy.currentSlot == nil { copy.position = 0 }
    copy.slotsUpNext = slotsUpNext.compactMap { slots[$0] }
    copy.slotsHeardBefore = slotsHeardBefore.compactMap { slots[$0] }
    return copy
  }
}

extension ShufflePlayer {
  /// Adds episodes that were absent at their places, up to the capacity. Nothing that plays is interrupted.
  ///
  /// - Parameters:
  ///   - returning: The episodes, and their places.
  ///   - absent: All absent episodes of the player, including these.
  func insert(_ returning: [(episode: Episode, absence: AbsentEpisode)], of absent: [AbsentEpisode]) {
    let ids = Set(returning.map(\.episode.id))
    let rest = absent.filter { !ids.contains($0.id) }
    change { machine in
      let known = ids.filter(machine.contains)
      for (episode, absence) in returning.filter({ !known.contains($0.episode.id) }).sorted(by: {
        $0.absence.place < $1.absence.place
      }) {
        let before = rest.count { $0.place < absence.place }
        let beforeUpNext = rest.count { $0.placeUpNext ?? .max < absence.placeUpNext ?? .max }
        machine.insert(
          episode, at: absence.place - before, upNext: absence.placeUpNext.map { $0 - beforeUpNext })
      }
    }
  }

  /// Replaces episodes whose ids have changed. They keep their places, and play on.
  ///
  /// - Parameter episodes: The episodes with their new ids, by their old ones.
  func replace(_ episodes: [Episode.ID: Episode]) { change { $0.replace(episodes) } }
}

extension PlayerMachine {
  /// Adds an entry at places in the order of the episodes and in the rest of the round, if there is room. Numbers beyond
  /// the ends count as the ends.
  fileprivate mutating func insert(_ episode: Episode, at place: Int, upNext: Int?) {
    guard episodes.count < ShufflePlayer.capacity else { return }
    append(episode)
    let slot = min(max(0, place), episodes.count - 1)
    renumber(episodes.count - 1, to: slot)
    guard let upNext else { return }
    round = max(1, round)
    // The next episode is the last one.
    upcoming.insert(slot, at: upcoming.count - min(max(0, upNext), upcoming.count))
    if isActive { sendQueue() }
  }

  /// Gives episodes other ids. An episode whose new id another one has is removed, unless it is the current one.
  fileprivate mutating func replace(_ replaced: [Episode.ID: Episode]) {
    for (old, episode) in replaced.sorted(by: { $0.key < $1.key }) {
      let isTaken = contains(episode.id)
      for slot in slots(of: old).reversed() {
        if !isTaken { episodes[slot] = episode } else if slot != current { forget(slot) }
      }
    }
    traits = nil
    if isActive { sendQueue() }
  }
}
