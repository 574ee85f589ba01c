extension String {
  /// The text as C takes it.
  var cName: [CChar] { Array(utf8CString) }
}

extension [UInt8] {
  /// The bytes as C takes them.
  var cName: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
