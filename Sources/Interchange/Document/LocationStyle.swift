/// The way to write the absolute paths of local files.
public enum ExportedPaths: Hashable, Sendable {
  /// As they are.
  case absolute
  /// Relative to a directory.
  case relative(to: String)
  /// For another device, which has the files of a directory at another path or at an address of the web. Paths outside the
  /// directory stay as they are.
  case moved(from: String, to: String)
}

/// The forms of local files in formats.
public enum LocationStyle: Hashable, Sendable {
  /// A path on one line. An absolute path that does not fit on a line becomes an address.
  case path
  /// A percent-encoded address: relative, or beginning with `file://`.
  case address

  /// Returns the text of a location. A relative path stays relative.
  func text(of location: Location, as paths: ExportedPaths = .absolute) -> String {
    guard let path = location.path else {
      return isPlain(location.text) ? location.text : PercentEncoding.encodedAddress(location.text)
    }
    guard case .absolutePath = location.kind else { return text(ofRelative: path) }
    if path.hasPrefix("/") {
      switch paths {
      case .absolute: break
      case .relative(let directory): return text(ofRelative: Location.relative(path, to: directory))
      case .moved(let directory, let target):
        if let moved = Location.moved(path, from: directory, to: target) { return text(of: moved) }
      }
      return isPlain(path) ? path : "file://\(PercentEncoding.encodedPath(path))"
    }
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
