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

  /// The texts that the author probably meant in the place of ``range``, the most likely one first. Editors offer them.
  public let replacements: [String]

  /// Makes a diagnostic.
  public init(
    id: ID, severity: Severity, range: SourceRange, message: String, notes: [Note] = [], replacements: [String] = []
  ) {
    self.id = id
    self.severity = severity
    self.range = range
    self.message = message
    self.notes = notes
    self.replacements = replacements
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

/// A half-open range of byte offsets into a source.
public struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte of the range.
  public let lowerBound: Int

  /// The offset after the last byte of the range.
  public let upperBound: Int

  /// Makes a range from `lowerBound` up to, but not including, `upperBound`.
  ///
  /// An `upperBound` below `lowerBound` gives the empty range at `lowerBound`.
  public init(lowerBound: Int, upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// Makes a range from a range of the standard library.
  public init(_ range: Range<Int>) {
    self.init(lowerBound: range.lowerBound, upperBound: range.upperBound)
  }

  /// The number of bytes in the range.
  public var count: Int { upperBound - lowerBound }

  /// Whether the range holds no byte.
  public var isEmpty: Bool { lowerBound == upperBound }

  /// The offsets as a range of the standard library.
  public var offsets: Range<Int> { lowerBound..<upperBound }
}

/// A place in a source, as an editor shows it.
public struct SourceLocation: Hashable, Sendable {
  /// The number of the line, from 1.
  public let line: Int

  /// The number of the column, from 1, in `Character`s of the line.
  public let column: Int

  /// Makes a location from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The lines of a source, which turn byte offsets into lines and columns.
///
/// Make one when diagnostics are shown: it reads the source once, in linear time. Each location then costs a binary
/// search and the decoding of at most 4 KiB, even in long lines. A line ends with a line feed, or with a carriage return
/// and a line feed.
public struct SourceLines: Sendable {
  /// The offset at which each line starts; the first is 0.
  private let starts: [Int]
  /// Places inside long lines whose column is known, in the order of their offsets.
  private let checkpoints: [Checkpoint]
  private let source: [UInt8]

  /// A place in a long line and the characters between it and the start of its line.
  private struct Checkpoint {
    let offset: Int
    let characters: Int
  }

  /// The number of bytes that are decoded at most to find a column.
  private static let decodingLimit = 4096

  /// Finds the lines of `source`. O(*n*).
  public init(_ source: [UInt8]) {
    var starts = [0]
    for offset in source.indices where source[offset] == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.source = source
    self.starts = starts
    self.checkpoints = Self.checkpoints(of: source, starts: starts)
  }

  /// The number of lines. A source that ends with a line feed has an empty last line.
  public var count: Int { starts.count }

  /// Returns the line and column of a byte offset. An offset outside the source counts as its nearest end.
  public func location(of offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), source.count)
    let line = starts.partitioningIndex { $0 > offset } - 1
    var (start, characters) = (starts[line], 0)
    let nearest = checkpoints.partitioningIndex { $0.offset > offset } - 1
    if nearest >= 0, checkpoints[nearest].offset > start {
      (start, characters) = (checkpoints[nearest].offset, checkpoints[nearest].characters)
    }
    return SourceLocation(line: line + 1, column: characters + Self.characters(in: source[start..<offset]) + 1)
  }

  /// Returns the bytes of a line, counted from 1, without its line end; `nil` if there is no such line.
  public func lineRange(_ line: Int) -> SourceRange? {
    guard starts.indices.contains(line - 1) else { return nil }
    let start = starts[line - 1]
    guard line < starts.count else { return SourceRange(start..<source.count) }
    let lineFeed = starts[line] - 1
    let hasReturn = lineFeed > start && source[lineFeed - 1] == UInt8(ascii: "\r")
    return SourceRange(start..<(hasReturn ? lineFeed - 1 : lineFeed))
  }

  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    String(decoding: bytes, as: UTF8.self).count
  }

  private static func checkpoints(of source: [UInt8], starts: [Int]) -> [Checkpoint] {
    var result: [Checkpoint] = []
    for (line, start) in starts.enumerated() {
      let end = line + 1 < starts.count ? starts[line + 1] : source.count
      var (offset, characters) = (start, 0)
      while end - offset > decodingLimit {
        let next = boundary(in: source, from: offset)
        characters += Self.characters(in: source[offset..<next])
        offset = next
        result.append(Checkpoint(offset: offset, characters: characters))
      }
    }
    return result
  }

  /// Returns a boundary between two characters, at most `decodingLimit` bytes after `offset`.
  ///
  /// There always is a boundary between two ASCII bytes: a carriage return and its line feed are at the end of the line.
  /// If the stretch has no two ASCII bytes in a row, the result is a boundary between two scalars.
  private static func boundary(in source: [UInt8], from offset: Int) -> Int {
    let limit = offset + decodingLimit
    for place in stride(from: limit, to: offset, by: -1) where source[place - 1] < 0x80 && source[place] < 0x80 {
      return place
    }
    for place in stride(from: limit, to: limit - 3, by: -1) where source[place] & 0xC0 != 0x80 {
      return place
    }
    return limit
  }
}
