import CLibcurl
import FeedFetching

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
      target.text.utf8.count <= FetchProtocol.longestAddress
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
