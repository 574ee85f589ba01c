internal import FileSystem
internal import SystemPackage

/// Where the sound of an episode is, as the library says it, checked for what a player may open.
///
/// There are three schemes, `http`, `https` and `file`, and nothing else: no relative path, which would mean something else
/// wherever the program is started, and none of the schemes by which players read devices, other programs and lists.
struct SoundAddress: Hashable {
  /// What a player opens: an address in ASCII that begins with `http://` or `https://`, or an absolute path.
  let location: String

  /// Longer ones are not opened; browsers and servers do not go further either.
  static let maximumLength = 8192

  /// Why an address is not opened.
  enum Refusal: Error, Hashable {
    case empty
    case tooLong
    /// It holds line ends or other control characters, or begins or ends with a blank.
    case unprintable
    case notAnAddress
    case scheme(String)
    case malformed
    case remoteFile
    case missing(path: String)
    case notAFile(path: String)
    case unreadable(path: String, Errno)
  }

  /// Checks an address. That a file is there is not asked here; see ``checkFile()``.
  init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    guard text.utf8.first != Self.blank, text.utf8.last != Self.blank, !text.unicodeScalars.contains(where: \.isControl)
    else { throw .unprintable }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(text[..<colon]) else {
      throw .notAnAddress
    }
    let rest = text[text.utf8.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "file": location = try Self.path(rest)
    case "http": location = "http:" + (try Self.network(rest))
    case "https": location = "https:" + (try Self.network(rest))
    case let scheme: throw .scheme(scheme)
    }
  }

  /// Whether it is that of a file of this machine.
  var isFile: Bool { location.utf8.first == UInt8(ascii: "/") }

  /// Makes sure that a file is there, and is one: a pipe or a device would be waited for without end.
  func checkFile() throws(Refusal) {
    guard isFile else { return }
    let kind: FileKind
    do throws(Errno) {
      kind = try FileKind(following: FilePath(location))
    } catch .noSuchFileOrDirectory {
      throw .missing(path: location)
    } catch .notDirectory {
      throw .missing(path: location)
    } catch {
      throw .unreadable(path: location, error)
    }
    guard kind == .regular else { throw .notAFile(path: location) }
  }

  private static let blank = UInt8(ascii: " ")

  /// RFC 3986, section 3.1.
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isLetter else { return false }
    return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }

  /// What follows `http:`, with everything escaped that does not belong into an address. RFC 3986, section 3.
  private static func network(_ rest: Substring) throws(Refusal) -> String {
    guard rest.utf8.starts(with: "//".utf8) else { throw .malformed }
    let authority = rest.utf8.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let host = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last ?? authority
    guard let first = host.first, first != UInt8(ascii: ":"), !authority.contains(where: isUnsafe) else {
      throw .malformed
    }
    var address: [UInt8] = []
    for byte in rest.utf8 {
      if isUnsafe(byte) {
        address += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        address.append(byte)
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// Whether a byte is never found in an address as it is.
  private static func isUnsafe(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...blank, 0x7F...0xFF: true
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): true
    case UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"): true
    default: false
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The path in what follows `file:`. RFC 8089; blanks and letters of all scripts may be written as they are.
  private static func path(_ rest: Substring) throws(Refusal) -> String {
    var path = rest.utf8
    if path.starts(with: "//".utf8) {
      let host = path.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || String(Substring(host)).lowercased() == "localhost" else { throw .remoteFile }
      path = path.dropFirst(2 + host.count)
    }
    // What stands after these two is not a part of the path, though whoever wrote it probably meant so.
    guard path.first == UInt8(ascii: "/"), !path.contains(where: "?#".utf8.contains),
      let decoded = decodePercents(path), !decoded.unicodeScalars.contains(where: \.isControl)
    else { throw .malformed }
    return decoded
  }

  private static func decodePercents(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension SoundAddress.Refusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .empty: "its address is empty"
    case .tooLong: "its address is longer than \(SoundAddress.maximumLength) bytes"
    case .unprintable: "its address has a control character in it, or a blank at its end"
    case .notAnAddress: "its address begins with neither https:// nor file:///"
    case .scheme(let scheme): "addresses of the scheme \"\(scheme)\" are not opened, only http, https and file"
    case .malformed: "its address is malformed; in a file's name, write % as %25, ? as %3F and # as %23"
    case .remoteFile: "its address is that of a file on another machine; one on this machine begins with file:///"
    case .missing(let path): "there is no file \(path)"
    case .notAFile(let path): "\(path) is not a file"
    case .unreadable(let path, let error): "\(path) cannot be read: \(error)"
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  fileprivate var hexadecimalValue: UInt8? {
    if isDigit { return self - 0x30 }
    return (0x61...0x66).contains(self | 0x20) ? (self | 0x20) - 0x61 + 10 : nil
  }
}

extension Unicode.Scalar {
  var isControl: Bool {
    properties.generalCategory == .control || properties.generalCategory == .lineSeparator
      || properties.generalCategory == .paragraphSeparator
  }
}
