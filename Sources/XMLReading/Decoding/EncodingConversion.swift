import Libxml2

/// Conversion of multibyte and rare encodings to UTF-8 by libxml2.
enum EncodingConversion {
  /// A converted text.
  struct Conversion {
    /// The text in UTF-8, with U+FFFD in place of invalid bytes.
    var text: [UInt8] = []
    /// The number of invalid bytes.
    var invalid = 0
    /// The offset in the text of the first invalid byte.
    var firstFault: Int?
  }

  /// Converts a text; returns `nil` if the system cannot convert it.
  static func convert(_ bytes: UnsafeBufferPointer<UInt8>, from label: String) -> Conversion? {
    if HZEncoding.labels.contains(normal(label)) {
      return HZEncoding.chinese(bytes).withUnsafeBufferPointer { convert($0, from: "GB18030") }
    }
    let declaration = bytes.starts(with: ebcdicStart) ? ebcdicSample : sample
    guard let handler = handler(for: label, reading: declaration) else { return nil }
    defer { xmlCharEncCloseFunc(handler) }
    return convert(bytes, with: handler)
  }

  private static func convert(_ bytes: UnsafeBufferPointer<UInt8>, with handler: xmlCharEncodingHandlerPtr)
    -> Conversion
  {
    // Without a receiver, libxml2 prints each invalid byte on standard error. The receiver is one of this thread.
    let (receiver, context) = (__xmlStructuredError().pointee, __xmlStructuredErrorContext().pointee)
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    defer { xmlSetStructuredErrorFunc(context, receiver) }
    var result = Conversion()
    var start = 0
    while start < bytes.count {
      let piece = UnsafeBufferPointer(rebasing: bytes[start..<min(start + pieceSize, bytes.count)])
      let read = convertPiece(piece, with: handler, into: &result.text)
      if read == 0 {
        result.firstFault = result.firstFault ?? result.text.count
        result.invalid += 1
        result.text.append(contentsOf: [0xEF, 0xBF, 0xBD])
        start += 1
      } else {
        start += read
      }
    }
    return result
  }

  /// Returns whether the system converts an encoding whose letters and digits are those of ASCII. A document that declares another
  /// one, such as EBCDIC, would not be readable up to its declaration.
  static func supports(_ label: String) -> Bool {
    converts(sample, from: label)
  }

  private static func converts(_ declaration: [UInt8], from label: String) -> Bool {
    let isName = label.utf8.allSatisfy { $0.continuesName && $0 < 0x80 }
    guard isName, (1...40).contains(label.utf8.count), let handler = handler(for: label, reading: declaration) else {
      return false
    }
    xmlCharEncCloseFunc(handler)
    return true
  }

  /// Returns the encoding of a document in a variant of EBCDIC: the declared one, or CP037, in which all declarations are readable.
  /// XML 1.0, appendix F.
  static func variantOfEBCDIC(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let head = convert(UnsafeBufferPointer(rebasing: bytes.prefix(1024)), from: commonEBCDIC)
    guard let name = head.flatMap({ DocumentEncoding.declared(in: $0.text) }), converts(ebcdicSample, from: name) else {
      return commonEBCDIC
    }
    return name
  }

  /// `<?xm` in EBCDIC.
  static let ebcdicStart = Array(ebcdicSample.prefix(4))
  private static let ebcdicSample: [UInt8] = [
    0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0xA5, 0x85, 0x99, 0xA2, 0x89, 0x96, 0x95, 0x7E, 0x7D, 0xF1, 0x4B, 0xF0, 0x7D,
    0x6F, 0x6E,
  ]
  private static let sample = Array("<?xml version='1.0'?>".utf8)
  private static let commonEBCDIC = "CP037"

  /// Returns the handler of an encoding.
  ///
  /// - Parameter declaration: An XML declaration, which the handler must convert. In the static program, the handler of an
  ///   encoding that the C library does not know converts nothing.
  private static func handler(for label: String, reading declaration: [UInt8]) -> xmlCharEncodingHandlerPtr? {
    XMLLibrary.start()
    let name = normal(label)
    for candidate in [EncodingLabels.substitutes[name] ?? label, label, name] {
      guard let handler = xmlFindCharEncodingHandler(candidate) else { continue }
      if declaration.withUnsafeBufferPointer({ convert($0, with: handler) }).text == sample { return handler }
      xmlCharEncCloseFunc(handler)
    }
    return nil
  }

  /// Returns a label in lower case with dashes.
  private static func normal(_ label: String) -> String { label.lowercased().replacing("_", with: "-") }

  private static let pieceSize = 1 << 16

  /// Appends the text up to the first invalid byte or truncated character.
  ///
  /// - Returns: The number of bytes that were read.
  private static func convertPiece(
    _ piece: UnsafeBufferPointer<UInt8>, with handler: xmlCharEncodingHandlerPtr, into result: inout [UInt8]
  ) -> Int {
    guard let input = xmlBufferCreateSize(piece.count + 1), let output = xmlBufferCreateSize(4 * piece.count + 16)
    else { return 0 }
    defer {
      xmlBufferFree(input)
      xmlBufferFree(output)
    }
    guard xmlBufferAdd(input, piece.baseAddress, Int32(piece.count)) == 0 else { return 0 }
    _ = xmlCharEncInFunc(handler, output, input)
    let length = Int(xmlBufferLength(output))
    if let text = xmlBufferContent(output) {
      result.append(contentsOf: UnsafeBufferPointer(start: text, count: length))
    }
    return piece.count - Int(xmlBufferLength(input))
  }
}
