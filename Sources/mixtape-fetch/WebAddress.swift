import CLibcurl
import Companions
import MixtapeModel

/// An address with the scheme `http` or `https`, as libcurl parses it, so that checks see the address that is used.
struct WebAddress: Hashable {
  /// The address without credentials and fragment.
  let text: String
  /// The scheme in lower case.
  let scheme: String
  /// The decoded host in lower case. An IPv6 address is in brackets.
  let host: String
  /// The port, including default ports.
  let port: String
  /// The credentials in the address.
  let credentials: Credentials?

  /// A user name and a password, percent-encoded.
  struct Credentials: Hashable {
    let user: String
    let password: String
  }

  /// Parses an absolute address.
  init(_ text: String) throws(FetchError) {
    guard let address = ParsedAddress(), address.set(text) else { throw FetchError(.invalidAddress) }
    guard address.scheme == "http" || address.scheme == "https" else { throw FetchError(.unsupportedScheme) }
    guard let address = WebAddress(address) else { throw FetchError(.invalidAddress) }
    self = address
  }

  /// Resolves the target of a redirect, which may be relative. Drops its credentials.
  func target(of location: String) throws(FetchError) -> WebAddress {
    guard let address = ParsedAddress(), address.set(text), address.set(location) else {
      throw FetchError(.invalidRedirect, text: location)
    }
    let isWeb = address.scheme == "http" || address.scheme == "https"
    // libcurl could map other characters to a different host after the checks.
    guard isWeb, let target = WebAddress(address), target.host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      target.text.utf8.count <= AddressReference.maximumLength
    else { throw FetchError(.invalidRedirect, text: location) }
    return WebAddress(target, credentials: nil)
  }

  /// Returns whether both addresses have the same scheme, host and port.
  func hasSameOrigin(as other: WebAddress) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// Returns the address with credentials.
  func text(with credentials: Credentials?) -> String {
    guard let credentials else { return text }
    let password = credentials.password.isEmpty ? "" : ":\(credentials.password)"
    return "\(scheme)://\(credentials.user)\(password)@\(text.dropFirst(scheme.utf8.count + 3))"
  }

  /// Decodes the percent-encoding of credentials.
  static func decoded(_ text: String) -> String {
    guard let decoded = curl_easy_unescape(nil, text, Int32(clamping: text.utf8.count), nil) else { return text }
    defer { curl_free(decoded) }
    return String(cString: decoded)
  }

  private init(_ address: WebAddress, credentials: Credentials?) {
    text = address.text
    scheme = address.scheme
    host = address.host
    port = address.port
    self.credentials = credentials
  }

  private init?(_ address: borrowing ParsedAddress) {
    guard let scheme = address.scheme, let host = address.part(CURLUPART_HOST, decoded: true), !host.isEmpty,
      let port = address.part(CURLUPART_PORT)
    else { return nil }
    let user = address.part(CURLUPART_USER)
    let password = address.part(CURLUPART_PASSWORD)
    credentials =
      user == nil && password == nil ? nil : Credentials(user: user ?? "", password: password ?? "")
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_FRAGMENT] { address.remove(part) }
    guard let text = address.part(CURLUPART_URL) else { return nil }
    self.text = text
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
  }
}

/// A handle of libcurl's URL parser. `libcurl-url(3)`.
private struct ParsedAddress: ~Copyable {
  private let handle: OpaquePointer

  init?() {
    guard let handle = curl_url() else { return nil }
    self.handle = handle
  }

  deinit { curl_url_cleanup(handle) }

  /// Replaces the address. A relative one is resolved against the previous one.
  func set(_ text: String) -> Bool {
    let flags = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE
    return curl_url_set(handle, CURLUPART_URL, text, UInt32(flags)) == CURLUE_OK
  }

  func remove(_ part: CURLUPart) { _ = curl_url_set(handle, part, nil, 0) }

  var scheme: String? { part(CURLUPART_SCHEME)?.lowercased() }

  /// Returns a part as text; `nil` if it is missing or not UTF-8.
  func part(_ part: CURLUPart, decoded: Bool = false) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    let flags = (part == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0) | (decoded ? CURLU_URLDECODE : 0)
    guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(validatingCString: text)
  }
}

/// The proxies in the environment variables that curl documents.
///
/// libcurl reads the same variables. The program chooses the proxy itself, because it checks addresses before it
/// connects: libcurl reports whether it uses a proxy only after that.
struct ProxySettings {
  /// The environment variables. HTTP_PROXY is not among them: in CGI programs, it contains the request header `Proxy`.
  static let variables = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  private let environment: [String: String]

  init(environment: [String: String]) { self.environment = environment }

  /// Returns the proxy for an address; `nil` for a direct connection.
  func proxy(for address: WebAddress) -> String? {
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
