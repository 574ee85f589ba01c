internal import MixtapeModel

/// An address or a path in a playlist, with its kind.
public struct Location: Hashable, Sendable {
  /// The text in the playlist.
  public let text: String
  /// The kind.
  public let kind: Kind

  /// The kinds of locations.
  public enum Kind: Hashable, Sendable {
    /// An address of the web or of another service, with its scheme.
    case address
    /// An absolute path, with slashes.
    case absolutePath(String)
    /// A path relative to the directory of the playlist, with slashes.
    case relativePath(String)
  }

  /// Parses a location: an address, the address of a file, a path, or a path of Windows.
  public init(_ text: String) {
    self.text = text
    kind = Self.kind(of: text)
  }

  private static func kind(of text: String) -> Kind {
    let bytes = text.utf8
    if bytes.first == UInt8(ascii: "/") { return .absolutePath(text) }
    if let scheme = scheme(of: text) {
      return scheme == "file" ? .absolutePath(path(ofFile: text.dropFirst(5))) : .address
    }
    if isDriveStart(bytes) || text.hasPrefix("\\\\") { return .absolutePath(slashed(text)) }
    // In a path with slashes, a backslash is part of a name.
    let isWindows = bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(UInt8(ascii: "/"))
    return isWindows && bytes.first == UInt8(ascii: "\\")
      ? .absolutePath(slashed(text)) : .relativePath(isWindows ? slashed(text) : text)
  }

  private static func isDriveStart(_ bytes: some Collection<UInt8>) -> Bool {
    var iterator = bytes.makeIterator()
    guard let drive = iterator.next(), drive.isLetter, iterator.next() == UInt8(ascii: ":"), let third = iterator.next()
    else { return false }
    return third == UInt8(ascii: "\\") || third == UInt8(ascii: "/")
  }

  private static func slashed(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
  }

  /// Returns the scheme in lower case; `nil` for a drive of Windows, and for the start of a name with a colon and a blank, such as
  /// `Mission: Impossible`.
  private static func scheme(of text: String) -> String? {
    guard let scheme = AddressReference.scheme(of: text), scheme.utf8.count > 1,
      let next = text.unicodeScalars.dropFirst(scheme.utf8.count + 1).first, !next.properties.isWhitespace
    else { return nil }
    return scheme
  }

  /// Returns the path in the text after `file:`.
  private static func path(ofFile rest: Substring) -> String {
    let decoded = PercentEncoding.decoded(rest)
    let start = decoded.utf8.drop { $0 == UInt8(ascii: "/") }
    // As in paths, a backslash is part of a name, except on Windows.
    let isWindows = isDriveStart(start) || !start.contains(UInt8(ascii: "/"))
    var path = (isWindows ? slashed(decoded) : decoded)[...]
    if path.hasPrefix("//") {
      let afterSlashes = path.dropFirst(2)
      let host = afterSlashes.prefix { $0 != "/" }
      if host.isEmpty || host.lowercased() == "localhost" {
        path = afterSlashes.dropFirst(host.count)
      } else if host.utf8.count == 2, host.hasSuffix(":") {
        path = afterSlashes
      }
    }
    // `/C:/Music` is a path of Windows.
    if path.hasPrefix("/"), isDriveStart(path.utf8.dropFirst()) { path = path.dropFirst() }
    return String(path)
  }
}

extension Location {
  /// The path; `nil` for an address.
  public var path: String? {
    switch kind {
    case .address: nil
    case .absolutePath(let path), .relativePath(let path): path
    }
  }

  /// The decoded path on a share of the network, without the server; `nil` for other locations.
  var pathOnShare: String? {
    guard kind == .address, let scheme = Self.scheme(of: text), Self.shareSchemes.contains(scheme) else { return nil }
    let afterScheme = PercentEncoding.decoded(text.dropFirst(scheme.utf8.count + 1)).drop { $0 == "/" }
    return afterScheme.firstIndex(of: "/").map { String(afterScheme[afterScheme.index(after: $0)...]) }
  }

  /// The schemes by which Kodi and file managers write paths on other machines (xbmc issue 19966).
  private static let shareSchemes: Set<String> = ["smb", "cifs", "nfs", "sftp", "ftp", "afp", "dav", "davs"]

  /// Whether the text is an address without `//`, such as `local:track:1`. In a list of paths, it can be the name of a file.
  var mayBeFileName: Bool { kind == .address && AddressReference(text).authority == nil }

  /// The decoded file name; `nil` if there is none.
  public var fileName: String? {
    let end = path?[...] ?? PercentEncoding.decoded(AddressReference.withoutQuery(text))[...]
    return end.split(separator: "/").last.map(String.init)
  }

  /// The decoded file name without its extension; `nil` for an empty name.
  var fileStem: String? {
    fileName.map { String(Self.withoutExtension(PercentEncoding.decoded($0)[...])) }
  }

  /// Returns a file name without its extension. `01. Song` has none.
  static func withoutExtension(_ name: Substring) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].utf8.dropFirst().allSatisfy({ $0.isLetter || $0.isDigit })
    else { return name }
    return name[..<dot]
  }

  /// Makes the location of a URI reference, such as `a%20b.mp3`: the path of one without a scheme is decoded.
  init(reference: String) {
    let location = Location(reference)
    guard location.kind != .address, Self.scheme(of: reference) == nil else {
      self = location
      return
    }
    let path = Location(PercentEncoding.decoded(reference))
    // The colon of `a%3Ab.mp3` is part of a name.
    self = path.mayBeFileName ? Location("./\(path.text)") : path
  }

  /// Returns the location, with a relative path resolved against an absolute directory.
  ///
  /// - Parameter isFile: Returns whether a file exists at an absolute path. A name such as `Re:Generation.mp3` is then a path.
  public func resolved(in directory: String, isFile: (String) -> Bool = { _ in false }) -> String {
    if mayBeFileName {
      let path = Self.normalized("\(directory)/\(text)")
      return isFile(path) ? path : text
    }
    guard case .relativePath(let path) = kind else { return text }
    return Self.normalized("\(directory)/\(path)")
  }

  /// Returns a path without `.`, `..` and repeated slashes.
  public static func normalized(_ path: String) -> String {
    let bytes = path.utf8
    var isPlain = true
    var previous: UInt8 = 0
    for byte in bytes {
      if previous == UInt8(ascii: "/"), byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { isPlain = false }
      previous = byte
    }
    if isPlain, bytes.first != UInt8(ascii: ".") { return path }
    var names: [Substring] = []
    let isAbsolute = bytes.first == UInt8(ascii: "/")
    for name in path.split(separator: "/") {
      switch name {
      case ".": break
      case "..":
        if let last = names.last, last != ".." { names.removeLast() } else if !isAbsolute { names.append(name) }
      default: names.append(name)
      }
    }
    return (isAbsolute ? "/" : "") + names.joined(separator: "/")
  }

  /// Returns the location of a file of a directory below another path or an address; `nil` for a file outside the directory.
  static func moved(_ path: String, from directory: String, to target: String) -> Location? {
    let names = normalized(path).split(separator: "/")
    let base = normalized(directory).split(separator: "/")
    guard names.count > base.count, names.starts(with: base) else { return nil }
    let rest = names[base.count...].joined(separator: "/")
    let isAddress = Location(target).kind == .address
    return Location(
      (target.hasSuffix("/") ? target : "\(target)/") + (isAddress ? PercentEncoding.encodedPath(rest) : rest))
  }

  /// Returns an absolute path relative to an absolute directory: `../Music/a.mp3` for `/home/me/Music/a.mp3` in
  /// `/home/me/lists`.
  public static func relative(_ path: String, to directory: String) -> String {
    let names = normalized(path).split(separator: "/")
    let base = normalized(directory).split(separator: "/")
    let common = zip(names, base).prefix { $0 == $1 }.count
    let up = repeatElement("..", count: base.count - common)
    return (up + names[common...].map(String.init)).joined(separator: "/")
  }
}

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
