import MPRIS
import MixtapeModel
import MixtapePlayer
import StoreBrowser

extension PlayerReport {
  /// Makes the report of a player.
  ///
  /// - Parameters:
  ///   - cover: The address of the cover of the current episode.
  ///   - clockSpeed: The speed of the clock of the service.
  ///   - playlist: The playlist that plays.
  init(_ player: PlayerSnapshot, cover: String?, _ clockSpeed: Double, _ playlist: Playlist?) {
    self.init(
      state: player.state.name,
      track: player.shownEpisode.map { Track($0, cover: cover, duration: player.duration) },
      position: player.position / .seconds(1),
      pace: player.state.isPlaying ? player.speed.rawValue * clockSpeed : 0, speed: player.speed.rawValue,
      volume: player.volume.rawValue, shuffle: player.shuffle.rawValue, playlist: playlist)
  }
}

extension PlayerReport.Track {
  /// Makes the report of an episode.
  ///
  /// - Parameters:
  ///   - cover: The address of its cover.
  ///   - duration: The length of the sound.
  init(_ episode: Episode, cover: String?, duration: Duration?) {
    self.init(
      id: episode.id.rawValue, title: episode.title, artist: episode.artist, album: episode.collection,
      url: episode.url, cover: cover, duration: duration.map { $0 / .seconds(1) })
  }

  /// Makes the report of an episode with the length that the library has.
  init(_ episode: Episode, cover: String?) {
    // Larger numbers would exceed a `Duration`.
    self.init(episode, cover: cover, duration: episode.duration.flatMap { $0 >= 0 ? .seconds(min($0, 1e9)) : nil })
  }
}

extension PlayerSnapshot {
  /// The episodes of the queue in the order of playing, each once: those that were heard, the current one, those to come, and all
  /// others.
  var tracks: [Episode] {
    var listed: Set<Episode.ID> = []
    let coming = ((shownEpisode.map { [$0] } ?? []) + upNext.map(\.episode)).filter { listed.insert($0.id).inserted }
    let heard = heardBefore.map(\.episode).filter { listed.insert($0.id).inserted }
    return heard.reversed() + coming + entries.map(\.episode).filter { listed.insert($0.id).inserted }
  }
}
