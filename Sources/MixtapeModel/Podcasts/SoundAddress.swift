/// The address of an episode's sound, checked for schemes that a player may open.
///
/// The schemes are `http`, `https` and `file`. Relative paths are refused, because they depend on the working directory; so
/// are the schemes by which players read devices, other programs and lists.
public struct SoundAddress: Hashable, Sendable {
  /// The form for a player: an address in ASCII that begins with `http://` or `https://`, or an absolute path.
  public let location: String

  /// The maximum length of an address in bytes.
  public static let maximumLength = AddressReference.maximumLength

  /// The reason why a player refuses an address.
  public enum Refusal: Error, Hashable, Sendable {
    /// The address is empty.
    case empty
    /// The address has more bytes than ``SoundAddress/maximumLength``.
    case tooLong
    /// The address has line ends or other control characters, or begins or ends with a space.
    case unprintable
    /// The address has no scheme, such as a relative path.
    case notAnAddress
    /// The scheme is not `http`, `https` or `file`.
    case scheme(String)
    /// The address has no host, no absolute path, or invalid characters.
    case malformed
    /// The address names a file on another machine.
    case remoteFile
  }

  /// Checks the text of an address. Reads no file.
  ///
  /// - Throws: The first ``Refusal`` that applies.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard text.utf8.first != Self.blank, text.utf8.last != Self.blank, Self.isPrintable(text) else {
      throw .unprintable
    }
    let address = AddressReference(text)
    switch address.scheme {
    case nil: throw .notAnAddress
    case "file"?: location = try Self.path(address)
    case "http"?, "https"?: location = try Self.network(address)
    case let scheme?: throw .scheme(scheme)
    }
  }

  /// Whether the address names a file of this machine.
  public var isFile: Bool { location.utf8.first == UInt8(ascii: "/") }

  /// Returns the address of a file of this machine, for ``Episode/url``. Only bytes with a meaning in addresses are escaped, so that
  /// people can read it.
  ///
  /// - Parameter path: An absolute path.
  public static func address(ofFile path: String) -> String {
    var address = "file://"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": address += "%25"
      case "?": address += "%3F"
      case "#": address += "%23"
      default: address.unicodeScalars.append(scalar)
      }
    }
    return address
  }

  private static let blank = UInt8(ascii: " ")

  /// Returns whether a text has no control characters, including line ends. Almost all addresses are ASCII, which
  /// needs no Unicode tables.
  private static func isPrintable(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      || !text.unicodeScalars.contains(where: \.breaksLine)
  }

  /// Returns an address of the web with unsafe bytes escaped.
  private static func network(_ address: AddressReference) throws(Refusal) -> String {
    guard let scheme = address.scheme, let authority = address.authority, let first = address.hostAndPort?.utf8.first,
      first != UInt8(ascii: ":"), authority.utf8.allSatisfy(PercentEncoding.isOfAddress)
    else { throw .malformed }
    return "\(scheme)://\(PercentEncoding.encodedAddress(address.text[authority.startIndex...]))"
  }

  /// Returns the path in the address of a file. Spaces and letters of all scripts need no escapes.
  private static func path(_ address: AddressReference) throws(Refusal) -> String {
    guard address.isOfThisMachine else { throw .remoteFile }
    guard let path = address.localPath?.strictText, isPrintable(path) else { throw .malformed }
    return path
  }
}

extension SoundAddress.Refusal: CustomStringConvertible {
  /// The reason as a clause about the address.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong: "it is longer than \(SoundAddress.maximumLength) bytes"
    case .unprintable: "it contains a control character, or a space at its start or end"
    case .notAnAddress: "it begins with neither https:// nor file:///"
    case .scheme(let scheme): "the scheme \"\(scheme)\" is not supported, only https, http and file"
    case .malformed: "it is malformed; in the name of a file, write % as %25, ? as %3F and # as %23"
    case .remoteFile: "the file is on another machine; the address of a file on this machine begins with file:///"
    }
  }
}
