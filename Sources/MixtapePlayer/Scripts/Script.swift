internal import MixtapeModel

/// A script for a simulated player: timed commands and expectations.
///
/// Each line is one step. A comment begins with `#`.
///
///     play
///     at 10:00 skip
///     wait 3 min
///     expect playing night-sky/042-auroras
public struct Script: Sendable {
  /// An error in a script, or an expectation that was not met.
  public struct Fault: Error, Hashable, Sendable {
    /// The bytes of the script that the fault is about.
    public let range: Range<Int>
    /// The text of the fault, found and expected, without a full stop.
    public let message: String
    /// A hint, if there is one.
    public let note: String?
  }

  /// A step of a script.
  struct Step: Sendable {
    /// The time of the step, from the start of the simulation.
    let time: Duration
    let action: Action
    /// The bytes of the step in the script.
    let range: Range<Int>
  }

  /// The action of a step.
  enum Action: Sendable {
    case play, pause, toggle, stop, skip, back, clear, wait
    case seek(Duration)
    case add(Episode), remove(Episode), playNow(Episode), enqueue(Episode), enqueueNext(Episode)
    case shuffle(ShuffleAlgorithm?)
    case fail, breakEpisode(Episode), mendEpisode(Episode)
    case expect(Expectation)
  }

  /// An expectation about the player.
  enum Expectation: Sendable {
    case state(StateName, Episode?)
    case next(Episode)
    case previous(Episode)
    case count(Int)
    case round(Int)
  }

  /// The names of a player's states in scripts.
  enum StateName: String, CaseIterable, Sendable {
    case empty, stopped, loading, playing, paused, error
  }

  /// The steps, in order of their times.
  let steps: [Step]
}
