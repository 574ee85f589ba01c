public import MixtapeModel

/// An error of the index: a code, its subject and its cause.
public struct LibraryError: Error, Sendable {
  /// The kinds of errors. Later versions may add more, so a switch over codes needs a default.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The stable name of the code.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The subject of an error.
  public enum Subject: Hashable, Sendable {
    /// Playlists, each with a rule that names the next one. In a cycle, the last one is the first.
    case playlists([Playlist.ID])
    /// A comparison in a rule.
    case condition(SmartPlaylistCondition)
    /// No subject.
    case none
  }

  /// The kind of the error.
  public let code: Code
  /// The subject of the error.
  public let subject: Subject
  /// The error of another layer that caused this one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ subject: Subject = .none, cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.cause = cause
  }
}

extension LibraryError.Code {
  /// SQLite failed; the cause is its error.
  public static let database = Self(rawValue: "database")
  /// The file is not an index, or is damaged. It must be created again.
  public static let damaged = Self(rawValue: "damaged")
}

extension LibraryError: CustomStringConvertible {
  /// The code and the cause in one line, for logs.
  public var description: String {
    let words = code.rawValue.map { $0 == "-" ? " " : String($0) }.joined()
    return (reason ?? cause.map { "\($0)" }).map { "\(words): \($0)" } ?? words
  }
}

extension LibraryError {
  /// The message of SQLite, if it caused the error.
  public var reason: String? { (cause as? SQLiteError)?.message }

  /// Makes an error of the index from an error of SQLite.
  init(_ error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as SQLiteError: self.init(error.isDamage ? .damaged : .database, cause: error)
    default: self.init(.database, cause: error)
    }
  }
}

/// Runs calls of SQLite, and converts their errors.
func withLibraryErrors<Result>(_ body: () throws -> Result) throws(LibraryError) -> Result {
  do {
    return try body()
  } catch {
    throw LibraryError(error)
  }
}

// MARK: - Errors of rules

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
