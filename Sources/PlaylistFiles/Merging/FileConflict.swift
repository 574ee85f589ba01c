/// A key of a file that both sides of a merge changed to different values.
public struct FileConflict: Hashable, Sendable {
  /// The key, with the keys of the tables around it. An episode stands in it by its id.
  public let path: [String]
  /// The common value, as it is written; `nil` if the file had no such key.
  public let base: [UInt8]?
  /// The value of ours; `nil` if ours removed the key.
  public let ours: [UInt8]?
  /// The value of theirs; `nil` if theirs removed the key.
  public let theirs: [UInt8]?

  /// Makes a conflict.
  public init(path: [String], base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?) {
    (self.path, self.base, self.ours, self.theirs) = (path, base, ours, theirs)
  }

  /// The key as text, such as `episodes.042-auroras.rating`.
  public var key: String { path.joined(separator: ".") }
}

/// How a merged file shows keys in conflict.
public enum ConflictStyle: Sendable {
  /// With the values of ours.
  case ours
  /// With the values of theirs.
  case theirs
  /// With git's markers around the lines of both sides, in which each marker character is repeated `size` times.
  case markers(size: Int, ours: String = "ours", theirs: String = "theirs")
}
