public import MixtapeModel

/// Why an episode is in a playlist, or is not.
public struct Explanation: Hashable, Sendable {
  /// What became of the episode.
  public enum Outcome: Hashable, Sendable {
    /// It was picked by hand. Positions count from 1.
    case picked(position: Int)
    /// The rules find it; its position is among all that they find.
    case found(position: Int)
    /// The rules find it, but the limit takes only so many of what they find.
    case cutOff(position: Int, taken: Int)
    /// The rules find it, but the limit adds up a field that it has no value of.
    case withoutAmount(TrackField)
    /// The rules do not find it, or there are none.
    case notFound
    /// The library does not have it; the position is that in the list of those picked by hand, if it is there.
    case notInLibrary(position: Int?)
  }

  /// A condition, and what it says of the episode.
  public struct Verdict: Hashable, Sendable {
    /// The condition, or a part of it.
    public let rule: Rule
    /// Whether it holds.
    public let holds: Bool
    /// What a comparison looked at; `nil` if the episode has no such value, and of anything but a comparison.
    public let value: Episode.FieldValue?
    /// The comparisons and playlists that a condition is made of, from left to right; empty of one that is made of one.
    public let parts: [Verdict]
  }

  /// What became of the episode.
  public let outcome: Outcome
  /// The conditions in order, also of an episode that was picked by hand; empty if the library does not have it.
  public let conditions: [Verdict]
  /// Whether the search finds it; `nil` if there is none.
  public let search: Bool?
}
