internal import FileSystem
public import MixtapeModel

/// A player whose state a store keeps.
public enum StorePlayer: Hashable, Sendable {
  /// The player of a playlist.
  case playlist(Playlist.ID)
  /// The player without a playlist, which plays the queue that the user filled.
  case standalone
  /// The player of a podcast, an album, episodes or the result of a search: whatever was asked for last.
  case selection
}

extension StorePlayer {
  /// The playlist; `nil` for the other players.
  public var playlist: Playlist.ID? {
    switch self {
    case .playlist(let id): id
    case .standalone, .selection: nil
    }
  }

  /// The subject of errors about the player.
  var subject: MixtapeError.Subject {
    switch self {
    case .playlist(let id): .playlist(id)
    case .standalone, .selection: .none
    }
  }
}
