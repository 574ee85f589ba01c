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
