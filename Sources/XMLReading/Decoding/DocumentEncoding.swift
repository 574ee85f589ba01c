/// The encoding of a document, detected from its first bytes.
enum DocumentEncoding: Equatable {
  case utf8
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)
  case singleByte(SingleByteEncoding)
  /// An encoding that libxml2 converts, with its name.
  case converted(String)
  /// An unknown encoding, with its declared name.
  case unknown(String)

  /// Detects the encoding from the byte order mark, else from zero bytes in the first characters, else from the XML
  /// declaration. XML 1.0, appendix F.
  ///
  /// - Returns: The encoding, and the length of the byte order mark.
  static func detect(_ bytes: UnsafeBufferPointer<UInt8>) -> (encoding: DocumentEncoding, markLength: Int) {
    let head = Array(bytes.prefix(4))
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    switch head {
    case [0xFF, 0xFE, 0x00, 0x00]: return (.utf32(isBigEndian: false), 4)
    case [0x00, 0x00, 0xFE, 0xFF]: return (.utf32(isBigEndian: true), 4)
    case [0x3C, 0x00, 0x00, 0x00]: return (.utf32(isBigEndian: false), 0)
    case [0x00, 0x00, 0x00, 0x3C]: return (.utf32(isBigEndian: true), 0)
    default: break
    }
    if head == EncodingConversion.ebcdicStart { return (.converted(EncodingConversion.variantOfEBCDIC(bytes)), 0) }
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
    if head.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
    if head.count == 4, head[0] == 0x3C, head[1] == 0, head[2] != 0, head[3] == 0 {
      return (.utf16(isBigEndian: false), 0)
    }
    if head.count == 4, head[0] == 0, head[1] == 0x3C, head[2] == 0, head[3] != 0 {
      return (.utf16(isBigEndian: true), 0)
    }
    return (declared(in: bytes).map(named) ?? .utf8, 0)
  }

  /// Returns the encoding with a label in any case.
  static func named(_ label: String) -> DocumentEncoding {
    let name = label.lowercased().replacing("_", with: "-")
    if name == "utf8" || name == "utf-8" || name.hasPrefix("utf-16") || name.hasPrefix("utf-32")
      || name.hasPrefix("ucs-") || name.hasPrefix("iso-10646")
    {
      // The declaration is readable as single bytes, so the document is not in UTF-16 or UTF-32.
      return .utf8
    }
    if let encoding = SingleByteEncoding(label: name) { return .singleByte(encoding) }
    return EncodingLabels.isKnown(name) || EncodingConversion.supports(label) ? .converted(label) : .unknown(label)
  }

  /// Returns the encoding that a server names, if it takes the place of this one: the document declares none, UTF-8 or an unknown
  /// one, and is not in UTF-8.
  func replacement(servedAs label: String) -> DocumentEncoding? {
    switch (self, Self.named(label)) {
    case (_, .unknown), (_, .utf8): nil
    case (.utf8, let served), (.unknown, let served): served
    default: nil
    }
  }

  /// The name of the encoding form, for messages.
  var form: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    case .singleByte(let encoding): encoding.rawValue
    case .converted(let name), .unknown(let name): name
    }
  }

  /// Returns whether a declaration may name a document's encoding so. Other encodings than Unicode are known by the
  /// declaration alone.
  func canBeDeclared(as label: String) -> Bool {
    let name = label.lowercased()
    func isNamed(_ prefixes: String...) -> Bool { prefixes.contains(where: name.hasPrefix) }
    return switch self {
    case .utf8: !isNamed("utf-16", "utf-32", "ucs-", "iso-10646") && Self.named(label) == .utf8
    case .utf16: isNamed("utf-16", "ucs-2", "iso-10646-ucs-2")
    case .utf32: isNamed("utf-32", "ucs-4", "iso-10646-ucs-4")
    case .singleByte, .converted, .unknown: true
    }
  }

  /// Returns the encoding name in the XML declaration, which must begin in the first 1,024 bytes.
  static func declared(in bytes: some Collection<UInt8>) -> String? {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
    guard let start = head.firstRange(of: "<?xml "), let end = head[start.upperBound...].firstRange(of: "?>"),
      let key = head[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = head[key.upperBound..<end.lowerBound].drop(while: \.isBlank)
    guard value.first == "=" else { return nil }
    let quoted = value.dropFirst().drop(while: \.isBlank)
    guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
    let name = quoted.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : String(name).trimmedOfBlanks
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\r\n" }
}

extension String {
  fileprivate var trimmedOfBlanks: String {
    let rest = drop(while: \.isBlank)
    return String(rest.reversed().drop(while: \.isBlank).reversed())
  }
}
