#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The bytes of a C string without the NUL that ends it, as long as it lives.
func bytesOfCString(_ start: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: start, count: strlen(start))
}

extension String {
  /// The text as C takes it.
  var cName: [CChar] { Array(utf8CString) }
}

extension [UInt8] {
  /// The bytes as C takes them.
  var cName: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
