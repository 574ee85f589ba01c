/// A folder of playlists or podcasts: a directory below `playlists/` or `library/`, named by its path.
///
/// The top is the empty path. Folders exist as long as something is in them: git keeps no empty directories.
public struct Folder: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The names from the top down; none for the top itself.
  public let components: [String]

  /// The folder that holds what is in no folder.
  public static let top = Folder(unchecked: [])

  /// Reads a path such as `work/mornings`. Slashes at the ends are passed over; the empty path is ``top``.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` where a name is empty, starts with `.`, `-` or a mark, is not composed
  ///   (NFC), holds a control character, a line separator or a backslash, or is longer than ``maximumNameLength`` bytes.
  public init(validating path: String) throws(MixtapeError) {
    var rest = Substring(path)
    while rest.hasPrefix("/") { rest.removeFirst() }
    while rest.hasSuffix("/") { rest.removeLast() }
    // Scalars, since a slash and a letter of some scripts make one character.
    let parts = rest.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    let components = rest.isEmpty ? [] : parts.map(String.init)
    if let violation = components.lazy.compactMap(Self.violation).first {
      throw MixtapeError(.invalidFolder, .text(path), cause: InvalidName(violation))
    }
    self.components = components
  }

  /// Makes a folder of directory names, or `nil` where one of them cannot be a folder's name.
  public init?(components: [String]) {
    guard components.allSatisfy({ Self.violation(in: $0) == nil }) else { return nil }
    self.components = components
  }

  private init(unchecked components: [String]) {
    self.components = components
  }

  /// The longest name of one folder, in bytes of UTF-8: what file systems take.
  public static let maximumNameLength = 255

  /// The path, with `/` between the names; empty for the top.
  public var path: String { components.joined(separator: "/") }

  /// The path.
  public var description: String { path }

  /// Whether this folder is `other` or lies somewhere below it.
  public func isWithin(_ other: Folder) -> Bool { components.starts(with: other.components) }

  /// The folder that this one lies in; `nil` of the top.
  public var parent: Folder? { components.isEmpty ? nil : Folder(unchecked: components.dropLast()) }

  /// The folder of a name within this one.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if the name is none of a folder, as one with a slash in it.
  public func appending(_ name: String) throws(MixtapeError) -> Folder {
    if let violation = Self.violation(in: name) {
      throw MixtapeError(.invalidFolder, .text(name), cause: InvalidName(violation))
    }
    return Folder(unchecked: components + [name])
  }

  /// Where this folder is when one that it lies in went to another place.
  public func moved(from old: Folder, to new: Folder) -> Folder {
    isWithin(old) ? Folder(unchecked: new.components + components.dropFirst(old.components.count)) : self
  }

  /// The folder and those that it lies in, the top excepted.
  var selfAndParents: [Folder] {
    components.indices.map { Folder(unchecked: Array(components[...$0])) }
  }

  /// Order by name, level by level.
  public static func < (left: Self, right: Self) -> Bool {
    left.components.lexicographicallyPrecedes(right.components) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Folders are seen by people alone, so their names may hold spaces and capitals, unlike ids.
  private static func violation(in name: String) -> NameViolation? {
    guard let first = name.first else { return .empty }
    if NameRules.isBadStart(name) { return .badStart(first) }
    if name.utf8.count > maximumNameLength { return .tooLong(bytes: name.utf8.count) }
    if let bad = name.first(where: { $0.unicodeScalars.contains(where: isForbidden) }) { return .badCharacter(bad) }
    return NameRules.isComposed(name) ? nil : .notNormalized
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "\\" || scalar.properties.generalCategory.breaksLines
  }
}
