import CLibcurl

/// The addresses of this machine and of private networks, by the
/// [registry of special-purpose addresses](https://www.iana.org/assignments/iana-ipv4-special-registry).
enum PrivateNetwork {
  /// Returns whether an IP address is not public. An IPv6 address that contains an IPv4 address counts as the latter.
  ///
  /// - Parameter bytes: 4 or 16 bytes. Other addresses count as private.
  static func contains(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 4: return containsIPv4(bytes)
    case 16: return containsIPv6(bytes)
    default: return true
    }
  }

  /// Returns whether a host names a private network: by its address, without a dot, or in a domain that is reserved for
  /// private networks.
  static func isNamed(by host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]")
    let literal = (isInBrackets ? name.dropFirst().dropLast() : name[...]).prefix { $0 != "%" }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(clibcurl_parse_address(String(literal), &bytes))
    if count > 0 { return contains(Array(bytes.prefix(count))) }
    if isInBrackets { return true }
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last else { return true }
    return labels.count == 1 || domains.contains(String(last)) || labels.suffix(2) == ["home", "arpa"]
  }

  /// `localhost` (RFC 6761), `local` (RFC 6762), `internal` (reserved by ICANN), and `lan`, which many routers use.
  private static let domains: Set<String> = ["localhost", "local", "internal", "lan"]

  private static func containsIPv4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    // This network, loopback, multicast and reserved.
    case (0, _, _), (127, _, _), (224..., _, _): true
    // RFC 1918.
    case (10, _, _), (172, 16...31, _), (192, 168, _): true
    // Carrier-grade NAT (RFC 6598), link-local, protocol assignments, benchmarks.
    case (100, 64...127, _), (169, 254, _), (192, 0, 0), (198, 18...19, _): true
    default: false
    }
  }

  private static func containsIPv6(_ bytes: [UInt8]) -> Bool {
    let zeros = bytes.prefix { $0 == 0 }.count
    // Unspecified and loopback.
    if zeros == 16 || (zeros == 15 && bytes[15] == 1) { return true }
    // IPv4-mapped and IPv4-compatible.
    if zeros >= 12 || (zeros == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF) {
      return containsIPv4(Array(bytes[12...]))
    }
    // NAT64 (RFC 6052, RFC 8215) and 6to4.
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
      return bytes[4..<12].contains { $0 != 0 } || containsIPv4(Array(bytes[12...]))
    }
    if bytes.starts(with: [0x20, 0x02]) { return containsIPv4(Array(bytes[2..<6])) }
    // Unique local, link-local, site-local, multicast.
    return bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80) || bytes[0] == 0xFF
  }
}
