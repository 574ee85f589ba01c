internal import MixtapeModel

extension PlaylistKey {
  /// The explanation of the key. It is that of the JSON schema in `docs/schema`.
  var explanation: String {
    switch self {
    case .name:
      "The display name. Default: made from the id."
    case .description:
      "Free text, of one or several lines."
    case .episodes:
      "Hand-picked episodes, in playing order. Episodes found by rules follow."
    case .conditions:
      "Rules. The key makes the playlist smart, also if the list is empty. Use single quotes around rules that contain double quotes."
    case .match:
      "The conditions that must match: \"all\", \"any\" (at least one) or \"none\"."
    case .search:
      "A full-text query. The key makes the playlist smart. With conditions, both must match."
    case .sort:
      "The order of the episodes found: field names, with a leading \"-\" for descending, \"library\" or \"random\". Equal episodes are ordered by id."
    case .limit:
      "The maximum of episodes found: a number, or a time, a size, a percentage or \"3 per podcast\" as a string. An array has a limit of all episodes, and one of each podcast, artist or album."
    case .seed:
      "The seed of sort = [\"random\"] and of the shuffle: any whole number, or \"day\" for another order each day."
    case .continuous:
      "Whether the player continues with the next episode."
    case .shuffle:
      "Whether the player shuffles the playlist, or the name of the shuffle."
    }
  }
}
