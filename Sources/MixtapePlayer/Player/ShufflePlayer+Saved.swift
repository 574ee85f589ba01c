public import MixtapeModel

extension ShufflePlayer {
  /// The state of a player that is kept between runs of a program. Decoding fails for a state that no player can have.
  public struct Saved: Hashable, Sendable, Codable {
    /// The episodes of the entries, in the order in which they were added. The number of an entry is its slot.
    public private(set) var episodes: [Episode.ID]
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

  /// Makes a stopped player with a saved state, whose shuffle replaces that of the options. Episodes that the library does not
  /// have are dropped.
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
    case episodes, position, round, shuffle, speed, volume
    case currentSlot = "current"
    case slotsUpNext = "upNext"
    case slotsHeardBefore = "heardBefore"
  }

  /// Decodes a saved state.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a state that no player can have, as in a damaged file.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      episodes: try values.decode([Episode.ID].self, forKey: .episodes),
      currentSlot: try values.decodeIfPresent(Int.self, forKey: .currentSlot),
      position: try values.decode(Double.self, forKey: .position),
      slotsUpNext: try values.decode([Int].self, forKey: .slotsUpNext),
      slotsHeardBefore: try values.decode([Int].self, forKey: .slotsHeardBefore),
      round: try values.decode(Int.self, forKey: .round),
      shuffle: try values.decode(ShuffleAlgorithm.self, forKey: .shuffle),
      speed: try values.decodeIfPresent(PlaybackSpeed.self, forKey: .speed),
      volume: try values.decodeIfPresent(Volume.self, forKey: .volume))
    guard isValid else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a valid state of a player"))
    }
  }

  /// The limit for positions in seconds and for the number of a round.
  private static let longest = 1_000_000_000

  /// Whether all slots exist, no entry is to come twice, and the numbers are plausible.
  private var isValid: Bool {
    let slots = slotsUpNext + slotsHeardBefore + [currentSlot].compactMap(\.self)
    return episodes.count <= ShufflePlayer.capacity && slots.allSatisfy(episodes.indices.contains)
      && Set(slotsUpNext).count == slotsUpNext.count && slotsHeardBefore.count <= 2 * PlayerMachine.longestMemory
      && (0...Double(Self.longest)).contains(position) && (0...Self.longest).contains(round)
      && (round > 0 || slots.isEmpty)
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

extension ShufflePlayer.Saved {
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
  /// Replaces episodes whose ids have changed. They keep their places, and play on.
  ///
  /// - Parameter episodes: The episodes with their new ids, by their old ones.
  func replace(_ episodes: [Episode.ID: Episode]) { change { $0.replace(episodes) } }
}

extension PlayerMachine {
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
