import ListeningSession
import MPRIS

/// The programs that follow a player, and the state that they know.
struct PlayerBroadcast {
  private var followers: [PlayerFollower] = []
  /// The state that was sent last.
  private var sent = PlayerUpdate()
  /// The time at which it was sent.
  private var time = Duration.zero

  /// Whether a program follows the player, as of the last ``removeEnded()``.
  var hasFollowers: Bool { !followers.isEmpty }

  /// Removes the programs that have ended.
  mutating func removeEnded() { followers.removeAll { !$0.isOpen } }

  /// Adds a program, and sends the whole state to it.
  mutating func add(_ follower: PlayerFollower, _ state: PlayerUpdate, at now: Duration) {
    send(state, at: now)
    followers.append(follower)
    if let line = state.line { follower.send(line) }
    (sent, time) = (state, now)
  }

  /// Sends those parts of the state that have changed.
  mutating func send(_ state: PlayerUpdate, at now: Duration) {
    let update = state.changes(since: sent, after: now - time)
    guard !update.isEmpty else { return }
    if update.player != nil { time = now }
    sent = PlayerUpdate(
      player: update.player ?? sent.player, tracks: state.tracks, playlists: state.playlists)
    guard let line = update.line else { return }
    followers.forEach { $0.send(line) }
  }
}
