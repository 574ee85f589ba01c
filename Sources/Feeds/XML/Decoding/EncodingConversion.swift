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

/// The labels of multibyte and rare encodings, in lower case with dashes.
enum EncodingLabels {
  /// The encodings that contain others, under whose labels documents use them (WHATWG Encoding Standard, section 4.2), and names
  /// that the C library does not know.
  static let substitutes: [String: String] = {
    var substitutes: [String: String] = [:]
    for (encoding, labels) in families {
      for label in labels.split(separator: " ") { substitutes[String(label)] = encoding }
    }
    return substitutes
  }()

  /// Returns whether a label is one of an encoding that converters usually know.
  static func isKnown(_ label: String) -> Bool {
    substitutes[label] != nil || others.contains(label) || HZEncoding.labels.contains(label)
  }

  private static let families: [String: String] = [
    "GB18030": "gb2312 gb-2312 gb2312-80 gb-2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 euc-cn gbk x-gbk cp936 "
      + "ms936 windows-936 gb18030",
    "BIG5-HKSCS": "big5 big5-hkscs big5hkscs cn-big5 csbig5 x-x-big5",
    // Microsoft's variants have more characters, and `~` and `\` where others have an overline and a yen sign.
    "CP932": "shift-jis sjis x-sjis ms-kanji csshiftjis cp932 ms932 windows-31j",
    "EUC-JP-MS": "euc-jp x-euc-jp eucjp ujis cseucpkdfmtjapanese",
    "CP949": "euc-kr euckr cseuckr korean ks-c-5601-1987 ks-c-5601-1989 ksc5601 ksc-5601 csksc56011987 iso-ir-149 "
      + "cp949 windows-949 uhc",
    "IBM861": "cp-is csibm861",
    "MAC-CENTRALEUROPE": "maccentraleurope maclatin2 mac-latin2 x-mac-ce",
  ]

  private static let others: Set<String> = ["iso-2022-jp", "iso-2022-kr", "euc-tw", "utf-7"]
}

/// HZ: Chinese as pairs of ASCII characters between `~{` and `~}`. RFC 1843.
///
/// The C library does not know this encoding.
enum HZEncoding {
  /// Its labels, in lower case with dashes.
  static let labels: Set<String> = ["hz-gb-2312", "hz-gb", "hzgb", "hz"]

  /// Returns the text in EUC-CN, a part of GB18030. Escapes that do not exist stay as they are.
  static func chinese(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isChinese = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      index += 2
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "{")): isChinese = true
      case (UInt8(ascii: "~"), UInt8(ascii: "}")): isChinese = false
      case (UInt8(ascii: "~"), UInt8(ascii: "~")) where !isChinese: text.append(byte)
      case (UInt8(ascii: "~"), UInt8(ascii: "\n")) where !isChinese: break
      case (0x21...0x7E, 0x21...0x7E) where isChinese: text += [byte | 0x80, next | 0x80]
      default:
        // A line of Chinese ends with its escape. A line without one ends, too.
        if byte == UInt8(ascii: "\n") { isChinese = false }
        text.append(byte)
        index -= 1
      }
    }
    return text
  }
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
