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

  /// Plays an entry at once.
  ///
  /// - Returns: Whether the player has the entry.
  @discardableResult
  public func playNow(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { $0.playNow($1) } }

  /// Makes an entry the next one.
  ///
  /// - Returns: Whether the player has the entry.
  @discardableResult
  public func enqueueNext(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { $0.enqueue($1, next: true) } }

  /// Removes an entry. If it is playing, the next one plays.
  ///
  /// - Returns: Whether the player had the entry.
  @discardableResult
  public func remove(entry: PlayerEntry.ID) -> Bool { onSlot(of: entry) { _ = $0.remove(slots: [$1]) } }

  /// Moves an entry in the rest of this round, and accordingly in the order in which entries were added. Does nothing for an entry
  /// that is not in the rest of the round.
  ///
  /// - Parameter distance: The number of places, towards the end if it is positive. Places beyond the ends count as the ends.
  /// - Returns: Whether the order changed.
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
