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

/// The result of decoding the bytes of one key.
enum KeySequence {
  /// An incomplete key. More bytes are needed.
  case incomplete
  /// A key; `nil` for one that the program does not use.
  case complete(Key?)
  /// The beginning of a pasted text.
  case paste
  /// The last byte does not continue a key.
  case broken

  /// Decodes the bytes of a key.
  ///
  /// - Parameter bytes: At least one byte. Without the last one they are ``incomplete``.
  init(_ bytes: [UInt8]) {
    switch bytes[0] {
    case 0x1B: self = Self.escaped(bytes.dropFirst())
    case 0x00...0x1F, 0x7F: self = .complete(Self.control(bytes[0]))
    default: self = Self.character(bytes)
    }
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  private static func character(_ bytes: [UInt8]) -> KeySequence {
    let length =
      switch bytes[0] {
      case 0x00..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > 0 else { return .complete(nil) }
    if bytes.count > 1, let last = bytes.last, !(0x80..<0xC0).contains(last) { return .broken }
    if bytes.count < length { return .incomplete }
    guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
      !scalar.controlsTerminal
    else { return .complete(nil) }
    return .complete(.character(Character(scalar)))
  }

  /// Decodes the bytes after `ESC`: sequences of ECMA-48 and of xterm.
  /// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> KeySequence {
    switch bytes.first {
    case nil: .incomplete
    case UInt8(ascii: "["): controlSequence(bytes.dropFirst())
    case UInt8(ascii: "O"): bytes.count < 2 ? .incomplete : .complete(letter(bytes.last))
    // The escape key, followed by another key.
    default: .broken
    }
  }

  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> KeySequence {
    guard let last = bytes.last else { return .incomplete }
    switch last {
    // The Linux console sends a second bracket and a letter for function keys.
    case UInt8(ascii: "[") where bytes.count == 1: return .incomplete
    case 0x20...0x3F: return .incomplete
    case UInt8(ascii: "~"): return numbered(bytes.dropLast())
    case 0x40...0x7E where bytes.first == UInt8(ascii: "<"):
      let event = last == UInt8(ascii: "M") ? MouseEvent(sgr: bytes.dropFirst().dropLast()) : nil
      return .complete(event.map(Key.mouse))
    case 0x40...0x7E: return .complete(bytes.first == UInt8(ascii: "[") ? nil : letter(last))
    default: return .broken
    }
  }

  private static func letter(_ byte: UInt8?) -> Key? {
    switch byte.map({ Character(Unicode.Scalar($0)) }) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "Z": .backTab
    default: nil
    }
  }

  /// Decodes the keys with a number. The number after a semicolon stands for the modifier keys.
  private static func numbered(_ bytes: ArraySlice<UInt8>) -> KeySequence {
    let number = Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self))
    switch number {
    case 1, 7: return .complete(.home)
    case 3: return .complete(.delete)
    case 4, 8: return .complete(.end)
    case 5: return .complete(.pageUp)
    case 6: return .complete(.pageDown)
    case 200: return .paste
    default: return .complete(nil)
    }
  }
}

/// A press of the left mouse button, or a turn of the wheel.
package struct MouseEvent: Hashable, Sendable {
  /// The kinds of events that programs use.
  package enum Kind: Hashable, Sendable { case press, wheelUp, wheelDown }

  package let kind: Kind
  /// The column, counted from 0.
  package let column: Int
  /// The row, counted from 0.
  package let row: Int

  package init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }

  /// The number of rows that a step of the wheel scrolls.
  private static let wheelStep = 3

  /// The number of rows by which the wheel scrolls down; `nil` for a press.
  package var scrolledRows: Int? {
    switch kind {
    case .press: nil
    case .wheelUp: -Self.wheelStep
    case .wheelDown: Self.wheelStep
    }
  }

  /// Decodes the parameters of a report in the SGR encoding of xterm: `0;12;5`, for button, column and row.
  ///
  /// - Returns: `nil` for other buttons, and for invalid reports.
  init?(sgr parameters: ArraySlice<UInt8>) {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
      row > 0
    else { return nil }
    let kinds: [Int: Kind] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    guard let kind = kinds[button] else { return nil }
    self.init(kind, column: column - 1, row: row - 1)
  }
}
