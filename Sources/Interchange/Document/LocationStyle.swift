/// The forms of local files in formats.
public enum LocationStyle: Hashable, Sendable {
  /// A path on one line. An absolute path that does not fit on a line becomes an address.
  case path
  /// A percent-encoded address: relative, or beginning with `file://`.
  case address

  /// Returns the text of a location. A relative path stays relative.
  func text(of location: Location, relativeTo directory: String?) -> String {
    guard let path = location.path else {
      return isPlain(location.text) ? location.text : PercentEncoding.encodedAddress(location.text)
    }
    if path.hasPrefix("/") {
      if let directory { return text(ofRelative: Location.relative(path, to: directory)) }
      return isPlain(path) ? path : "file://\(PercentEncoding.encodedPath(path))"
    }
    guard case .absolutePath = location.kind else { return text(ofRelative: path) }
    return isPlain(path) ? path : "file:///\(PercentEncoding.encodedPath(path))"
  }

  /// Returns whether an absolute path or an address is written as it is.
  private func isPlain(_ text: String) -> Bool { self == .path && text.fitsOnLine }

  /// Returns the text of a relative path. Without `./`, a first name with a colon would be taken for a scheme (RFC 3986, 4.2),
  /// and readers of lines would drop white space at the start, and quotes around the path.
  private func text(ofRelative path: String) -> String {
    let text = self == .address ? PercentEncoding.encodedPath(path) : path
    let isUnclear =
      text.first.map { $0.isWhitespace || "\"'".contains($0) } ?? false || text.prefix { $0 != "/" }.contains(":")
    return isUnclear ? "./\(text)" : text
  }
}
