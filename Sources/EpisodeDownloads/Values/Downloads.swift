public import MixtapeModel
public import SystemPackage

/// The downloads in a directory, as found in one look.
public struct Downloads: Hashable, Sendable {
  /// A download.
  public struct Item: Hashable, Sendable {
    /// The names of its files.
    public let name: DownloadName
    /// The path of the complete file, which a partial download does not have yet.
    public let path: FilePath
    /// Whether the file is complete.
    public let isComplete: Bool
    /// The number of bytes on disk.
    public let bytes: Int
  }

  /// The downloads, by episode.
  public private(set) var items: [Episode.ID: Item] = [:]
  /// All downloads: in addition, partial ones of an episode that has another one.
  public private(set) var all: [Item] = []

  /// Makes a collection without downloads.
  public init() {}

  /// Adds a download. A complete one replaces a partial one with another extension.
  mutating func add(_ item: Item) {
    all.append(item)
    if let other = items[item.name.episode], other.isComplete || !item.isComplete { return }
    items[item.name.episode] = item
  }

  /// The total size on disk in bytes.
  public var bytes: Int { all.reduce(0) { $0 + $1.bytes } }

  /// Returns the path of the complete file of an episode.
  public func path(of episode: Episode.ID) -> FilePath? {
    items[episode].flatMap { $0.isComplete ? $0.path : nil }
  }
}
