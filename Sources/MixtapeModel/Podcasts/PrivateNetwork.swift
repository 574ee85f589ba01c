/// The hosts of this machine and of private networks.
public enum PrivateNetwork {
  /// Returns whether an IP address is not public. An IPv6 address that contains an IPv4 address counts as the latter.
  ///
  /// - Parameter bytes: 4 or 16 bytes. Other addresses count as private.
  public static func contains(_ bytes: [UInt8]) -> Bool {
    guard let address = IPAddress(bytes) else { return true }
    let relevant = address.containedIPv4 ?? address
    return local.contains { $0.contains(relevant) }
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
    guard let feed = feed.map(AddressReference.init), feed.isOfWeb, isReached(by: address) else { return false }
    return feed.host.map { isNamed(by: String($0)) } != true
  }

  /// Returns whether an address of the web leads to a private network, or may do so.
  public static func isReached(by address: String) -> Bool {
    let address = AddressReference(address)
    guard address.isOfWeb else { return false }
    guard let authority = address.authority, let host = address.host else { return true }
    // After this check, programs can map an escape or a letter beyond ASCII to another host, or end the host at a backslash.
    return isNamed(by: String(host)) || authority.utf8.contains(UInt8(ascii: "\\"))
      || !host.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
  }

  /// The reason why an address is refused, as a clause about it.
  public static let refusal = "it is in a private network, but the feed of the podcast is public"

  /// `localhost` (RFC 6761), `local` (RFC 6762), `internal` (reserved by ICANN), and `lan`, which many routers use.
  private static let domains: Set<String> = ["localhost", "local", "internal", "lan"]

  /// The blocks that are not globally reachable, but for a few services, by the registries of special-purpose addresses for
  /// [IPv4](https://www.iana.org/assignments/iana-ipv4-special-registry) and
  /// [IPv6](https://www.iana.org/assignments/iana-ipv6-special-registry), and multicast.
  private static let local = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7",
    "fe80::/9", "ff00::/8",
  ].compactMap(IPAddress.Block.init)
}

/// An IP address of version 4 or 6.
struct IPAddress {
  /// The 4 or 16 bytes.
  let bytes: [UInt8]

  /// Makes an address; `nil` for another number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads an IPv4 address, also in the forms that systems accept beside `127.0.0.1`: `127.1`, `0x7f.1`, `017700000001`. `inet_aton(3)`.
  init?(ipv4 text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(Self.number)
    guard (1...4).contains(parts.count), let last = parts.last ?? nil, last < 1 << (8 * (5 - parts.count)) else {
      return nil
    }
    var bytes: [UInt8] = []
    for part in parts.dropLast() {
      guard let byte = part.flatMap({ UInt8(exactly: $0) }) else { return nil }
      bytes.append(byte)
    }
    // The last number fills the rest.
    bytes += (0..<4 - bytes.count).reversed().map { UInt8(truncatingIfNeeded: last >> (8 * $0)) }
    self.bytes = bytes
  }

  /// Reads an IPv6 address. RFC 4291, section 2.2.
  init?(ipv6 text: Substring) {
    let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard halves.count <= 2, let head = Self.groups(halves[0]),
      let tail = halves.count == 2 ? Self.groups(halves[1]) : []
    else { return nil }
    let missing = 16 - head.count - tail.count
    guard halves.count == 2 ? missing >= 2 : missing == 0 else { return nil }
    bytes = head + Array(repeating: 0, count: missing) + tail
  }

  /// The IPv4 address in an IPv6 address: mapped (`::ffff:0:0/96`), compatible (`::/96`), of NAT64 (RFC 6052) or 6to4; `nil` without
  /// one.
  var containedIPv4: IPAddress? {
    guard bytes.count == 16 else { return nil }
    if Self.withIPv4AtEnd.contains(where: { bytes.starts(with: $0) }) { return IPAddress(Array(bytes[12...])) }
    return bytes.starts(with: [0x20, 0x02]) ? IPAddress(Array(bytes[2..<6])) : nil
  }

  private static let withIPv4AtEnd: [[UInt8]] = [
    Array(repeating: 0, count: 10) + [0xFF, 0xFF], Array(repeating: 0, count: 12),
    [0x00, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8),
  ]

  /// Reads groups of 16 bits, the last of which may be an IPv4 address; `nil` for other text.
  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains("."), let address = IPAddress(ipv4: part) {
        bytes += address.bytes
      } else if (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16) {
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      } else {
        return nil
      }
    }
    return bytes.count <= 16 ? bytes : nil
  }

  /// Reads a decimal, octal (`0177`) or hexadecimal (`0x7f`) number.
  private static func number(_ text: Substring) -> UInt64? {
    guard let first = text.utf8.first, first.isDigit, text.utf8.count <= 20 else { return nil }
    if text.lowercased().hasPrefix("0x") {
      return UInt64(text.dropFirst(2), radix: 16) ?? (text.utf8.count == 2 ? 0 : nil)
    }
    return UInt64(text, radix: first == 0x30 && text.utf8.count > 1 ? 8 : 10)
  }

  /// A block of addresses, such as `192.0.2.0/24`.
  struct Block {
    private let first: IPAddress
    private let bits: Int

    /// Reads a block; `nil` for other text.
    init?(_ text: String) {
      let parts = text.split(separator: "/")
      guard parts.count == 2, let bits = Int(parts[1]),
        let first = parts[0].contains(":") ? IPAddress(ipv6: parts[0]) : IPAddress(ipv4: parts[0])
      else { return nil }
      (self.first, self.bits) = (first, bits)
    }

    /// Returns whether an address is in the block.
    func contains(_ address: IPAddress) -> Bool {
      guard address.bytes.count == first.bytes.count else { return false }
      return (0..<bits).allSatisfy { bit in
        (address.bytes[bit / 8] ^ first.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
      }
    }
  }
}
