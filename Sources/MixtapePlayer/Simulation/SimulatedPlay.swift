public import MixtapeModel

/// The turn of an episode in a simulation.
public struct SimulatedPlay: Hashable, Sendable {
  /// How a turn ended.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The episode was heard to its end.
    case heard
    /// Something else was played before its end, or nothing.
    case skipped
    /// It could not be played, or not to its end.
    case failed
    /// The simulation ended before it.
    case unfinished
  }

  /// The episode.
  public let episode: Episode
  /// The round, counted from 1.
  public let round: Int
  /// When it began to load, from the start of the simulation.
  public let start: Duration
  /// How far it was played.
  public internal(set) var position: Duration
  /// How the turn ended.
  public internal(set) var outcome: Outcome
}
