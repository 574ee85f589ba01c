/// The address of a feed as people write it.
public enum FeedAddress {
  /// Returns the whole address in a text: `http:`, `https:` or `file:`, or one of the schemes that programs give to feeds
  /// (`feed:`, `itpc:`, `pcast:`), which mean `https:`. `nil` if the text is no such address.
  public static func normalized(_ text: String) -> String? {
    guard let address = AddressReference.resolve(text, base: nil), let scheme = AddressReference.scheme(of: address),
      ["http", "https", "file"].contains(scheme), address.utf8.count > scheme.utf8.count + 1
    else { return nil }
    return address
  }

  /// Returns whether an address has a scheme that programs give to feeds before `//`, which ``normalized(_:)`` replaces.
  public static func isOfPrograms(_ text: String) -> Bool {
    guard let scheme = AddressReference.scheme(of: text.trimmed) else { return false }
    return AddressReference.schemesOfPrograms.contains(scheme)
      && text.trimmed.dropFirst(scheme.utf8.count).hasPrefix("://")
  }

  /// Returns the address of a file.
  ///
  /// - Parameter path: An absolute path.
  public static func file(_ path: String) -> String {
    var address = "file://"
    for byte in path.utf8 {
      let isPlain =
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/-._~".utf8.contains(byte)
      if isPlain {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return address
  }
}
