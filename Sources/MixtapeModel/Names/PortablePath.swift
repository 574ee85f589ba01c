/// A relative path that every file system accepts, also FAT and exFAT on sticks, phones and players.
///
/// Its names are in normalization form C. They have none of the characters that these systems refuse, no dot or space at the end, and
/// at most ``maximumLength`` bytes; none is that of a device on Windows.
public struct PortablePath: Hashable, Sendable {
  /// The path, with slashes.
  public let text: String

  /// The maximum length of a name in bytes of UTF-8. FAT and exFAT allow 255 units of UTF-16, which are never more than its bytes.
  public static let maximumLength = 255

  /// Makes a path of names. Characters that are not allowed become `_`.
  public init(_ names: [String]) { text = names.map(Self.portable).joined(separator: "/") }

  /// Makes a path from its text; `nil` if a name in it is not portable. So a path never leaves its directory.
  public init?(validating text: String) {
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ Self.portable(String($0)).utf8.elementsEqual($0.utf8) }) else { return nil }
    self.text = text
  }

  /// The names in the path.
  public var names: [String] { text.split(separator: "/").map(String.init) }

  /// A text that is the same for paths that are one file on a file system without case.
  public var foldedText: String { text.uppercased().lowercased() }

  /// Returns the path with a number in its last name: `Ann/01 (2).flac` for `Ann/01.flac`.
  public func numbered(_ number: Int) -> PortablePath {
    var names = names
    let (stem, ending) = Self.parts(of: names.removeLast())
    return PortablePath(names + [stem.cut(toFit: Self.maximumLength, with: " (\(number))\(ending)")])
  }

  /// Returns whether a name is that of a device on Windows, with any extension: `nul.mp3` cannot be created there.
  package static func isDevice(_ name: String) -> Bool {
    devices.contains(name.prefix { $0 != "." }.lowercased())
  }

  private static let devices = Set(["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static func portable(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in NameRules.composed(name).unicodeScalars {
      scalars.append(isAllowed(scalar) ? scalar : "_")
    }
    var text = withoutEnd(String(scalars))
    if isDevice(text) { text.insert("_", at: text.firstIndex(of: ".") ?? text.endIndex) }
    let (stem, ending) = parts(of: text)
    text = withoutEnd(stem.cut(toFit: maximumLength, with: ending))
    return text.isEmpty ? "_" : text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && !"<>:\"|?*\\/".unicodeScalars.contains(scalar)
  }

  /// Returns a name without the dots and spaces at its end, which Windows drops.
  private static func withoutEnd(_ name: String) -> String {
    let end = name.unicodeScalars.lastIndex { $0 != "." && $0 != " " }
    return end.map { String(name.unicodeScalars[...$0]) } ?? ""
  }

  /// Returns a name and its extension, which has the dot; an empty one without a short extension.
  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= 10 else {
      return (name, "")
    }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
