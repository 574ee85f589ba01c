extension NearestNames {
  /// Returns the episodes with ids near to an unknown one, nearest first, at most `limit`.
  ///
  /// The two names of an id are compared separately: in a podcast with a long name, all whole ids are near to each other.
  /// The candidates are the episodes of the same podcast or, if there are none, of podcasts with a near name. An episode
  /// with the same name in another podcast comes first.
  public static func of(
    _ episode: Episode.ID, among candidates: some Sequence<Episode.ID>, limit: Int = 3
  ) -> [Episode.ID] {
    let names = Dictionary(grouping: candidates, by: \.podcast).mapValues { $0.map(\.name) }
    let name = episode.name
    let podcasts =
      names[episode.podcast] == nil
      ? of(episode.podcast.rawValue, among: names.keys.map(\.rawValue)).compactMap(Podcast.ID.init(rawValue:))
      : [episode.podcast]
    let found = podcasts.flatMap { podcast in
      let all = names[podcast] ?? []
      let same = podcast != episode.podcast && all.contains(name) ? [name] : []
      return (same + of(name, among: all, limit: limit)).compactMap { Episode.ID(podcast: podcast, name: $0) }
    }
    return Array(found.prefix(limit))
  }
}
