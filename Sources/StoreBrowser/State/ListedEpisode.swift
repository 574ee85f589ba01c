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
  /// The artist of a track; `nil` for an episode of a podcast.
  package let artist: String?
  /// The title of the podcast or the album.
  package let collection: String
  /// The date of publication, such as `03-01`; empty if it is unknown.
  package let date: String
  /// The length, such as `30:34`; empty if it is unknown.
  package let playingTime: String
  /// The state for a listener: new, started or played.
  package let state: ListeningState
  package let rating: Int64?
  /// Whether the player plays a file on this machine, and needs no network.
  package let isDownloaded: Bool
  /// Whether its music file is missing on this machine.
  package let isFileMissing: Bool

  package init(
    title: String, artist: String? = nil, collection: String, date: String = "", playingTime: String,
    state: ListeningState = .unplayed, rating: Int64? = nil, isDownloaded: Bool = false, isFileMissing: Bool = false
  ) {
    self.title = title
    self.artist = artist
    self.collection = collection
    self.date = date
    self.playingTime = playingTime
    self.state = state
    self.rating = rating
    self.isDownloaded = isDownloaded
    self.isFileMissing = isFileMissing
  }
}
