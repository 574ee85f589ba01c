extension String {
  /// The text as a null-terminated C string.
  var cName: [CChar] { Array(utf8CString) }
}

extension [UInt8] {
  /// The bytes as a null-terminated C string.
  var cName: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
