/// A player as the interfaces of MPRIS show it. It turns calls into requests to the player, and reports of the player into signals.
///
/// Times are those of any clock that does not jump.
package struct MediaPlayer: Sendable {
  var report: PlayerReport
  var tracks: [PlayerReport.Track]
  var playlists: [PlayerReport.Playlist]
  /// The time of the report.
  var reported: Duration
  /// The last shuffle that was not `off`.
  var shuffle = "spread"

  /// Makes a player from its first update.
  ///
  /// - Returns: `nil` if a part of the state is missing.
  package init?(_ update: PlayerUpdate, at now: Duration) {
    guard let report = update.player, let tracks = update.tracks, let playlists = update.playlists else { return nil }
    self.report = report
    self.tracks = tracks
    self.playlists = playlists
    reported = now
    noteShuffle()
  }

  /// Replaces the state by that of an update, and returns the signals about the differences.
  ///
  /// - Returns: The signals about its changes, in order.
  package mutating func receive(_ update: PlayerUpdate, at now: Duration) -> [DBusSignal] {
    let before = self
    if let report = update.player { (self.report, reported) = (report, now) }
    if let tracks = update.tracks { self.tracks = tracks }
    if let playlists = update.playlists { self.playlists = playlists }
    noteShuffle()
    return changes(since: before)
  }

  private mutating func noteShuffle() { if isShuffled { shuffle = report.shuffle } }

  var isShuffled: Bool { report.shuffle != "off" }

  /// The path of the current episode, or ``DBusPath/noTrack``.
  var currentTrack: DBusPath { report.track.map { .track($0.id) } ?? .noTrack }

  /// Returns the track with a path; `nil` if it is not in the queue.
  func track(at path: DBusPath) -> PlayerReport.Track? { tracks.first { .track($0.id) == path } }

  /// Whether an episode is loading, playing or paused.
  var isActive: Bool { ["loading", "playing", "paused"].contains(report.state) }
}
