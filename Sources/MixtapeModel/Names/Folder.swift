/// A folder of playlists or podcasts: the path of a directory below `playlists/` or `library/`.
///
/// The top folder has the empty path. A folder exists as long as it holds a file: git keeps no empty directories.
public struct Folder: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The names from the top down; empty for the top folder.
  public let components: [String]

  /// The top folder, for files that are in no other folder.
  public static let top = Folder(unchecked: [])

  /// Reads a path such as `work/mornings`. Slashes at both ends are ignored. The empty path is ``top``.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if a name is empty, starts with `.`, `-` or a combining mark, is not
  ///   composed (NFC), has a control character, a line separator or a backslash, or is longer than ``maximumNameLength``
  ///   bytes.
  public init(validating path: String) throws(MixtapeError) {
    var rest = Substring(path)
    while rest.hasPrefix("/") { rest.removeFirst() }
    while rest.hasSuffix("/") { rest.removeLast() }
    // Scalars are compared, because a slash and a combining mark are one `Character`.
    let parts = rest.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    let components = rest.isEmpty ? [] : parts.map(String.init)
    if let violation = components.lazy.compactMap(Self.violation).first {
      throw MixtapeError(.invalidFolder, .text(path), cause: InvalidName(violation))
    }
    self.components = components
  }

  /// Makes a folder from directory names; `nil` if one of them is not a valid name of a folder.
  public init?(components: [String]) {
    guard components.allSatisfy({ Self.violation(in: $0) == nil }) else { return nil }
    self.components = components
  }

  private init(unchecked components: [String]) {
    self.components = components
  }

  /// The maximum length of a folder's name in bytes of UTF-8: the limit of most file systems.
  public static let maximumNameLength = 255

  /// The path, with `/` between the names; empty for the top folder.
  public var path: String { components.joined(separator: "/") }

  /// The path.
  public var description: String { path }

  /// Returns whether this folder is `other` or lies below it, at any depth.
  public func isWithin(_ other: Folder) -> Bool { components.starts(with: other.components) }

  /// The folder that contains this one; `nil` for the top folder.
  public var parent: Folder? { components.isEmpty ? nil : Folder(unchecked: components.dropLast()) }

  /// Returns the folder with a name in this one.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if the name is invalid, such as one with a slash.
  public func appending(_ name: String) throws(MixtapeError) -> Folder {
    if let violation = Self.violation(in: name) {
      throw MixtapeError(.invalidFolder, .text(name), cause: InvalidName(violation))
    }
    return Folder(unchecked: components + [name])
  }

  /// Returns the path of this folder after the folder `old`, which may contain it, has moved to `new`.
  public func moved(from old: Folder, to new: Folder) -> Folder {
    isWithin(old) ? Folder(unchecked: new.components + components.dropFirst(old.components.count)) : self
  }

  /// The folder and all folders that contain it, from the top down, without the top folder.
  package var selfAndParents: [Folder] {
    components.indices.map { Folder(unchecked: Array(components[...$0])) }
  }

  /// Compares names level by level, by ``NaturalOrder``.
  public static func < (left: Self, right: Self) -> Bool {
    left.components.lexicographicallyPrecedes(right.components, by: NaturalOrder.precedes)
  }

  /// Returns the first rule that a folder's name breaks. Unlike ids, folders may have spaces and capitals.
  private static func violation(in name: String) -> NameViolation? {
    guard let first = name.first else { return .empty }
    if NameRules.isBadStart(name) { return .badStart(first) }
    if name.utf8.count > maximumNameLength { return .tooLong(bytes: name.utf8.count) }
    if let bad = name.first(where: { $0.unicodeScalars.contains(where: isForbidden) }) { return .badCharacter(bad) }
    return NameRules.isComposed(name) ? nil : .notNormalized
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "\\" || scalar.breaksLine
  }
}
