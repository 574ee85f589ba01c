/// One thing that is wrong, or suspect, in a source.
public struct Diagnostic: Hashable, Sendable {
  /// A name of a kind of diagnostic that stays the same from release to release, such as `toml.duplicate-key`.
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

  /// How much a diagnostic matters.
  public enum Severity: String, Hashable, Sendable {
    /// The source cannot be used as it is.
    case error
    /// The source can be used, but probably does not say what its author meant.
    case warning
  }

  /// A further remark on a diagnostic, often about a second place.
  public struct Note: Hashable, Sendable {
    /// What the note says, without a final full stop.
    public let message: String

    /// The place it speaks of, if it speaks of one.
    public let range: SourceRange?

    /// Makes a note.
    public init(message: String, range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// The kind of the diagnostic.
  public let id: ID

  /// How much it matters.
  public let severity: Severity

  /// The bytes it is about.
  public let range: SourceRange

  /// What was found and what was expected, without a final full stop.
  public let message: String

  /// Further remarks, in the order they are to be shown.
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
  /// The diagnostics in the order of the source; those of one place in the order they were found. O(*n* log *n*).
  package var inSourceOrder: [Diagnostic] {
    // Most files have none, and what sorts them is made of many types, which each take their time to be made.
    guard count > 1 else { return self }
    return enumerated()
      .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
      .map(\.element)
  }
}
