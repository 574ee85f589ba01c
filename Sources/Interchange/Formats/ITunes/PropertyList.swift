internal import XMLReading

/// A value of a property list.
enum PropertyListValue {
  case text(String)
  /// The text of `data`: base64 with white space.
  case data(String)
  case number(Int64)
  case flag(Bool)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// Reads the current element as a value. The XML reader limits the depth.
  init(_ element: String, from reader: XMLEventReader) {
    switch element {
    case "dict":
      var members: [String: PropertyListValue] = [:]
      PropertyListValue.readMembers(from: reader) { key, element in
        members[key] = PropertyListValue(element, from: reader)
      }
      self = .dictionary(members)
    case "array":
      var elements: [PropertyListValue] = []
      loop: while let event = reader.next() {
        switch event {
        case .start(let name, _, _):
          let element = PropertyListValue(name.local, from: reader)
          // An element in which the document is cut off may lack its last values.
          if !reader.isCutOff { elements.append(element) }
        case .text: break
        case .end: break loop
        }
      }
      self = .array(elements)
    case "true", "false":
      reader.skipElement()
      self = .flag(element == "true")
    case "integer": self = .number(Int64(reader.readText().trimmed) ?? 0)
    case "data": self = .data(reader.readText())
    default: self = .text(reader.readText())
    }
  }

  /// Calls `read` with the key and the element name of each value in the current dictionary. `read` must read the
  /// element.
  static func readMembers(from reader: XMLEventReader, _ read: (String, String) -> Void) {
    var key: String?
    while let event = reader.next() {
      switch event {
      case .start(let name, _, _):
        if name.local == "key" {
          key = reader.readText()
        } else if let known = key {
          read(known, name.local)
          key = nil
        } else {
          reader.skipElement()
        }
      case .text: break
      case .end: return
      }
    }
  }

  /// The text; `nil` for other values.
  var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number; `nil` for other values.
  var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// The flag; `nil` for other values.
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The elements; `nil` for other values.
  var array: [PropertyListValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members; `nil` for other values.
  var dictionary: [String: PropertyListValue]? { if case .dictionary(let members) = self { members } else { nil } }
  /// The bytes of data; `nil` for other values, and if they are not base64.
  var data: [UInt8]? { if case .data(let text) = self { Base64.decoded(text) } else { nil } }
}

/// The encoding base64 (RFC 4648).
enum Base64 {
  /// Returns the decoded bytes; `nil` for invalid text. Ignores white space.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in text.utf8 {
      if byte <= 0x20 || byte == UInt8(ascii: "=") { continue }
      guard let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
