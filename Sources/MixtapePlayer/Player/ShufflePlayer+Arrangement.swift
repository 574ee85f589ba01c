extension ShufflePlayer {
  /// The episodes of a player at one moment, and their order.
  public struct Arrangement: Sendable {
    fileprivate let machine: PlayerMachine
  }

  /// The present arrangement, to undo a change later.
  public var arrangement: Arrangement { read { Arrangement(machine: $0) } }

  /// Restores an earlier arrangement: the same episodes in the same order, with the same shuffle. The player plays on.
  ///
  /// Episodes that have played since do not play again in this round. An episode that was removed while it played comes
  /// next. O(episodes + history).
  ///
  /// - Parameter arrangement: An arrangement of this player.
  public func restore(_ arrangement: Arrangement) { change { $0.restore(arrangement.machine) } }
}
