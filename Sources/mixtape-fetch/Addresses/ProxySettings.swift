import CLibcurl

/// The proxies in the environment variables that curl documents.
///
/// libcurl reads the same variables. The program chooses the proxy itself, because it checks addresses before it
/// connects: libcurl reports whether it uses a proxy only after that.
struct ProxySettings {
  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// Returns the proxy for an address; `nil` for a direct connection.
  func proxy(for address: WebAddress) -> String? {
    // HTTP_PROXY is ignored: in CGI programs, it contains the request header `Proxy`.
    let names = address.scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    guard let proxy = value(names + ["all_proxy", "ALL_PROXY"]) else { return nil }
    return isExempt(address.host) ? nil : proxy
  }

  private func value(_ names: [String]) -> String? {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Returns whether `no_proxy` lists a host: its name, a parent domain, its address, or its network (`10.0.0.0/8`).
  private func isExempt(_ host: String) -> Bool {
    let entries = (value(["no_proxy", "NO_PROXY"]) ?? "").lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
    if entries == ["*"] { return true }
    let name = Self.withoutDot(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
    let address = Self.bytes(name)
    return entries.contains { entry in
      if let address { return Self.network(entry).map { Self.network($0, contains: address) } ?? false }
      let domain = Self.withoutDot(entry.hasPrefix(".") ? entry.dropFirst() : entry)
      return !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
    }
  }

  private static func withoutDot(_ name: Substring) -> Substring { name.hasSuffix(".") ? name.dropLast() : name }

  /// Reads an address with an optional prefix length.
  private static func network(_ text: Substring) -> (bytes: [UInt8], bits: Int)? {
    let parts = text.split(separator: "/", maxSplits: 1)
    let literal = parts.first.map { $0.hasPrefix("[") && $0.hasSuffix("]") ? $0.dropFirst().dropLast() : $0 }
    guard let bytes = literal.flatMap(bytes) else { return nil }
    guard parts.count == 2 else { return (bytes, bytes.count * 8) }
    guard let bits = Int(parts[1]), (0...bytes.count * 8).contains(bits) else { return nil }
    return (bytes, bits)
  }

  private static func network(_ network: (bytes: [UInt8], bits: Int), contains address: [UInt8]) -> Bool {
    guard address.count == network.bytes.count else { return false }
    return (0..<network.bits).allSatisfy { bit in
      (address[bit / 8] ^ network.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
    }
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(clibcurl_parse_address(String(text), &bytes))
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
