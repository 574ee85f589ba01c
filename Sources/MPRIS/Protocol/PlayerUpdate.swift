#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A line of a player to a program that follows it: the parts of its state that have changed.
package struct PlayerUpdate: Codable, Hashable, Sendable {
  /// The name of the event.
  private(set) var event = "player"
  /// The state.
  package var player: PlayerReport?
  /// The queue: the episodes that have played in this round, the current one, and those to come.
  package var tracks: [PlayerReport.Track]?
  /// The playlists that can be played.
  package var playlists: [PlayerReport.Playlist]?

  /// Makes an update.
  package init(
    player: PlayerReport? = nil, tracks: [PlayerReport.Track]? = nil, playlists: [PlayerReport.Playlist]? = nil
  ) {
    self.player = player
    self.tracks = tracks
    self.playlists = playlists
  }

  /// Returns the parts that have changed since an earlier update with all parts.
  ///
  /// - Parameter time: The time between the two. A position that follows from the earlier update is not a change.
  package func changes(since earlier: PlayerUpdate, after time: Duration) -> PlayerUpdate {
    var changes = self
    if let player, let before = earlier.player, player.hasSameState(as: before), !before.jumps(to: player, after: time)
    {
      changes.player = nil
    }
    if tracks == earlier.tracks { changes.tracks = nil }
    if playlists == earlier.playlists { changes.playlists = nil }
    return changes
  }

  /// Whether nothing has changed.
  package var isEmpty: Bool { player == nil && tracks == nil && playlists == nil }

  /// The request that asks a player for its state and for all changes, with the version of this protocol.
  package static let followRequest = "follow 1"
  /// The reply of the player to a request that it has executed. Another reply is a refusal.
  package static let doneReply = "done"
  /// The maximum number of playlists.
  package static let mostPlaylists = 1_000
  /// The maximum length of a line in bytes.
  package static let longestLine = 4_194_304

  /// The update as a line, without its line end; `nil` if a number is not finite.
  package var line: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch { return nil }
  }

  /// Reads a line; `nil` if it is not an update.
  package init?(line: some Sequence<UInt8>) {
    do { self = try JSONDecoder().decode(PlayerUpdate.self, from: Data(line)) } catch { return nil }
    guard event == "player" else { return nil }
  }
}
