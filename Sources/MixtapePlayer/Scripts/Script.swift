internal import MixtapeModel

/// What is done with a simulated player, when, and what is expected of it: a test in words.
///
/// One step a line, with `#` before a remark:
///
///     play
///     at 10:00 skip
///     wait 3 min
///     expect playing night-sky/042-auroras
public struct Script: Sendable {
  /// Something that is wrong with a script, or an expectation that was not met.
  public struct Fault: Error, Hashable, Sendable {
    /// The bytes of the script that it is about.
    public let range: Range<Int>
    /// What was found and what was expected, without a full stop.
    public let message: String
    /// What may help, if anything does.
    public let note: String?
  }

  /// One step.
  struct Step: Sendable {
    /// When it is done, from the start of the simulation.
    let time: Duration
    let action: Action
    /// The bytes of the script that say so.
    let range: Range<Int>
  }

  /// What is done in a step.
  enum Action: Sendable {
    case play, pause, toggle, stop, skip, back, clear, wait
    case seek(Duration)
    case add(Episode), remove(Episode), playNow(Episode), enqueue(Episode), enqueueNext(Episode)
    case shuffle(ShuffleAlgorithm?)
    case fail, breakEpisode(Episode), mendEpisode(Episode)
    case expect(Expectation)
  }

  /// What is expected.
  enum Expectation: Sendable {
    case state(StateName, Episode?)
    case next(Episode)
    case previous(Episode)
    case count(Int)
    case round(Int)
  }

  /// The states of a player, by the names that scripts use.
  enum StateName: String, CaseIterable, Sendable {
    case empty, stopped, loading, playing, paused, error
  }

  /// The steps, in the order in which they are done.
  let steps: [Step]
}
