/// The forms of local files in formats.
public enum LocationStyle: Hashable, Sendable {
  /// A path.
  case path
  /// A percent-encoded address: relative, or beginning with `file://`.
  case address

  /// Returns the text of a location. A relative path stays relative.
  func text(of location: Location, relativeTo directory: String?) -> String {
    guard let path = location.path else {
      return self == .address ? PercentEncoding.encodedAddress(location.text) : location.text
    }
    if path.hasPrefix("/") {
      if let directory { return text(ofRelative: Location.relative(path, to: directory)) }
      return self == .address ? "file://\(PercentEncoding.encodedPath(path))" : path
    }
    guard case .absolutePath = location.kind else { return text(ofRelative: path) }
    return self == .address ? "file:///\(PercentEncoding.encodedPath(path))" : path
  }

  /// Returns the text of a relative path. Without `./`, a first name with a colon would be taken for a scheme (RFC 3986, 4.2),
  /// and readers of lines would drop white space at the start.
  private func text(ofRelative path: String) -> String {
    let text = self == .address ? PercentEncoding.encodedPath(path) : path
    let isUnclear = text.first?.isWhitespace ?? false || text.prefix { $0 != "/" }.contains(":")
    return isUnclear ? "./\(text)" : text
  }
}
