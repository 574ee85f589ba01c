public import MixtapeModel

/// The episodes of a playlist at a time: first the hand-picked ones, then those that its rules find.
public struct PlaylistContents: Hashable, Sendable {
  /// An episode in its place.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The episode.
    public let id: Episode.ID
    /// The origin of the episode.
    public let origin: Origin

    /// Makes an entry.
    public init(id: Episode.ID, origin: Origin) {
      self.id = id
      self.origin = origin
    }
  }

  /// The origin of an episode in a playlist.
  public enum Origin: Hashable, Sendable {
    /// Hand-picked.
    case picked
    /// A hand-picked episode that is missing from the library.
    case missing
    /// An episode that rules or a search found.
    case found
  }

  /// The episodes, in order.
  public let entries: [Entry]

  /// Makes contents.
  public init(entries: [Entry]) { self.entries = entries }

  /// The episodes found by rules or a search, in order.
  public var found: [Episode.ID] { entries.lazy.filter { $0.origin == .found }.map(\.id) }

  /// The episodes that the library has, in order.
  public var episodes: [Episode.ID] { entries.lazy.filter { $0.origin != .missing }.map(\.id) }
}
