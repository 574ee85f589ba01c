extension ShufflePlayer {
  /// What a player holds at one moment, and in which order that comes.
  public struct Arrangement: Sendable {
    fileprivate let machine: PlayerMachine
  }

  /// What it holds now, so that a change can be taken back later.
  public var arrangement: Arrangement { read { Arrangement(machine: $0) } }

  /// Takes back what was changed since: it holds the same episodes again, which come in the same order and are shuffled in the
  /// same way. It plays on. What has had its turn since does not come again for that, and what was heard before is not heard
  /// anew; what played when it was taken out comes next. O(the episodes and what was heard).
  ///
  /// - Parameter arrangement: What this player held.
  public func restore(_ arrangement: Arrangement) { change { $0.restore(arrangement.machine) } }
}
