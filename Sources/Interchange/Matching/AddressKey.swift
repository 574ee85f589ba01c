internal import Feeds
internal import FileSystem
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

/// The guids of feeds in Podcasting 2.0: a UUID of version 5 (RFC 9562) of the address of the feed.
enum FeedGuid {
  /// Returns the guids by which lists name the feed of a podcast, in lower case: the declared one, and that of the address.
  static func all(of podcast: Podcast) -> [String] {
    // Exported playlists contain no credentials.
    let derived = podcast.feed.map { ofFeed(AddressReference($0).withoutCredentials) }
    return [podcast.guid?.lowercased(), derived].compactMap(\.self)
  }

  /// Returns the guid of a feed that declares none.
  static func ofFeed(_ address: String) -> String {
    var name = address[(AddressReference(address).authority?.startIndex ?? address.startIndex)...]
    while name.utf8.last == UInt8(ascii: "/") { name.removeLast() }
    var digest = Array(SHA1.hash(namespace + name.utf8).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    var rest = digest.map { String($0, radix: 16).paddedWithZeros(to: 2) }.joined()[...]
    return [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }
    .joined(separator: "-")
  }

  /// The namespace `ead4c236-bf58-58c6-a2c6-a6b28d128cb6`.
  private static let namespace: [UInt8] = [
    0xEA, 0xD4, 0xC2, 0x36, 0xBF, 0x58, 0x58, 0xC6, 0xA2, 0xC6, 0xA6, 0xB2, 0x8D, 0x12, 0x8C, 0xB6,
  ]
}
