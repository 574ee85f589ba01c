internal import Feeds
internal import MixtapeModel

/// The address of a feed as far as it identifies the feed: without scheme, default port, fragment and trailing slashes, and
/// with the host in lower case.
public struct FeedIdentity: Hashable, Sendable {
  private let key: String

  /// Makes the identity of a feed.
  public init(of address: String) { key = AddressKey.feed(address) }
}

/// Normalization of addresses for comparison.
enum AddressKey {
  /// Returns an address without scheme, fragment and default port, with the host in lower case.
  static func whole(_ text: String) -> String {
    let address = AddressReference(text)
    guard address.scheme != nil, var authority = address.authority?.lowercased() else { return text }
    for port in [":80", ":443"] where authority.utf8.count > port.utf8.count && authority.hasSuffix(port) {
      authority.removeLast(port.utf8.count)
    }
    return PercentEncoding.decoded("\(authority)\(address.path)\(address.query)")
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

  /// Returns a normalized feed address without `.`, `..` and trailing slashes.
  static func feed(_ address: String) -> String {
    if FeedAddress.isFile(address), let path = Location(address).path { return Location.normalized(path) }
    let whole = whole(address)
    let path = whole.prefix { $0 != "?" }
    var key = path.contains("/.") ? Location.normalized(String(path)) + whole[path.endIndex...] : whole
    while key.utf8.last == UInt8(ascii: "/") { key.removeLast() }
    return key
  }
}
