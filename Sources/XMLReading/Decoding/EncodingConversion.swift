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
    guard let handler = handler(for: label) else { return nil }
    defer { xmlCharEncCloseFunc(handler) }
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
    let isName = label.utf8.allSatisfy { $0.continuesName && $0 < 0x80 }
    guard isName, (1...40).contains(label.utf8.count) else { return false }
    let sample = Array("<?xml version='1.0'?>".utf8)
    return sample.withUnsafeBufferPointer { convert($0, from: label) }?.text == sample
  }

  private static func handler(for label: String) -> xmlCharEncodingHandlerPtr? {
    XMLLibrary.start()
    let name = label.lowercased().replacing("_", with: "-")
    for candidate in [substitutes[name] ?? label, label, name] {
      if let handler = xmlFindCharEncodingHandler(candidate) { return handler }
    }
    return nil
  }

  /// The encodings that contain others, under whose labels documents use them (WHATWG Encoding Standard, section 4.2), and names
  /// that the C library does not know.
  private static let substitutes = [
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030",
    "maccentraleurope": "MAC-CENTRALEUROPE", "x-mac-ce": "MAC-CENTRALEUROPE",
  ]

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
