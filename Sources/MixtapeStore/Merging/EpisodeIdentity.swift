internal import MixtapeModel

/// The values by which an episode is recognized at another place.
struct EpisodeIdentity: Hashable {
  let guid: String?
  let name: String?
  let title: Episode.FieldValue?
  let url: String?

  init(_ episode: Episode) {
    guid = episode.guid
    let hasGUID = guid != nil
    name = hasGUID ? nil : episode.id.name
    title = hasGUID ? nil : episode.fields[.title]
    url = hasGUID ? nil : episode.url
  }
}
