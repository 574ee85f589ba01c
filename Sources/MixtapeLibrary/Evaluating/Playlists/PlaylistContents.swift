public import MixtapeModel

/// The episodes that a playlist has at a certain time: first those picked by hand, then what its rules find.
public struct PlaylistContents: Hashable, Sendable {
  /// An episode in its place.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The episode.
    public let id: Episode.ID
    /// How it came in.
    public let origin: Origin

    /// Makes an entry.
    public init(id: Episode.ID, origin: Origin) {
      self.id = id
      self.origin = origin
    }
  }

  /// How an episode came into a playlist.
  public enum Origin: Hashable, Sendable {
    /// Picked by hand.
    case picked
    /// Picked by hand, but the library does not have it.
    case missing
    /// Found by rules or a search.
    case found
  }

  /// The episodes, in order.
  public let entries: [Entry]

  /// Makes contents.
  public init(entries: [Entry]) { self.entries = entries }

  /// Those that rules or a search found, in order.
  public var found: [Episode.ID] { entries.lazy.filter { $0.origin == .found }.map(\.id) }

  /// The episodes that the library has, in order.
  public var episodes: [Episode.ID] { entries.lazy.filter { $0.origin != .missing }.map(\.id) }
}
