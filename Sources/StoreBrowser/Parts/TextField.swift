import MixtapeModel

/// A line of text that is being typed, with a cursor.
package struct TextField: Equatable, Sendable {
  /// The text before the cursor.
  package private(set) var before: String
  /// The text after the cursor.
  package private(set) var after = ""

  /// The maximum length in characters. The rest of a longer text is dropped.
  private static let longest = 4_096

  /// Makes a field with the cursor at the end.
  package init(_ text: String = "") { before = text }

  /// The whole text.
  package var text: String { before + after }

  /// Handles a key, if it edits text.
  package mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text): insert(text)
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after = String(last) + after }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): before = before.withoutLastWord
    default: return false
    }
    return true
  }

  /// Returns the line in which the text is typed. A long text shows its end.
  func line(_ label: String, width: Int) -> StyledText {
    let room = max(1, width - label.displayWidth - 1)
    let before = before.inOneLine.end(columns: room)
    let after = after.inOneLine.prefix(columns: max(0, room - before.displayWidth))
    return "\(label, .faint)\(before, .bold)▏\(after, .bold)"
  }

  mutating func replaceBefore(with text: String) {
    before = ""
    insert(text)
  }

  /// Removes the rest of a word in quotes after the cursor, with the quote that closes it.
  mutating func removeRestOfQuotedWord() {
    let rest = after.drop { $0.isLetter || $0.isNumber }
    if rest.first == "\"" { after = String(rest.dropFirst()) }
  }

  private mutating func insert(_ text: String) {
    let room = Self.longest - before.count - after.count
    if room > 0 { before += text.prefix(room) }
  }
}

extension String {
  /// Whether the text has only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text as it is edited in one line. A sign for a line break differs from a typed `\n`.
  var inOneLine: String { replacing("\n", with: "↵") }
}

/// Folded text, for filters that run with each key over thousands of names. Comparing bytes is ten times faster than comparing
/// characters, and finds the same, because folded text is normalized.
struct FoldedText: Equatable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(TextFolding.fold(text).utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  static func words(of text: String) -> [FoldedText] {
    FoldedText(text).bytes.split(separator: UInt8(ascii: " ")).map { FoldedText(bytes: Array($0)) }
  }

  func contains(_ words: [FoldedText]) -> Bool { words.allSatisfy { contains($0.bytes) } }

  private func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == first && bytes[start..<start + word.count].elementsEqual(word)
    }
  }
}
