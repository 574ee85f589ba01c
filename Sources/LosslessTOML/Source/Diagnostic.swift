/// An error or a warning about a place in a source.
public struct Diagnostic: Hashable, Sendable {
  /// The name of a kind of diagnostic, such as `toml.duplicate-key`. It stays the same from release to release.
  public struct ID: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    /// The name itself.
    public let rawValue: String

    /// Makes an id from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes an id from a literal of its name.
    public init(stringLiteral value: String) {
      self.rawValue = value
    }

    /// The name itself.
    public var description: String { rawValue }
  }

  /// The severity of a diagnostic.
  public enum Severity: String, Hashable, Sendable {
    /// The source cannot be used.
    case error
    /// The source can be used, but probably not as its author intended.
    case warning
  }

  /// An additional remark on a diagnostic, often about a second place.
  public struct Note: Hashable, Sendable {
    /// The text of the note, without a final full stop.
    public let message: String

    /// The bytes that the note is about, if it is about a place.
    public let range: SourceRange?

    /// Makes a note.
    public init(message: String, range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// The kind of the diagnostic.
  public let id: ID

  /// The severity of the diagnostic.
  public let severity: Severity

  /// The bytes that the diagnostic is about.
  public let range: SourceRange

  /// The message, with the text that was found and what was expected, without a final full stop.
  public let message: String

  /// Additional remarks, in the order in which they are shown.
  public let notes: [Note]

  /// Makes a diagnostic.
  public init(id: ID, severity: Severity, range: SourceRange, message: String, notes: [Note] = []) {
    self.id = id
    self.severity = severity
    self.range = range
    self.message = message
    self.notes = notes
  }
}

extension [Diagnostic] {
  /// The diagnostics in the order of the source; those of one place in the order in which they were found.
  /// O(*n* log *n*).
  package var inSourceOrder: [Diagnostic] {
    // Most files have no diagnostics, and the first sort of a process spends time on metadata of generic types.
    guard count > 1 else { return self }
    return enumerated()
      .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}
