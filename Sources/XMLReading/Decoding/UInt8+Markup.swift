extension UInt8 {
  /// Whether it is white space in XML.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
  /// Whether it is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether it is an ASCII hexadecimal digit.
  var isHexadecimalDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  /// Whether a name can begin with it.
  var beginsName: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
  }
  /// Whether it can be in a name.
  var continuesName: Bool {
    beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
