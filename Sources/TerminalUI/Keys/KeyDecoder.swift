/// A key, a text that was pasted, or an event of the mouse.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter together with the control key, in lower case.
  case control(Character)
  /// A text that was pasted, as one line.
  case pasted(String)
  /// An event of the mouse, if the screen reports them.
  case mouse(MouseEvent)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown

  /// Whether the key cancels a dialog.
  package var isCancel: Bool { self == .escape || self == .control("g") }
}

/// Decodes the bytes that a terminal sends into keys. A read may end anywhere in a key's bytes.
///
/// A terminal sends `ESC` for the escape key, and also as the first byte of other keys. Only time tells them apart: while the
/// decoder ``isWaiting`` and no byte comes for ``timeout``, ``flush()`` takes the pending bytes as complete.
package struct KeyDecoder {
  /// The time to wait for the remaining bytes of a key.
  package static let timeout = Duration.milliseconds(25)
  /// The maximum length of a key in bytes, above that of any real key.
  private static let longestSequence = 32
  /// The maximum length of a pasted text in bytes. The rest is dropped.
  private static let longestPaste = 65_536

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// The bytes of an incomplete key.
  private var pending: [UInt8] = []
  /// The bytes of a pasted text so far; `nil` if nothing is being pasted.
  private var paste: [UInt8]?

  package init() {}

  /// Whether the pending bytes could be a key or the beginning of another key.
  package var isWaiting: Bool { paste == nil && !pending.isEmpty }

  /// Returns the keys that end in these bytes.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if paste != nil { takePasted(byte, &keys) } else { take(byte, &keys) }
    }
    return keys
  }

  /// Returns the keys in the pending bytes, as if no more bytes come.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    let isEscape = pending.first == 0x1B
    pending = []
    // An incomplete character or sequence is dropped. A single `ESC` is the escape key.
    return isEscape ? [.escape] : []
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    // In a sequence, `ESC` always begins another key.
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
      // The last byte belongs to the next key. Sequences are short, so decoding it again is cheap.
      pending.removeLast()
      keys += flush()
      take(byte, &keys)
    }
  }

  private mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
    guard var text = paste else { return }
    // Cleared first, so that the array is uniquely referenced and grows without a copy.
    paste = []
    text.append(byte)
    if text.hasSuffix(Self.pasteEnd) {
      paste = nil
      text.removeLast(Self.pasteEnd.count)
      let pasted = Self.line(String(decoding: text.prefix(Self.longestPaste), as: UTF8.self))
      if !pasted.isEmpty { keys.append(.pasted(pasted)) }
    } else {
      // Text beyond the limit is dropped, but its end is still recognized.
      if text.count > Self.longestPaste + 2 * Self.pasteEnd.count { text.remove(at: Self.longestPaste) }
      paste = text
    }
  }

  /// Returns the text as one line, without control characters.
  private static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !scalar.controlsTerminal {
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
