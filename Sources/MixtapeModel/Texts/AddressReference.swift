/// An absolute or relative address in its parts. None of them is decoded.
///
/// [RFC 3986, section 3](https://www.rfc-editor.org/rfc/rfc3986#section-3).
package struct AddressReference {
  /// The whole text.
  package let text: String
  /// The scheme in lower case; `nil` for a relative address.
  package let scheme: String?
  /// The host and the port, with the user name and the password before them; `nil` without `//`.
  package let authority: Substring?
  /// The path.
  package let path: Substring
  /// The query with its `?`.
  package let query: Substring
  /// The fragment with its `#`.
  package let fragment: Substring

  /// The maximum length of an address in bytes. Browsers and servers have similar limits.
  package static let maximumLength = 8192

  /// Splits a text. Any text is at least the path of a relative address.
  ///
  /// - Complexity: O(*n*).
  package init(_ text: String) {
    self.text = text
    scheme = Self.scheme(of: text)
    var rest = text.utf8[...]
    func take(while isPart: (UInt8) -> Bool) -> Substring {
      let part = rest.prefix(while: isPart)
      rest = rest[part.endIndex...]
      return Substring(part)
    }
    if let scheme { rest = rest.dropFirst(scheme.utf8.count + 1) }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      authority = take { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    } else {
      authority = nil
    }
    path = take { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    query = take { $0 != UInt8(ascii: "#") }
    fragment = Substring(rest)
  }

  /// Returns the scheme of an address in lower case; `nil` for a relative address. Schemes with a dot are not in use, unlike hosts
  /// before a port.
  package static func scheme(of text: String) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first, first.isLetter, let end = bytes.firstIndex(where: { !$0.isOfScheme }),
      bytes[end] == UInt8(ascii: ":")
    else { return nil }
    return text[..<end].lowercased()
  }

  /// Returns the part of an address before its query, which is often a token, and its fragment.
  package static func withoutQuery(_ text: String) -> Substring {
    Substring(text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  /// Whether the scheme is that of the web.
  package var isOfWeb: Bool { scheme == "https" || scheme == "http" }
}

// MARK: - The authority

extension AddressReference {
  /// The host and the port; `nil` without `//`.
  package var hostAndPort: Substring? {
    authority.map { authority in
      authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.utf8.index(after: $0)...] } ?? authority
    }
  }

  /// The host, in brackets if it is an IPv6 address; `nil` without `//`.
  package var host: Substring? {
    guard let bytes = hostAndPort?.utf8 else { return nil }
    if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")) {
      return Substring(bytes[...end])
    }
    return Substring(bytes.prefix { $0 != UInt8(ascii: ":") })
  }

  /// Whether there is a user name or a password, which are secret.
  package var hasCredentials: Bool { authority?.utf8.contains(UInt8(ascii: "@")) == true }

  /// The text without the user name and the password.
  package var withoutCredentials: String {
    guard hasCredentials, let start = authority?.startIndex, let end = hostAndPort?.startIndex else { return text }
    return "\(text[..<start])\(text[end...])"
  }
}

// MARK: - The path

extension AddressReference {
  /// Whether no host is named, or this machine, as in the addresses of its files.
  package var isOfThisMachine: Bool { authority.map { $0.isEmpty || $0.lowercased() == "localhost" } ?? true }

  /// The absolute path in the address of a file of this machine; `nil` for others. In a path, `?` and `#` are escaped.
  /// [RFC 8089](https://www.rfc-editor.org/rfc/rfc8089).
  package var localPath: PercentDecoding? {
    guard scheme == "file", isOfThisMachine, path.utf8.first == UInt8(ascii: "/"), query.isEmpty, fragment.isEmpty
    else {
      return nil
    }
    return PercentDecoding(Array(path.utf8))
  }

  /// The last name in the path without escapes, unless they are not UTF-8.
  package var fileName: String? {
    lastName.map { PercentDecoding(Array($0)).lenientText ?? String(Substring($0)) }
  }

  /// The extension of the last name in the path, in lower case.
  package var fileExtension: String? {
    guard let name = lastName, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    let ending = Substring(name[name.index(after: dot)...])
    return (1...5).contains(ending.utf8.count) ? ending.lowercased() : nil
  }

  private var lastName: Substring.UTF8View? { path.utf8.split(separator: UInt8(ascii: "/")).last }
}

extension UInt8 {
  /// Whether a scheme can have the byte.
  fileprivate var isOfScheme: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
  }
}
