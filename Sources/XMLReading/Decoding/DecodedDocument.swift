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
