#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A line of a player to a program that follows it: the parts of its state that have changed.
public struct PlayerUpdate: Codable, Hashable, Sendable {
  /// The name of the event.
  private(set) var event = "player"
  /// The state.
  public var player: PlayerReport?
  /// The queue: the episodes that have played in this round, the current one, and those to come.
  public var tracks: [PlayerReport.Track]?
  /// The playlists that can be played.
  public var playlists: [PlayerReport.Playlist]?

  /// Makes an update.
  public init(
    player: PlayerReport? = nil, tracks: [PlayerReport.Track]? = nil, playlists: [PlayerReport.Playlist]? = nil
  ) {
    self.player = player
    self.tracks = tracks
    self.playlists = playlists
  }

  /// Returns the parts that have changed since an earlier update with all parts.
  ///
  /// - Parameter time: The time between the two. A position that follows from the earlier update is not a change.
  public func changes(since earlier: PlayerUpdate, after time: Duration) -> PlayerUpdate {
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
  public var isEmpty: Bool { player == nil && tracks == nil && playlists == nil }

  /// The request that asks a player for its state and for all changes, with the version of this protocol.
  public static let followRequest = "follow 1"
  /// The reply of the player to a request that it has executed. Another reply is a refusal.
  public static let doneReply = "done"
  /// The maximum number of playlists.
  public static let mostPlaylists = 1_000
  /// The maximum length of a line in bytes.
  public static let longestLine = 4_194_304

  /// The update as a line, without its line end; `nil` if a number is not finite.
  public var line: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch { return nil }
  }

  /// Reads a line; `nil` if it is not an update.
  public init?(line: some Sequence<UInt8>) {
    do { self = try JSONDecoder().decode(PlayerUpdate.self, from: Data(line)) } catch { return nil }
    guard event == "player" else { return nil }
  }
}
