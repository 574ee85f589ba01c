extension LibraryError.Code {
  /// The rules of a playlist lead back to itself.
  public static let cycle = Self(rawValue: "playlist-cycle")
  /// The rules of a playlist lead to one that is not there: the last of the subject's playlists.
  public static let unknownPlaylist = Self(rawValue: "unknown-playlist")
  /// The pattern of a condition is no regular expression; the cause is a ``RegularExpressionError``.
  public static let invalidPattern = Self(rawValue: "invalid-pattern")
  /// The regular expression of a condition would take more steps or memory than it may.
  public static let patternTooCostly = Self(rawValue: "pattern-too-costly")
  /// A rule is nested deeper than rules may be.
  public static let ruleTooDeep = Self(rawValue: "rule-too-deep")
}

extension LibraryError {
  /// Whether rules are at fault, and not the index: the answer would be the same the next time.
  public var concernsRules: Bool {
    [.cycle, .unknownPlaylist, .invalidPattern, .patternTooCostly, .ruleTooDeep].contains(code)
  }
}
