/// Addresses in a form for comparisons.
enum AddressKey {
  /// Returns the form of an address: without scheme, fragment and standard port, with the host in lower case.
  static func whole(_ address: String) -> String {
    let text = address.utf8
    guard let separator = address.firstRange(ofBytes: "://") else { return address }
    let rest = text[separator.upperBound...].prefix { $0 != UInt8(ascii: "#") }
    let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    var bytes = host.map(\.lowercased)
    for port in [":80", ":443"]
    where bytes.count > port.utf8.count && bytes.suffix(port.utf8.count).elementsEqual(port.utf8) {
      bytes.removeLast(port.utf8.count)
    }
    bytes += rest[host.endIndex...]
    return PercentEncoding.decoded(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns a form without the query, which often is a token; `nil` if there is no query.
  static func withoutQuery(_ whole: String) -> String? {
    whole.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(whole[..<$0]) }
  }

  /// Returns the form of a feed's address, which programs write with and without a slash at the end.
  static func feed(_ address: String) -> String {
    var key = whole(address)
    while key.utf8.last == UInt8(ascii: "/") { key.removeLast() }
    return key
  }
}
