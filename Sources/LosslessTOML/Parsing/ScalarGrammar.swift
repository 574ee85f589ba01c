/// The grammar of values without quotes or brackets: numbers, booleans and date-times.
enum ScalarGrammar {
  /// The reason why a word is not a value.
  struct Problem: Error {
    let id: Diagnostic.ID
    /// The end of a message that begins with the word found.
    let message: String
  }

  /// Returns the kind of value that a word is, or the reason why it is not a value.
  ///
  /// All bytes of the word are `isScalar`; a space may stand before a time.
  static func classify(_ range: Range<Int>, in bytes: SourceBytes) -> Result<Node.Kind, Problem> {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "t") where isWord("true", range, bytes), UInt8(ascii: "f") where isWord("false", range, bytes):
      return .success(.boolean)
    case let first where first.isDigit || first == .plus || first == .minus:
      return DateTimeGrammar.looksLikeDateTime(range, in: bytes)
        ? classifyDateTime(range, in: bytes) : NumberGrammar.classify(range, in: bytes)
    case UInt8(ascii: "i") where isWord("inf", range, bytes), UInt8(ascii: "n") where isWord("nan", range, bytes):
      return .success(.float)
    default:
      return .failure(problem(ofWord: range, in: bytes))
    }
  }

  private static func classifyDateTime(_ range: Range<Int>, in bytes: SourceBytes) -> Result<Node.Kind, Problem> {
    DateTimeGrammar.parse(range, in: bytes)
      .map { fields in
        switch fields.kind {
        case .offsetDateTime: .offsetDateTime
        case .localDateTime: .localDateTime
        case .localDate: .localDate
        case .localTime: .localTime
        }
      }
      .mapError { Problem(id: "toml.invalid-date-time", message: $0.message) }
  }

  static func isWord(_ word: StaticString, _ range: Range<Int>, _ bytes: SourceBytes) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      range.indices.allSatisfy { bytes[$0] == word[$0 - range.lowerBound] }
    }
  }

  private static func problem(ofWord range: Range<Int>, in bytes: SourceBytes) -> Problem {
    let text = bytes.text(range.lowerBound..<min(range.upperBound, range.lowerBound + 8)).lowercased()
    let hint =
      switch text {
      case "true", "false", "inf", "nan", "+inf", "-inf": "`\(text)` in lower case"
      case "yes", "on": "`true`"
      case "no", "off": "`false`"
      default: "a value; text needs quotes"
      }
    return Problem(id: "toml.invalid-value", message: "expected \(hint)")
  }
}
