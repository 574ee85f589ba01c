internal import MixtapeModel

/// The keys of a library file.
enum PodcastKeys {
  /// Those at the head of the file.
  static let head = [
    "kind", "title", "author", "feed", "artwork", "categories", "tags", "subscribed", "dateAdded", "episodes", "extra",
  ]

  /// Those of an episode: what tells it apart, and the twenty fields.
  static let episode = ["id", "guid", "url", "published"] + TrackField.allCases.map(\.rawValue)
}
