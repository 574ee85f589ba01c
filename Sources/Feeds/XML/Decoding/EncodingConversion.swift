import Libxml2

/// Conversion of multibyte encodings to UTF-8 by libxml2.
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

  /// Returns the handler of an encoding. In the static program, the handler of an encoding whose converter is missing converts nothing.
  private static func handler(for label: String) -> xmlCharEncodingHandlerPtr? {
    XMLLibrary.start()
    let sample = Array("<?xml version='1.0'?>".utf8)
    for candidate in [EncodingLabels.encoding(of: label) ?? label, label] {
      guard let handler = xmlFindCharEncodingHandler(candidate) else { continue }
      if sample.withUnsafeBufferPointer({ convert($0, with: handler) }).text == sample { return handler }
      xmlCharEncCloseFunc(handler)
    }
    return nil
  }

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

/// The labels of the multibyte encodings of the WHATWG Encoding Standard, section 4.2.
enum EncodingLabels {
  /// Returns the name by which the C library knows the encoding of a label; `nil` for others.
  static func encoding(of label: String) -> String? {
    encodings[label.lowercased().replacing("_", with: "-")]
  }

  private static let encodings: [String: String] = {
    var encodings: [String: String] = [:]
    for (encoding, labels) in families {
      for label in labels.split(separator: " ") { encodings[String(label)] = encoding }
    }
    return encodings
  }()

  /// The labels in lower case with dashes. Documents use them for encodings that contain those of the label.
  private static let families: [String: String] = [
    "GB18030": "gb2312 gb-2312 gb2312-80 gb-2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 euc-cn gbk x-gbk cp936 "
      + "ms936 windows-936 gb18030",
    "BIG5-HKSCS": "big5 big5-hkscs big5hkscs cn-big5 csbig5 x-x-big5",
    // Microsoft's variants have more characters, and `~` and `\` where others have an overline and a yen sign.
    "CP932": "shift-jis sjis x-sjis ms-kanji csshiftjis cp932 ms932 windows-31j",
    "EUC-JP-MS": "euc-jp x-euc-jp eucjp ujis cseucpkdfmtjapanese",
    "ISO-2022-JP": "iso-2022-jp csiso2022jp",
    "CP949": "euc-kr euckr cseuckr korean ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 csksc56011987 iso-ir-149 "
      + "cp949 windows-949 uhc",
  ]
}

/// The global state of libxml2.
enum XMLLibrary {
  /// Prepares libxml2 for multithreading. Further calls do nothing.
  static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    xmlInitParser()
    return true
  }()
}
