public import MixtapeModel

/// One play of an episode in a simulation.
public struct SimulatedPlay: Hashable, Sendable {
  /// The outcome of a play.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The episode was heard to its end.
    case heard
    /// The episode was skipped or stopped.
    case skipped
    /// The episode could not be played, or not to its end.
    case failed
    /// The simulation ended before the episode.
    case unfinished
  }

  /// The episode.
  public let episode: Episode
  /// The round, counted from 1.
  public let round: Int
  /// The time at which it began to load, from the start of the simulation.
  public let start: Duration
  /// The position up to which it was played.
  public internal(set) var position: Duration
  /// The outcome of the play.
  public internal(set) var outcome: Outcome
}
