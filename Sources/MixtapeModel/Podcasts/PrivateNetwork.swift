/// The hosts of this machine and of private networks.
public enum PrivateNetwork {
  /// Returns whether an IP address is not public. An IPv6 address that contains an IPv4 address counts as the latter.
  ///
  /// - Parameter bytes: 4 or 16 bytes. Other addresses count as private.
  public static func contains(_ bytes: [UInt8]) -> Bool {
    guard let address = IPAddress(bytes) else { return true }
    let relevant = address.containedIPv4 ?? address
    return local.contains { $0.contains(relevant) } && !global.contains { $0.contains(relevant) }
  }

  /// Returns whether a host names a private network: by its address, without a dot, or in a domain that is reserved for
  /// private networks.
  public static func isNamed(by host: String) -> Bool {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name.hasPrefix("["), name.hasSuffix("]") {
      return IPAddress(ipv6: name.dropFirst().dropLast().prefix { $0 != "%" }).map { contains($0.bytes) } ?? true
    }
    if let address = IPAddress(ipv4: name) { return contains(address.bytes) }
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last else { return true }
    return labels.count == 1 || domains.contains(String(last)) || labels.suffix(2) == ["home", "arpa"]
  }

  /// Returns whether an address of an episode or its podcast must not be used: it leads to a private network, but the feed that names
  /// it is public. Without a feed, the user wrote the address.
  ///
  /// - Parameters:
  ///   - address: The address of a sound, a picture or chapters.
  ///   - feed: The address of the podcast's feed.
  /// - Complexity: O(*n*) in the lengths of the addresses.
  public static func refuses(_ address: String, namedBy feed: String?) -> Bool {
    guard let feed, isOfWeb(feed), isReached(by: address) else { return false }
    return host(of: feed).map(isNamed) != true
  }

  /// Returns whether an address of the web leads to a private network, or may do so.
  public static func isReached(by address: String) -> Bool {
    guard isOfWeb(address) else { return false }
    guard let host = host(of: address) else { return true }
    // Programs can map an escape or a letter beyond ASCII to another host after this check.
    return isNamed(by: host) || !host.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
  }

  /// The reason why an address is refused, as a clause about it.
  public static let refusal = "it is in a private network, but the feed of the podcast is public"

  /// `localhost` (RFC 6761), `local` (RFC 6762), `internal` (reserved by ICANN), and `lan`, which many routers use.
  private static let domains: Set<String> = ["localhost", "local", "internal", "lan"]

  /// The blocks that are not globally reachable by the registries of special-purpose addresses for
  /// [IPv4](https://www.iana.org/assignments/iana-ipv4-special-registry) and
  /// [IPv6](https://www.iana.org/assignments/iana-ipv6-special-registry), and multicast.
  private static let local = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7",
    "fe80::/9", "ff00::/8",
  ].compactMap(IPAddress.Block.init)

  /// The parts of these blocks that are globally reachable.
  private static let global = [
    "192.0.0.9/32", "192.0.0.10/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:3::/32",
    "2001:4:112::/48", "2001:20::/28", "2001:30::/28",
  ].compactMap(IPAddress.Block.init)

  private static func isOfWeb(_ address: String) -> Bool {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = address[..<colon].lowercased()
    return scheme == "http" || scheme == "https"
  }

  /// Returns the host in an address with `//`, in brackets if it is an IPv6 address.
  private static func host(of address: String) -> String? {
    let bytes = address.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return nil
    }
    let authority = bytes[bytes.index(colon, offsetBy: 3)...].prefix { !"/?#\\".utf8.contains($0) }
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map(bytes.index(after:)) ?? authority.startIndex
    let host = authority[start...]
    if host.first == UInt8(ascii: "["), let end = host.firstIndex(of: UInt8(ascii: "]")) {
      return String(Substring(host[...end]))
    }
    return String(Substring(host.prefix { $0 != UInt8(ascii: ":") }))
  }
}
