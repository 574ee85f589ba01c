/// A rule of a smart playlist that Mixtape cannot express.
public struct LostRule: Hashable, Sendable {
  /// The rule, as the other program shows or writes it.
  public let text: String
  /// The reason, as a clause.
  public let reason: String
  /// The effect on the playlist; `nil` if the playlist has no rules left.
  public let effect: Effect?

  /// The change of what a playlist finds, compared with the other program.
  public enum Effect: String, Hashable, Sendable {
    /// The playlist finds more episodes: all of several rules had to be true.
    case more
    /// The playlist finds fewer episodes: one of several rules was enough.
    case fewer
  }

  /// Makes a lost rule.
  init(_ text: String, _ reason: String, _ effect: Effect?) {
    self.text = text
    self.reason = reason
    self.effect = effect
  }

  /// The comment in the playlist file, without `#`.
  public var comment: String {
    // Comments in TOML must not contain U+007F either.
    let line = text.onOneLine.replacing("\u{7F}", with: " ")
    return "not imported: \(line)" + (effect.map { " (without it, the playlist finds \($0.rawValue) episodes)" } ?? "")
  }

  /// Returns the rule with another effect.
  func with(_ effect: Effect?) -> LostRule { LostRule(text, reason, effect) }
}
