/// Advice on text whose quotes are missing or wrong: the most frequent mistakes in files that people write.
///
/// Each reads the rest of the line at most, and only for the first error of the line.
extension Parser {
  /// The note on text at the cursor that begins after a value; `nil` if its quotes are not the reason.
  var adviceOnTextAfterValue: String? {
    switch tokens.last?.kind {
    case .basicString? where hasQuotesInText(.quote): Self.adviceOnDoubleQuotes
    case .literalString? where hasQuotesInText(.apostrophe): "put double quotes around text with single quotes"
    case .whitespace? where tokens.count > 1 && tokens[tokens.count - 2].kind == .scalar:
      // `90 min` is text, but in `a = 1 b = 2` a line end is missing.
      startsWord && !restOfLineContains(.equals) ? "text needs quotes" : nil
    default: nil
    }
  }

  /// The note on the character at the cursor, where a value was expected; `nil` if it is not a quote of another kind.
  var adviceOnOtherQuotes: String? {
    guard let quote = bytes.text(found(at: cursor).range).unicodeScalars.first else { return nil }
    return "“”„‟«»‹›‘’‚‛′″´`".unicodeScalars.contains(quote) ? "write straight quotes, `\"` or `'`" : nil
  }

  /// Returns the note on a word without quotes, for text such as `genre = "Folk"`; `nil` for text without double quotes.
  func adviceOnWordWithoutQuotes(until wordEnd: Int) -> String? {
    for offset in wordEnd..<endOfLine(from: wordEnd) {
      switch bytes[offset] {
      case .quote: return Self.adviceOnDoubleQuotes
      case .comma, .hash: return nil
      default: break
      }
    }
    return nil
  }

  private static let adviceOnDoubleQuotes = "put single quotes around text with double quotes"

  /// Returns whether the string directly before the cursor seems to be the start of a text with the same quotes inside, such
  /// as `"genre = "` of `"genre = "Folk""`.
  private func hasQuotesInText(_ quote: UInt8) -> Bool { startsWord && restOfLineContains(quote) }

  private var startsWord: Bool {
    let byte = bytes.byte(at: cursor)
    return byte.isBareKey || byte >= 0x80
  }

  private func restOfLineContains(_ byte: UInt8) -> Bool {
    (cursor..<endOfLine(from: cursor)).contains { bytes[$0] == byte }
  }
}
