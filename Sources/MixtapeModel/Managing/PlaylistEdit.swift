/// An edit of the head of a playlist.
public enum PlaylistEdit: Hashable, Sendable {
  /// The name. The id stays.
  case name(String)
  /// The description; an empty text removes it.
  case description(String)
  /// A setting for the player.
  case setting(PlaybackSettings.Setting)
  /// The folder to move it to.
  case folder(Folder)
}

extension Playlist {
  /// Returns a copy with edits applied in order.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for an invalid name.
  public func applying(_ edits: [PlaylistEdit]) throws(MixtapeError) -> Playlist {
    var playlist = self
    for edit in edits { playlist = try playlist.applying(edit) }
    return playlist
  }

  private func applying(_ edit: PlaylistEdit) throws(MixtapeError) -> Playlist {
    switch edit {
    case .name(let name): try withName(name)
    case .description(let text): withDescription(text)
    case .setting(let setting): with(setting)
    case .folder(let folder): withFolder(folder)
    }
  }
}
