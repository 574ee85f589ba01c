internal import SystemPackage

/// Conversions between paths and addresses with the scheme `file`.
enum DocumentAddress {
  /// Returns the path of an address; `nil` if it is not a local file.
  static func path(of address: String) -> FilePath? {
    guard address.hasPrefix("file:///") else { return nil }
    let bytes = Array(address.utf8.dropFirst("file://".utf8.count))
    var decoded: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "%"), offset + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[offset + 1...offset + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        offset += 3
      } else {
        decoded.append(bytes[offset])
        offset += 1
      }
    }
    guard !decoded.contains(0) else { return nil }
    return FilePath(String(decoding: decoded, as: UTF8.self)).lexicallyNormalized()
  }

  /// Returns the address of an absolute path.
  static func address(of path: FilePath) -> String {
    let unreserved = Set("/-._~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let digits = Array("0123456789ABCDEF")
    var address = "file://"
    for byte in path.string.utf8 {
      if unreserved.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return address
  }
}
