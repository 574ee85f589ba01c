public import MixtapeModel

/// An entry of the queue of a player. An episode may have several.
public struct PlayerEntry: Hashable, Sendable, Identifiable {
  /// The number of the entry, unique in its player.
  public let id: Int
  /// The episode.
  public let episode: Episode

  /// Makes an entry.
  public init(id: Int, episode: Episode) {
    self.id = id
    self.episode = episode
  }
}

extension ShufflePlayer {
  /// All entries, in the order in which they were added.
  public var entries: [PlayerEntry] { read { machine in machine.episodes.indices.map(machine.entry) } }

  /// The rest of this round, the next entry first. Empty before the first round.
  public var entriesUpNext: [PlayerEntry] { read { machine in machine.upcoming.reversed().map(machine.entry) } }

  /// The entry that plays or was played last; `nil` before the first.
  public var currentEntry: PlayerEntry? { read { machine in machine.current.map(machine.entry) } }

  /// The entries heard before the current one that ``skipToPrevious()`` can play, the last one first.
  public var entriesHeardBefore: [PlayerEntry] { read { machine in machine.heard.reversed().map(machine.entry) } }

  /// The entries that were played to their end when they played last, and not skipped.
  public var finishedEntries: Set<PlayerEntry.ID> { read { $0.finished } }

  /// Adds the episodes of a list until the player is full, each with an entry of its own. They play in this round.
  public func add(entriesFor list: some Sequence<Episode>) { change { $0.add(entriesFor: list) } }

  /// Plays an entry at once, if the player has it.
  @discardableResult
  public func playNow(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { $0.playNow($1) } }

  /// Makes an entry the next one, if the player has it.
  @discardableResult
  public func enqueueNext(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { $0.enqueue($1, next: true) } }

  /// Removes an entry, if the player has it. If it is playing, the next one plays.
  @discardableResult
  public func remove(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { _ = $0.remove(slots: [$1]) } }

  /// Moves an entry in the rest of this round, up to its ends, and accordingly in the order in which entries were added. Returns
  /// whether the order changed.
  @discardableResult
  public func move(entry: PlayerEntry.ID, by distance: Int) -> Bool { change { $0.move(entry, by: distance) } }

  /// Changes the state for the slot of an entry, if the player has it.
  private func onSlot(of entry: PlayerEntry.ID, _ body: (inout PlayerMachine, Int) -> Void) -> Bool {
    change { machine in
      guard let slot = machine.slot(of: entry) else { return false }
      body(&machine, slot)
      return true
    }
  }
}

/// An entry of a list that plays.
public struct ListEntry: Hashable, Sendable {
  /// The episode.
  public let episode: Episode.ID
  /// The number of earlier entries of the episode.
  public let occurrence: Int

  /// Makes an entry, by default the first one of an episode.
  public init(_ episode: Episode.ID, occurrence: Int = 0) {
    self.episode = episode
    self.occurrence = occurrence
  }

  /// Returns the offset of the entry in a list, or that of the last entry of its episode before it; `nil` if the list has neither.
  public func offset(in list: [Episode.ID]) -> Int? {
    list.indices.filter { list[$0] == episode }.prefix(occurrence + 1).last
  }

  /// Returns all entries of a list, in order.
  package static func all(of list: [Episode.ID]) -> [ListEntry] {
    var counts: [Episode.ID: Int] = [:]
    return list.map { id in
      defer { counts[id, default: 0] += 1 }
      return ListEntry(id, occurrence: counts[id] ?? 0)
    }
  }
}
