/// Makes keys of the bytes that a terminal sends. They may be cut anywhere.
///
/// A terminal says `ESC` for the escape key and at the beginning of what other keys send, so that time has to tell the two
/// apart: while the decoder ``isWaiting`` and nothing comes for a moment, ``flush()`` takes what is there for the whole.
package struct KeyDecoder {
  /// How long to wait for the rest of what a key sends.
  package static let patience = Duration.milliseconds(50)
  /// More than any key sends.
  private static let longestSequence = 32
  /// How much of what is pasted is taken, in bytes.
  private static let longestPaste = 65_536

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// What has come and is not understood yet.
  private var pending: [UInt8] = []
  /// What has come of a text that is pasted; `nil` if none is.
  private var paste: [UInt8]?

  package init() {}

  /// Whether the bytes so far could be a key, and the beginning of another.
  package var isWaiting: Bool { paste == nil && !pending.isEmpty }

  /// The keys that are complete with these bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if paste != nil { takePasted(byte, &keys) } else { take(byte, &keys) }
    }
    return keys
  }

  /// The keys that there are if nothing more comes.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    let isEscape = pending.first == 0x1B
    pending = []
    // Half a character, or half of what a key sends, is nothing; but the escape key was meant.
    return isEscape ? [.escape] : []
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    // Nothing that is longer than one byte contains another escape.
    if byte == 0x1B, !pending.isEmpty { keys += flush() }
    pending.append(byte)
    switch KeySequence(pending) {
    case .incomplete:
      if pending.count > Self.longestSequence { pending = [] }
    case .complete(let key):
      pending = []
      if let key { keys.append(key) }
    case .paste:
      pending = []
      paste = []
    case .broken:
      // The last byte does not belong to it. It is not long, so that looking at it again costs little.
      pending.removeLast()
      keys += flush()
      take(byte, &keys)
    }
  }

  private mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
    guard var text = paste else { return }
    // Nobody else holds it while it grows, so that it is not copied.
    paste = []
    text.append(byte)
    if text.hasSuffix(Self.pasteEnd) {
      paste = nil
      text.removeLast(Self.pasteEnd.count)
      let pasted = Self.line(String(decoding: text.prefix(Self.longestPaste), as: UTF8.self))
      if !pasted.isEmpty { keys.append(.pasted(pasted)) }
    } else {
      // The end is still recognized of what is too long.
      if text.count > Self.longestPaste + 2 * Self.pasteEnd.count { text.remove(at: Self.longestPaste) }
      paste = text
    }
  }

  /// Text on one line, without what is no text.
  private static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !scalar.steersTerminal {
        result.append(scalar)
      } else if scalar.properties.isWhitespace, result.last.map({ $0 != " " }) ?? false {
        result.append(" ")
      }
    }
    return String(result)
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ end: [UInt8]) -> Bool { count >= end.count && self[(count - end.count)...] == end[...] }
}
