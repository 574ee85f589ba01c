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
      .map { $0.kind }
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

/// The grammar of integers and floats.
enum NumberGrammar {
  /// Returns the kind of number that a word is, or the reason why it is not a number.
  static func classify(_ range: Range<Int>, in bytes: SourceBytes) -> Result<Node.Kind, ScalarGrammar.Problem> {
    let first = bytes[range.lowerBound]
    let isSigned = first == .plus || first == .minus
    let start = range.lowerBound + (isSigned ? 1 : 0)
    guard start < range.upperBound else { return .failure(problem("expected a digit after the sign")) }
    if !bytes[start].isDigit { return classifySpecial(start..<range.upperBound, in: bytes) }
    if bytes[start] == UInt8(ascii: "0"), let radix = NumberDecoder.radix(ofPrefix: bytes.byte(at: start + 1)),
      start + 1 < range.upperBound
    {
      return isSigned
        ? .failure(problem("expected no sign before `0x`, `0o` or `0b`"))
        : classifyPrefixed(range, radix: radix, in: bytes)
    }
    return classifyDecimal(range, digitsFrom: start, in: bytes)
  }

  private static func problem(_ message: String) -> ScalarGrammar.Problem {
    ScalarGrammar.Problem(id: "toml.invalid-number", message: message)
  }

  private static func classifySpecial(_ range: Range<Int>, in bytes: SourceBytes) -> Result<
    Node.Kind, ScalarGrammar.Problem
  > {
    let isSpecial = ScalarGrammar.isWord("inf", range, bytes) || ScalarGrammar.isWord("nan", range, bytes)
    return isSpecial ? .success(.float) : .failure(problem("expected digits, `inf` or `nan` after the sign"))
  }

  private static func classifyPrefixed(
    _ range: Range<Int>, radix: Int64, in bytes: SourceBytes
  ) -> Result<Node.Kind, ScalarGrammar.Problem> {
    let digits = range.lowerBound + 2..<range.upperBound
    guard !digits.isEmpty, endOfDigits(digits, radix: radix, in: bytes) == range.upperBound else {
      return .failure(problem("expected digits of base \(radix), with single underscores between them"))
    }
    return checkedInteger(range, in: bytes)
  }

  private static func classifyDecimal(
    _ range: Range<Int>, digitsFrom start: Int, in bytes: SourceBytes
  ) -> Result<Node.Kind, ScalarGrammar.Problem> {
    var next = endOfDigits(start..<range.upperBound, radix: 10, in: bytes)
    if next > start + 1, bytes[start] == UInt8(ascii: "0") {
      return .failure(problem("expected a number without leading zeros"))
    }
    if next == range.upperBound { return checkedInteger(range, in: bytes) }
    if bytes[next] == .dot {
      let fraction = next + 1
      next = endOfDigits(fraction..<range.upperBound, radix: 10, in: bytes)
      guard next > fraction else { return .failure(problem("expected a digit after the decimal point")) }
    }
    if next < range.upperBound, bytes[next] | 0x20 == UInt8(ascii: "e") {
      var exponent = next + 1
      if exponent < range.upperBound, bytes[exponent] == .plus || bytes[exponent] == .minus { exponent += 1 }
      next = endOfDigits(exponent..<range.upperBound, radix: 10, in: bytes)
      guard next > exponent else { return .failure(problem("expected a digit in the exponent")) }
    }
    guard next == range.upperBound else { return .failure(trailing(at: next, in: bytes)) }
    return .success(.float)
  }

  private static func trailing(at offset: Int, in bytes: SourceBytes) -> ScalarGrammar.Problem {
    bytes[offset] == .underscore
      ? problem("expected underscores only between two digits")
      : problem("expected a number; text needs quotes")
  }

  private static func checkedInteger(_ range: Range<Int>, in bytes: SourceBytes) -> Result<
    Node.Kind, ScalarGrammar.Problem
  > {
    guard NumberDecoder.integer(range, in: bytes) != nil else {
      return .failure(
        ScalarGrammar.Problem(id: "toml.integer-overflow", message: "expected an integer of 64 bits"))
    }
    return .success(.integer)
  }

  /// Returns the end of the digits at the start of `range`. Single underscores may stand between digits.
  private static func endOfDigits(_ range: Range<Int>, radix: Int64, in bytes: SourceBytes) -> Int {
    var (next, digitsEnd) = (range.lowerBound, range.lowerBound)
    while next < range.upperBound, let digit = bytes[next].hexadecimalDigit, digit < radix {
      next += 1
      digitsEnd = next
      if next < range.upperBound, bytes[next] == .underscore { next += 1 }
    }
    return digitsEnd
  }
}
