public import MixtapeModel

/// A player whose state a store keeps.
public enum StorePlayer: Hashable, Sendable {
  /// The player of a playlist.
  case playlist(Playlist.ID)
  /// The player without a playlist, which plays the queue that the user filled.
  case standalone
}

extension StorePlayer {
  /// The playlist; `nil` for the standalone player.
  public var playlist: Playlist.ID? {
    switch self {
    case .playlist(let id): id
    case .standalone: nil
    }
  }

  /// The subject of errors about the player.
  var subject: MixtapeError.Subject {
    switch self {
    case .playlist(let id): .playlist(id)
    case .standalone: .none
    }
  }
}
