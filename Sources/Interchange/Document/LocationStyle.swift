/// The forms of local files in formats.
public enum LocationStyle: Hashable, Sendable {
  /// A path.
  case path
  /// A percent-encoded address: relative, or beginning with `file://`.
  case address

  /// Returns the text of a location. A relative path stays relative.
  func text(of location: Location, relativeTo directory: String?) -> String {
    guard var path = location.path else { return location.text }
    if path.hasPrefix("/") {
      if let directory {
        path = Location.relative(path, to: directory)
      } else if self == .address {
        return "file://\(PercentEncoding.encodedPath(path))"
      }
    } else if self == .address, case .absolutePath = location.kind {
      return "file:///\(PercentEncoding.encodedPath(path))"
    }
    return self == .address ? PercentEncoding.encodedPath(path) : path
  }
}
