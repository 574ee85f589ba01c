package import MixtapeModel

/// The address of a feed as people write it.
public enum FeedAddress {
  /// Returns the whole address in a text: `http:`, `https:` or `file:`, or one of the schemes that programs give to feeds
  /// (`feed:`, `itpc:`, `pcast:`), which mean `https:`. `nil` if the text is no such address.
  public static func normalized(_ text: String) -> String? {
    guard let address = AddressReference.resolve(text, base: nil), let scheme = AddressReference.scheme(of: address),
      ["http", "https", "file"].contains(scheme), address.utf8.count > scheme.utf8.count + 1
    else { return nil }
    return address
  }

  /// Returns whether an address has a scheme that programs give to feeds before `//`, which ``normalized(_:)`` replaces.
  public static func isOfPrograms(_ text: String) -> Bool {
    let address = AddressReference(text.trimmed)
    return address.authority != nil && AddressReference.schemesOfPrograms.contains(address.scheme ?? "")
  }

  /// Returns whether an address is that of a file.
  public static func isFile(_ address: String) -> Bool { AddressReference.scheme(of: address) == "file" }

  /// Returns whether a text looks like an address without its scheme: `example.org/feed`.
  public static func isHostAndPath(_ text: String) -> Bool {
    let host = text.prefix { $0 != "/" }
    return host.endIndex != text.endIndex && host.dropFirst().dropLast().contains(".")
      && !text.contains(where: \.isWhitespace)
  }

  /// Returns the address of a file.
  ///
  /// - Parameter path: An absolute path.
  public static func file(_ path: String) -> String { PercentEncoding.address(ofFile: path) }

  /// Returns the title of a feed that has none: its host, without a user name and a password, or the name of its file without its
  /// extension. `nil` if that is no title.
  package static func title(of text: String) -> String? {
    let address = AddressReference(text)
    var title = address.hostAndPort.map(String.init)
    if address.scheme == "file", let file = address.fileName {
      title = file.lastIndex(of: ".").flatMap { String(file[..<$0]).nonEmpty } ?? file
    }
    return title.flatMap { TitleRules.violation(in: $0) == nil ? $0 : nil }
  }
}

extension AddressReference {
  /// Returns the address that a reference means; `nil` if it is empty, too long, or relative without a base. RFC 3986,
  /// section 5.2.
  ///
  /// White space at the ends is dropped, and spaces inside are escaped. `feed:` means `https:`.
  package static func resolve(_ reference: String, base: String?) -> String? {
    let trimmed = reference.trimmed
    guard !trimmed.isEmpty, trimmed.utf8.count <= maximumLength else { return nil }
    let text = escapingBlanks(trimmed)
    let address = AddressReference(text)
    if let scheme = address.scheme {
      guard schemesOfPrograms.contains(scheme) else { return text }
      let rest = text.dropFirst(scheme.utf8.count + 1)
      return address.authority == nil ? String(rest) : "https:\(rest)"
    }
    guard let base = base.map(AddressReference.init), let scheme = base.scheme, let authority = base.authority else {
      return address.authority == nil ? nil : "https:\(text)"
    }
    if address.authority != nil { return "\(scheme):\(text)" }
    let root = "\(scheme)://\(authority)"
    let basePath = base.path.isEmpty ? "/" : base.path
    if address.path.isEmpty { return "\(root)\(basePath)\(address.query.isEmpty ? base.query : "")\(text)" }
    let directory = text.hasPrefix("/") ? "" : basePath[...(basePath.lastIndex(of: "/") ?? basePath.startIndex)]
    return "\(root)\(withoutDots(directory + address.path))\(address.query)\(address.fragment)"
  }

  /// The schemes that programs give to feeds, so that the system opens them.
  fileprivate static let schemesOfPrograms: Set<String> = ["feed", "itpc", "pcast"]

  /// Returns a path without `.` and `..`. RFC 3986, section 5.2.4.
  private static func withoutDots(_ path: Substring) -> String {
    guard path.contains("/.") else { return String(path) }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
      if isLast, part == "." || part == ".." { kept.append("") }
    }
    return "/" + kept.joined(separator: "/")
  }

  private static func escapingBlanks(_ text: String) -> String {
    // Blanks beyond ASCII have bytes from 0x80.
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x80 }),
      text.unicodeScalars.contains(where: \.isBlank)
    else {
      return text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      // Line breaks in addresses come from the indentation of the feed.
      if scalar == " " || scalar.value == 0xA0 {
        result += "%20"
      } else if !scalar.isBlank {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
