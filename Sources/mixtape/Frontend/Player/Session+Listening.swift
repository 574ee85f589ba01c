import MixtapeModel
import MixtapePlayer
import MixtapeStore

extension Session {
  /// What a player plays of a playlist: what it holds now and the library has, as far as there is room for it. Tells what is
  /// left out.
  func playableEpisodes(of playlist: Playlist, in store: Store) throws -> [Episode] {
    let library = try store.episodes(playlist.episodes)
    var seen = Set<Episode.ID>()
    let ids = playlist.episodes.filter { seen.insert($0).inserted }
    let episodes = ids.compactMap { library[$0] }
    if episodes.count < ids.count {
      reporter.warn(
        code: "missing-episode",
        "the library lacks \(counted(ids.count - episodes.count, "episode")) of \(playlist.id)",
        hints: ["`mixtape check` names what is missing"])
    }
    if playlist.isSmart {
      reporter.note(code: "rules-not-run", "what the rules of \(playlist.id) find is not played yet")
    }
    if episodes.count > ShufflePlayer.capacity {
      reporter.note(
        code: "capacity-reached",
        "a player holds \(ShufflePlayer.capacity) episodes: the first \(ShufflePlayer.capacity) of \(episodes.count) are taken"
      )
    }
    guard !episodes.isEmpty else {
      throw CommandFailure(
        .notFound, code: "nothing-to-play", "there is nothing to play in \(playlist.id)",
        hints: "`mixtape add \(playlist.id) EPISODE` adds an episode")
    }
    return Array(episodes.prefix(ShufflePlayer.capacity))
  }
}
