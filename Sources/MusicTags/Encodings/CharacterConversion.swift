#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The conversion of texts by `iconv` of the C library.
enum CharacterConversion {
  /// Returns the text of bytes; `nil` if some are invalid, or if the library does not know the encoding.
  static func text(of bytes: [UInt8], in encoding: String) -> String? {
    guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // A character of one byte can have three in UTF-8.
    var output = [CChar](repeating: 0, count: 4 * bytes.count)
    let length = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var (source, unread) = (input.baseAddress, input.count)
        var (target, free) = (output.baseAddress, output.count)
        guard iconv(converter, &source, &unread, &target, &free) != -1, unread == 0 else { return nil }
        return output.count - free
      }
    }
    return length.flatMap { String(validating: output.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }
}
