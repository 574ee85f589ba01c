internal import MixtapeModel

/// The unread words of a line of a script.
struct ScriptLine {
  /// A word and its bytes in the script.
  struct Word {
    let text: String
    let range: Range<Int>

    /// Returns the fault that the word is not one of `names`, with the nearest of them.
    func unknown(_ message: String, among names: [String]) -> Script.Fault {
      let near = NearestNames.of(text, among: names, limit: 1).first
      return Script.Fault(
        range: range, message: "\(message) `\(text)`",
        note: near.map { "did you mean `\($0)`?" } ?? "expected one of: \(names.joined(separator: ", "))")
    }
  }

  private var words: ArraySlice<Word>
  /// The bytes of all words of the line; `nil` for an empty line or a comment.
  let range: Range<Int>?
  /// The offset after the last word.
  private let end: Int

  init(_ source: [UInt8], _ line: Range<Int>) {
    let all = Self.words(in: source, line)
    words = all[...]
    end = all.last?.range.upperBound ?? line.upperBound
    range = all.first.map { $0.range.lowerBound..<(all.last ?? $0).range.upperBound }
  }

  /// Splits a line into words, up to a word that begins with `#`.
  private static func words(in source: [UInt8], _ line: Range<Int>) -> [Word] {
    source[line].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
      .prefix { $0.first != UInt8(ascii: "#") }
      .map { Word(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex) }
  }

  var isAtEnd: Bool { words.isEmpty }

  /// The bytes of the next word, or the end of the line.
  var nextRange: Range<Int> { words.first?.range ?? end..<end }

  /// Reads the next word if it equals `text`, and returns whether it does.
  mutating func accept(_ text: String) -> Bool {
    guard words.first?.text == text else { return false }
    words.removeFirst()
    return true
  }

  mutating func word(_ expected: String) throws(Script.Fault) -> Word {
    guard let word = words.popFirst() else {
      throw Script.Fault(range: nextRange, message: "expected \(expected), found the end of the line", note: nil)
    }
    return word
  }

  mutating func number() throws(Script.Fault) -> Int {
    let word = try word("a number")
    if let number = Int(word.text), number >= 0 { return number }
    throw Script.Fault(range: word.range, message: "`\(word.text)` is not a number", note: nil)
  }

  /// Reads a time of one or several words.
  ///
  /// - Parameter untilEnd: Whether all words up to the end of the line belong to the time.
  mutating func time(untilEnd: Bool) throws(Script.Fault) -> Duration {
    let first = try word("a time")
    var taken = [first]
    while let next = words.first, untilEnd || Self.isPartOfTime(next.text) {
      taken.append(next)
      words.removeFirst()
    }
    let text = taken.map(\.text).joined(separator: " ")
    if let time = Duration(playingTime: text) { return time }
    throw Self.invalidTime(text, first, taken.last, note: "write `10:00`, `1:02:03`, `3 min`, `90 s` or `1.5 h`")
  }

  /// Reads a position in an episode from all remaining words; a number alone is seconds.
  mutating func position() throws(Script.Fault) -> Duration {
    let first = try word("a time")
    let taken = [first] + words
    words = []
    let text = taken.map(\.text).joined(separator: " ")
    if let position = Duration(position: text) { return position }
    throw Self.invalidTime(text, first, taken.last, note: "write `1:30`, `90`, `2.9`, `3 min` or `90 s`")
  }

  private static func invalidTime(_ text: String, _ first: Word, _ last: Word?, note: String) -> Script.Fault {
    Script.Fault(
      range: first.range.lowerBound..<(last ?? first).range.upperBound, message: "`\(text)` is not a time", note: note)
  }

  /// Returns whether a word can continue a time: a unit, or another number with its unit.
  private static func isPartOfTime(_ word: String) -> Bool {
    Quantity.Unit.isTimeWord(word)
      || word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
  }

  func expectEnd() throws(Script.Fault) {
    guard let first = words.first, let last = words.last else { return }
    throw Script.Fault(
      range: first.range.lowerBound..<last.range.upperBound, message: "expected the end of the line",
      note: "write each step on a separate line; a comment begins with `#`")
  }
}

extension [UInt8] {
  /// The lines, without their line feeds.
  var lineRanges: [Range<Int>] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { $0.startIndex..<$0.endIndex }
  }
}
