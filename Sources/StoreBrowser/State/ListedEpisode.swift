package import MixtapeModel

/// An entry of the right pane.
package struct ListedEpisode: Hashable, Sendable {
  /// The origin of an entry.
  package enum Origin: Hashable, Sendable {
    /// A hand-picked episode.
    case picked
    /// A hand-picked episode that is missing from the library.
    case missing
    /// An episode that rules or a search found, or one of a podcast.
    case found
  }

  package let id: Episode.ID
  package let origin: Origin

  package init(_ id: Episode.ID, _ origin: Origin) {
    self.id = id
    self.origin = origin
  }
}

/// The text of an episode in a list.
package struct EpisodeText: Hashable, Sendable {
  package let title: String
  /// The title of the podcast or the album.
  package let collection: String
  /// The length, such as `30:34`; empty if it is unknown.
  package let playingTime: String
  /// Whether the player plays a file on this machine, and needs no network.
  package let isDownloaded: Bool

  package init(title: String, collection: String, playingTime: String, isDownloaded: Bool = false) {
    self.title = title
    self.collection = collection
    self.playingTime = playingTime
    self.isDownloaded = isDownloaded
  }
}
