/// A key of a file that both sides of a merge changed to different values.
public struct FileConflict: Hashable, Sendable {
  /// The path of the key. The path of an episode contains its id.
  public let path: [String]
  /// The common value as written; `nil` if the key is new.
  public let base: [UInt8]?
  /// The value of ours; `nil` if ours removed the key.
  public let ours: [UInt8]?
  /// The value of theirs; `nil` if theirs removed the key.
  public let theirs: [UInt8]?
  /// The paths of other keys that come from the same side: those that belong to rules.
  public let followers: [[String]]

  /// Makes a conflict.
  public init(path: [String], base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, followers: [[String]] = []) {
    (self.path, self.base, self.ours, self.theirs, self.followers) = (path, base, ours, theirs, followers)
  }

  /// The path as text, such as `episodes.042-auroras.rating`.
  public var key: String { Self.name(of: path) }
}

/// The ways to show conflicting keys in a merged file.
public enum ConflictStyle: Sendable {
  /// The values of ours.
  case ours
  /// The values of theirs.
  case theirs
  /// The values of theirs for some keys, by their paths, and those of ours for all others.
  case theirsFor(Set<[String]>)
  /// Git's markers around the lines of both sides. A marker repeats its character `size` times.
  case markers(size: Int, ours: String = "ours", theirs: String = "theirs")
}
