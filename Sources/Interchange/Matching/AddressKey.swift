/// Normalization of addresses for comparison.
enum AddressKey {
  /// Returns an address without scheme, fragment and default port, with the host in lower case.
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

  /// Returns a normalized address without its query, which is often a token; `nil` if it has none.
  static func withoutQuery(_ whole: String) -> String? {
    whole.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(whole[..<$0]) }
  }

  /// Returns whether an address without query ends in the name of a file that is not a script.
  static func endsInFile(_ address: String) -> Bool {
    let name = PathEnd.name(of: address)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    return !scripts.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let scripts: Set<String> = ["php", "asp", "aspx", "cgi", "jsp", "pl", "py", "dll", "do"]

  /// Returns an address without the user name and the password in it, which are secret.
  static func withoutCredentials(_ address: String) -> String {
    guard let start = address.firstRange(ofBytes: "://")?.upperBound else { return address }
    guard let end = address[start...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@") else { return address }
    return "\(address[..<start])\(address[address.index(after: end)...])"
  }

  /// Returns whether an address has a user name or a password.
  static func hasCredentials(_ address: String) -> Bool { withoutCredentials(address) != address }

  /// Returns a normalized feed address without `.`, `..` and trailing slashes.
  static func feed(_ address: String) -> String {
    if address.prefix(5).lowercased() == "file:", let path = Location(address).path { return Location.normalized(path) }
    let whole = whole(address)
    let path = whole.prefix { $0 != "?" }
    var key = path.contains("/.") ? Location.normalized(String(path)) + whole[path.endIndex...] : whole
    while key.utf8.last == UInt8(ascii: "/") { key.removeLast() }
    return key
  }
}
