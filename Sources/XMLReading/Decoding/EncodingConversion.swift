import Libxml2

/// Conversion of multibyte encodings to UTF-8 by libxml2.
enum EncodingConversion {
  /// Returns the text in UTF-8, with U+FFFD in place of invalid bytes; `nil` if the system cannot convert it.
  static func convert(_ bytes: UnsafeBufferPointer<UInt8>, from name: String) -> [UInt8]? {
    XMLLibrary.start()
    guard let handler = xmlFindCharEncodingHandler(name) else { return nil }
    defer { xmlCharEncCloseFunc(handler) }
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let piece = UnsafeBufferPointer(rebasing: bytes[start..<min(start + pieceSize, bytes.count)])
      let read = convertPiece(piece, with: handler, into: &result)
      if read == 0 {
        result.append(contentsOf: [0xEF, 0xBF, 0xBD])
        start += 1
      } else {
        start += read
      }
    }
    return result
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
