import ListeningSession
import MPRIS
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

// Programs that follow the player.

extension InteractivePlayer {
  /// Sends the state of the player, and from now on all changes, to a program.
  func add(_ follower: PlayerFollower) { broadcast.add(follower, update, at: elapsed()) }

  /// Sends changes of the player to the programs that follow it.
  func publish() {
    broadcast.removeEnded()
    guard broadcast.hasFollowers else { return }
    broadcast.send(update, at: elapsed())
  }

  /// Sends changes, and saves the queue and the position. Called when there is nothing else to do.
  func rest() {
    publish()
    session.saveIfDue()
  }

  /// The whole state.
  private var update: PlayerUpdate {
    let snapshot = snapshot
    let tracks = snapshot.tracks
    lookUpHeads(of: tracks)
    return PlayerUpdate(
      player: PlayerReport(snapshot, cover: snapshot.shownEpisode.flatMap(cover), clockSpeed, activePlaylist),
      tracks: tracks.map { PlayerReport.Track($0, cover: cover(of: $0)) }, playlists: playlists)
  }

  /// Returns the address of the cover of an episode: its own, else that of its podcast or album. Other programs may fetch it.
  private func cover(of episode: Episode) -> String? {
    let head = knownHeads[episode.id.podcast] ?? nil
    guard let cover = episode.artwork ?? head?.artwork else { return nil }
    return PrivateNetwork.refuses(cover, namedBy: head?.feed) ? nil : cover
  }

  /// Returns the addresses of the covers of episodes.
  func artwork(of episodes: [Episode]) -> [Episode.ID: String] {
    lookUpHeads(of: episodes)
    return Dictionary(episodes.compactMap { episode in cover(of: episode).map { (episode.id, $0) } }) { first, _ in
      first
    }
  }

  private func lookUpHeads(of episodes: [Episode]) {
    let unknown = Set(episodes.lazy.map(\.id.podcast).filter { self.knownHeads[$0] == nil })
    guard !unknown.isEmpty else { return }
    for podcast in unknown { knownHeads.updateValue(nil, forKey: podcast) }
    do throws(MixtapeError) {
      for head in try store.heads(of: unknown) { knownHeads[head.id] = head }
    } catch {
      // Commands that use the store report the error.
    }
  }

  /// The playlist that plays.
  private var activePlaylist: PlayerReport.Playlist? {
    session.owner.playlist.map { PlayerReport.Playlist(id: $0.rawValue, name: controller.playlist ?? $0.rawValue) }
      ?? loaded
  }

  /// The playlists that can be played: for the queue without a playlist all of them, by name.
  private var playlists: [PlayerReport.Playlist] {
    if session.owner != .standalone { return activePlaylist.map { [$0] } ?? [] }
    if let known = knownPlaylists { return known }
    do throws(MixtapeError) {
      let sorted = try store.summaries().sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
      let read = sorted.prefix(PlayerUpdate.mostPlaylists).map {
        PlayerReport.Playlist(id: $0.id.rawValue, name: $0.name)
      }
      knownPlaylists = read
      return read
    } catch {
      // Commands that use the store report the error.
      knownPlaylists = []
      return []
    }
  }
}
