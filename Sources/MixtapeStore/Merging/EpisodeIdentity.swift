internal import MixtapeModel

/// The values by which an episode is recognized at another place.
struct EpisodeIdentity: Hashable {
  let guid: String?
  let name: String?
  let title: Episode.FieldValue?
  let url: String?

  /// Makes the identity of an episode.
  ///
  /// - Parameter hasName: Whether the name belongs to the identity of an episode without a guid.
  init(_ episode: Episode, withName hasName: Bool = true) {
    guid = episode.guid
    let hasGUID = guid != nil
    name = hasGUID || !hasName ? nil : episode.id.name
    title = hasGUID ? nil : episode.fields[.title]
    url = hasGUID ? nil : episode.url
  }

  /// Whether there is a value by which the episode can be recognized.
  var isKnown: Bool { guid != nil || name != nil || title != nil || url != nil }
}
