internal import XMLReading

/// A reference to a character in HTML: `&name;`, `&#10;`, `&#xA;`, or one of the old names without a semicolon.
struct HTMLReference {
  /// The character; `nil` for a control character that means nothing.
  let scalar: Unicode.Scalar?
  /// The index after the reference.
  let end: Int

  private static let maximumLength = 12

  private init(_ scalar: Unicode.Scalar?, end: Int) {
    self.scalar = scalar
    self.end = end
  }

  /// Reads the reference that begins with the `&` at an index; `nil` if the text there is not a reference.
  init?(in scalars: [Unicode.Scalar], at start: Int) {
    if let (value, end) = Self.number(in: scalars, at: start) {
      self.init(value, end, in: scalars)
      return
    }
    var end = start + 1
    while end < scalars.count, end - start < Self.maximumLength, scalars[end].isASCIIAlphanumeric { end += 1 }
    let name = String(String.UnicodeScalarView(scalars[start + 1..<end]))
    guard let scalar = HTMLEntities.character(named: name) else { return nil }
    let isClosed = end < scalars.count && scalars[end] == ";"
    // HTML has these names without a semicolon for the sake of old pages. In `?a=1&copy=2`, it is a parameter.
    let isOld = scalar.value < 0x100 && name != "apos" && !(end < scalars.count && scalars[end] == "=")
    guard isClosed || isOld else { return nil }
    self.init(scalar, end: isClosed ? end + 1 : end)
  }

  private init?(_ value: UInt32, _ end: Int, in scalars: [Unicode.Scalar]) {
    switch value {
    case 0: return nil
    case 0x80...0x9F: self.init(WindowsControls.scalar(value), end: end)
    case 0xD800...0xDBFF:
      // Some programs write the two halves of UTF-16 as two references.
      guard let (low, pairEnd) = Self.number(in: scalars, at: end), low & 0xFFFF_FC00 == 0xDC00 else { return nil }
      self.init(Unicode.Scalar(0x10000 + (value & 0x3FF) << 10 + low & 0x3FF), end: pairEnd)
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self.init(scalar, end: end)
    }
  }

  /// Reads `&#10;` or `&#xA;`, also without the semicolon.
  private static func number(in scalars: [Unicode.Scalar], at start: Int) -> (value: UInt32, end: Int)? {
    guard start + 2 < scalars.count, scalars[start] == "&", scalars[start + 1] == "#" else { return nil }
    let isHexadecimal = scalars[start + 2] == "x" || scalars[start + 2] == "X"
    let first = start + (isHexadecimal ? 3 : 2)
    var end = first
    while end < scalars.count, end - start < maximumLength, scalars[end].isDigit(isHexadecimal: isHexadecimal) {
      end += 1
    }
    let digits = String(String.UnicodeScalarView(scalars[first..<end]))
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    return (value, end < scalars.count && scalars[end] == ";" ? end + 1 : end)
  }
}

/// The characters that Windows-1252 has at 0x80 to 0x9F.
enum WindowsControls {
  /// Returns the character at a value; `nil` if the encoding has no character there.
  static func scalar(_ value: UInt32) -> Unicode.Scalar? {
    (0x80...0x9F).contains(value) ? scalars[Int(value) - 0x80] : nil
  }

  private static let scalars: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’", "“", "”", "•", "–",
    "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

extension Unicode.Scalar {
  /// Whether it is a letter or a digit of ASCII.
  var isASCIIAlphanumeric: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  fileprivate func isDigit(isHexadecimal: Bool) -> Bool {
    switch self {
    case "0"..."9": true
    case "a"..."f", "A"..."F": isHexadecimal
    default: false
    }
  }
}
