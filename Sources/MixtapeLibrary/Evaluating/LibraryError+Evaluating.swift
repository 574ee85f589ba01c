extension LibraryError.Code {
  /// The rules of a playlist name the playlist itself, directly or not.
  public static let cycle = Self(rawValue: "playlist-cycle")
  /// The pattern of a condition is not a valid regular expression; the cause is a ``RegularExpressionError``.
  public static let invalidPattern = Self(rawValue: "invalid-pattern")
  /// The regular expression of a condition needs more steps or memory than allowed.
  public static let patternTooCostly = Self(rawValue: "pattern-too-costly")
  /// A rule is nested too deep.
  public static let ruleTooDeep = Self(rawValue: "rule-too-deep")
}

extension LibraryError {
  /// Whether the error is in rules rather than in the index. Trying again cannot help.
  public var concernsRules: Bool {
    [.cycle, .invalidPattern, .patternTooCostly, .ruleTooDeep].contains(code)
  }
}
