internal import MixtapeModel

/// A pattern for folded texts.
enum TextPattern: Hashable {
  case equals(String)
  case startsWith(String)
  case endsWith(String)
  case contains(String)
  /// A regular expression: the value of the condition.
  case matches(SmartPlaylistCondition)

  var isExpression: Bool { if case .matches = self { true } else { false } }
}

/// A set of texts: the values of a text field that match comparisons.
///
/// Comparisons of one field joined by `or`, and their negations joined by `and`, become one set.
struct TextSet: Hashable {
  /// The patterns, at least one of which matches a text of the set.
  var patterns: [TextPattern]
  /// Whether the set contains all other texts instead.
  var isComplement: Bool

  static let none = TextSet(patterns: [], isComplement: false)
  static let all = TextSet(patterns: [], isComplement: true)

  var complement: TextSet { TextSet(patterns: patterns, isComplement: !isComplement) }
}
