/// The text of a document in UTF-8, without characters that XML does not allow, and its faults.
struct DecodedDocument {
  /// The text, without a byte order mark.
  private(set) var text: [UInt8]
  /// The faults, by their offsets in the text.
  private(set) var faults: [DocumentFault] = []

  /// Decodes a document.
  ///
  /// UTF-8 is tried before the declared encoding: text in other encodings is almost never valid UTF-8.
  ///
  /// - Parameter bytes: The document. It is not copied if it is valid UTF-8.
  /// - Parameter encoding: The name of the encoding from the server. A name in the document takes precedence.
  init(_ bytes: [UInt8], encoding label: String? = nil) {
    let plain = bytes.withUnsafeBufferPointer { buffer -> Bool in
      guard case (.utf8, 0) = DocumentEncoding.detect(buffer) else { return false }
      let survey = UTF8Survey(buffer)
      return survey.invalid == 0 && survey.forbidden == 0
    }
    text = plain ? bytes : []
    let encoding = plain ? .utf8 : bytes.withUnsafeBufferPointer { decode($0, label: label) }
    if let fault = Self.wrongDeclaration(in: text, of: encoding) { faults.insert(fault, at: 0) }
  }

  /// Returns the fault of a document whose declaration names another encoding than that of its bytes.
  private static func wrongDeclaration(in text: [UInt8], of encoding: DocumentEncoding) -> DocumentFault? {
    guard let name = DocumentEncoding.declared(in: text), !encoding.canBeDeclared(as: name) else { return nil }
    return wrongDeclaration(name, instead: encoding.form)
  }

  private static func wrongDeclaration(_ name: String, instead form: String) -> DocumentFault {
    DocumentFault(offset: 0, message: "the declared encoding \"\(name)\" is wrong: the document is in \(form)")
  }

  /// Decodes a document, and returns its encoding.
  private mutating func decode(_ document: UnsafeBufferPointer<UInt8>, label: String?) -> DocumentEncoding {
    let (detected, markLength) = DocumentEncoding.detect(document)
    let bytes = UnsafeBufferPointer(rebasing: document[markLength...])
    switch detected {
    case .utf16(let isBigEndian): finish(bytes) { $0.decodeUTF16($1, isBigEndian: isBigEndian) }
    case .utf32(let isBigEndian): finish(bytes) { $0.decodeUTF32($1, isBigEndian: isBigEndian) }
    case .utf8, .singleByte, .converted, .unknown:
      return decodeLegible(bytes, detected, label: markLength == 0 ? label : nil)
    }
    return detected
  }

  /// Decodes a document with tags in ASCII, and returns its encoding.
  private mutating func decodeLegible(
    _ bytes: UnsafeBufferPointer<UInt8>, _ detected: DocumentEncoding, label: String?
  ) -> DocumentEncoding {
    let survey = UTF8Survey(bytes)
    var encoding = detected
    // In other encodings, few sequences of bytes are characters of UTF-8.
    if let label, survey.invalid > survey.multibyte, let served = encoding.replacement(servedAs: label) {
      encoding = served
      if let name = DocumentEncoding.declared(in: bytes) { faults.append(Self.wrongDeclaration(name, instead: label)) }
    }
    if survey.invalid == 0, survey.multibyte > 0 { encoding = .utf8 }
    switch encoding {
    case .singleByte(let single): finish(bytes) { $0.decode($1, single) }
    case .converted(let name):
      guard let converted = EncodingConversion.convert(bytes, from: name) else {
        faults.append(DocumentFault(offset: 0, message: "unsupported encoding \"\(name)\""))
        finish(bytes) { $0.decodeUTF8($1) }
        break
      }
      converted.text.withUnsafeBufferPointer { finish($0) { $0.decodeUTF8($1) } }
      if let first = converted.firstFault { faults.append(Self.invalid(converted.invalid, at: first)) }
    case .unknown(let name):
      faults.append(DocumentFault(offset: 0, message: "unknown encoding \"\(name)\""))
      finish(bytes) { $0.decodeUTF8($1) }
    case .utf8, .utf16, .utf32:
      if survey.invalid == 0, survey.forbidden == 0 { text = Array(bytes) } else { finish(bytes) { $0.decodeUTF8($1) } }
    }
    return encoding
  }

  private mutating func finish(
    _ bytes: UnsafeBufferPointer<UInt8>, _ decode: (inout ByteDecoder, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var decoder = ByteDecoder(capacity: bytes.count)
    decode(&decoder, bytes)
    text = decoder.output
    let first = decoder.firstFault ?? 0
    if decoder.invalid > 0 {
      faults.append(Self.invalid(decoder.invalid, at: first))
    }
    if decoder.forbidden > 0 {
      let noun = decoder.forbidden == 1 ? "1 character" : "\(decoder.forbidden) characters"
      faults.append(DocumentFault(offset: first, message: "\(noun) that XML does not allow"))
    }
  }

  private static func invalid(_ count: Int, at offset: Int) -> DocumentFault {
    let noun = count == 1 ? "1 invalid byte" : "\(count) invalid bytes"
    return DocumentFault(offset: offset, message: "\(noun) for the encoding")
  }
}

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
    return EncodingLabels.encoding(of: label) == nil ? .unknown(label) : .converted(label)
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
