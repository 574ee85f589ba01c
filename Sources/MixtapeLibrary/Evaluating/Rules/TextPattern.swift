internal import MixtapeModel

/// A test of a text, in the form that texts are compared in.
enum TextPattern: Hashable {
  case equals(String)
  case startsWith(String)
  case endsWith(String)
  case contains(String)
  /// The condition whose value is a regular expression.
  case matches(SmartPlaylistCondition)

  var isExpression: Bool { if case .matches = self { true } else { false } }
}

/// What the comparisons of one text field come to: a set of texts, and whether an episode without a text is in.
///
/// Where an `or` joins comparisons, or an `and` joins their negations, one set does for all of them.
struct TextSet: Hashable {
  /// The texts that at least one of these is true of…
  var patterns: [TextPattern]
  /// …or all others.
  var isComplement: Bool

  static let none = TextSet(patterns: [], isComplement: false)
  static let all = TextSet(patterns: [], isComplement: true)

  var complement: TextSet { TextSet(patterns: patterns, isComplement: !isComplement) }
}
