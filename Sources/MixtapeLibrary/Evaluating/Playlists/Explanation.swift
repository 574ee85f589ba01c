public import MixtapeModel

/// The reason why an episode is in a playlist or not.
public struct Explanation: Hashable, Sendable {
  /// The possible outcomes.
  public enum Outcome: Hashable, Sendable {
    /// The episode is hand-picked. Positions count from 1.
    case picked(position: Int)
    /// The rules find the episode, at a position among all that they find.
    case found(position: Int)
    /// The rules find the episode, but the limit excludes it. `taken` is the number of episodes within the limit.
    case cutOff(position: Int, taken: Int)
    /// The rules find the episode, but other episodes of the same podcast, artist or album fill its limit.
    case beyondGroup(GroupLimit)
    /// The rules find the episode, but it has no value for the field of the limit.
    case withoutAmount(RuleField)
    /// The rules do not find the episode, or there are no rules.
    case notFound
    /// The episode is not in the library. The position is that in the hand-picked episodes, if it is one of them.
    case notInLibrary(position: Int?)
  }

  /// The result of a condition for the episode.
  public struct ConditionResult: Hashable, Sendable {
    /// The condition, or a part of it.
    public let rule: Rule
    /// Whether it is true.
    public let holds: Bool
    /// The fields that a comparison used, with their values; empty for other rules.
    public let tested: [ComparedField]
    /// The results of the parts of the condition, from left to right; empty for a single comparison or playlist.
    public let parts: [ConditionResult]
  }

  /// A field that a comparison used.
  public struct ComparedField: Hashable, Sendable {
    /// The field that was compared.
    public let field: RuleField
    /// The values of the episode. Only sets can have more than one.
    public let values: [Episode.FieldValue]

    /// Makes a field with its values.
    public init(field: RuleField, values: [Episode.FieldValue]) {
      self.field = field
      self.values = values
    }
  }

  /// The outcome for the episode.
  public let outcome: Outcome
  /// The results of the conditions in order, also for a hand-picked episode; empty if it is not in the library.
  public let conditions: [ConditionResult]
  /// Whether the search finds it; `nil` without a search.
  public let search: Bool?
}
