internal import MixtapeModel

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
    guard let scheme = AddressReference.scheme(of: text.trimmed) else { return false }
    return AddressReference.schemesOfPrograms.contains(scheme)
      && text.trimmed.dropFirst(scheme.utf8.count).hasPrefix("://")
  }

  /// Returns the address of a file.
  ///
  /// - Parameter path: An absolute path.
  public static func file(_ path: String) -> String { PercentEncoding.address(ofFile: path) }

  /// Returns the title of a feed that has none: its host, without a user name and a password, or the name of its file without its
  /// extension. `nil` if that is no title.
  package static func title(of address: String) -> String? {
    var title = AddressReference.host(of: address)
    if AddressReference.scheme(of: address) == "file", let file = AddressReference.fileName(of: address) {
      title = file.lastIndex(of: ".").flatMap { String(file[..<$0]).nonEmpty } ?? file
    }
    return title.flatMap { TitleRules.violation(in: $0) == nil ? $0 : nil }
  }
}

/// A reference to an address, absolute or relative, and its resolution against a base. RFC 3986.
package enum AddressReference {
  /// The maximum length of an address in bytes. Longer texts are not addresses.
  static let maximumLength = 8192

  /// Returns the address that a reference means; `nil` if it is empty, too long, or relative without a base. RFC 3986,
  /// section 5.2.
  ///
  /// White space at the ends is dropped, and spaces inside are escaped. `feed:` means `https:`.
  package static func resolve(_ reference: String, base: String?) -> String? {
    var text = reference.trimmed
    guard !text.isEmpty, text.utf8.count <= maximumLength else { return nil }
    text = escapingBlanks(text)
    if let scheme = scheme(of: text) {
      guard schemesOfPrograms.contains(scheme) else { return text }
      let rest = text.dropFirst(scheme.utf8.count + 1)
      return rest.hasPrefix("//") ? "https:\(rest)" : String(rest)
    }
    guard let base, let parts = Parts(base) else {
      return text.hasPrefix("//") ? "https:\(text)" : nil
    }
    if text.hasPrefix("//") { return "\(parts.scheme):\(text)" }
    if text.hasPrefix("/") { return parts.root + withoutDots(text) }
    if text.hasPrefix("?") { return parts.root + parts.path + text }
    if text.hasPrefix("#") { return parts.root + parts.path + parts.query + text }
    let directory = parts.path.lastIndex(of: "/").map { parts.path[...$0] } ?? "/"
    return parts.root + withoutDots(directory + text)
  }

  /// The schemes that programs give to feeds, so that the system opens them.
  static let schemesOfPrograms: Set<String> = ["feed", "itpc", "pcast"]

  /// Returns an address without its query and fragment, in which tokens are.
  static func withoutQuery(_ address: String) -> String {
    let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return end.map { String(address[..<$0]) } ?? address
  }

  /// Returns the last name in an address without escapes, unless they are not UTF-8.
  static func fileName(of address: String) -> String? {
    withoutQuery(address).utf8.split(separator: UInt8(ascii: "/")).last.map {
      PercentDecoding(Array($0)).lenientText ?? String(Substring($0))
    }
  }

  /// Returns the extension of the last name in an address, in lower case.
  static func fileExtension(of address: String) -> String? {
    let path = withoutQuery(address).utf8
    // A slash at the end does not count.
    let end =
      path.lastIndex { $0 != UInt8(ascii: "/") }.map { path.index(after: $0) } ?? path.startIndex
    let start =
      path[..<end].lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
    let name = path[start..<end]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    let ending = Substring(name[name.index(after: dot)...])
    return (1...5).contains(ending.utf8.count) ? ending.lowercased() : nil
  }

  /// Returns the scheme of an address in lower case; `nil` for a relative one.
  static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].utf8
    guard let first = scheme.first, (0x61...0x7A).contains(first | 0x20), scheme.count < 20 else {
      return nil
    }
    let isValid = scheme.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D
    }
    return isValid ? text[..<colon].lowercased() : nil
  }

  /// Returns the host of an address with its port, without the user name and the password before it.
  static func host(of address: String) -> String? {
    Parts(address).map { String($0.authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "") }
  }

  private struct Parts {
    let scheme: String
    /// The host, with the user name and the password before it.
    let authority: Substring
    /// The scheme and the authority.
    let root: String
    let path: String
    let query: String

    init?(_ address: String) {
      guard let scheme = AddressReference.scheme(of: address) else { return nil }
      let rest = address.dropFirst(scheme.utf8.count + 1)
      guard rest.hasPrefix("//") else { return nil }
      authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      let tail = rest.dropFirst(2 + authority.count)
      self.scheme = scheme
      root = "\(scheme)://\(authority)"
      let path = tail.prefix { $0 != "?" && $0 != "#" }
      self.path = path.isEmpty ? "/" : String(path)
      query = String(tail.dropFirst(path.count).prefix { $0 != "#" })
    }
  }

  /// Returns a path without `.` and `..`. RFC 3986, section 5.2.4. A query stays.
  private static func withoutDots(_ reference: String) -> String {
    let path = reference.prefix { $0 != "?" && $0 != "#" }
    guard path.contains("/.") else { return reference }
    var kept: [Substring] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
      if isLast, part == "." || part == ".." { kept.append("") }
    }
    return "/" + kept.joined(separator: "/") + reference.dropFirst(path.count)
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
