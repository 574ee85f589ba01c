internal import GRDB
public import MixtapeModel

/// Why the library did not answer: a code, what it is about, and the cause.
public struct LibraryError: Error, Sendable {
  /// What kind of failure this is. More may be added; a switch over codes needs a default.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The stable name of the code.
    public let rawValue: String

    /// Makes a code of its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What an error is about.
  public enum Subject: Hashable, Sendable {
    /// Playlists whose rules lead from one to the next: of a cycle, round to the first again.
    case playlists([Playlist.ID])
    /// A comparison in a rule.
    case condition(SmartPlaylistCondition)
    /// Nothing in particular.
    case none
  }

  /// What kind of failure this is.
  public let code: Code
  /// What it is about.
  public let subject: Subject
  /// The failure underneath, if another layer reported one.
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
  /// The file is no index, or one that does not hold together: it has to be made anew.
  public static let damaged = Self(rawValue: "damaged")
}

extension LibraryError {
  /// What SQLite said, as the end of a sentence.
  public var reason: String? { (cause as? DatabaseError)?.message }

  /// What an error of SQLite or GRDB means for the index.
  init(_ error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as DatabaseError: self.init(error.isDamage ? .damaged : .database, cause: error)
    default: self.init(.database, cause: error)
    }
  }
}

extension DatabaseError {
  /// Whether the file is at fault, and not the moment. That a table or a row is not as expected is damage too: nobody but
  /// the index writes there.
  fileprivate var isDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_FORMAT: true
    case .SQLITE_ERROR: message?.hasPrefix("no such ") == true || message?.contains("has no column") == true
    default: false
    }
  }
}

/// Runs calls of GRDB, with their errors as the library's.
func library<Result>(_ body: () throws -> Result) throws(LibraryError) -> Result {
  do {
    return try body()
  } catch {
    throw LibraryError(error)
  }
}
