/// What happened to a playlist, as listeners hear of it.
public enum PlaylistChange: Hashable, Sendable {
  /// A playlist came into being.
  case created(Playlist)
  /// A playlist changed in place.
  case updated(from: Playlist, to: Playlist)
  /// A playlist went to another folder; nothing else changed but its times.
  case moved(from: Playlist, to: Playlist)
  /// A playlist is gone.
  case deleted(Playlist)

  /// The change that leads from one state of a playlist to another, or `nil` if there is none.
  public init?(from before: Playlist?, to after: Playlist?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self = .created(after)
    case (let before?, nil): self = .deleted(before)
    case (let before?, let after?):
      if before == after { return nil }
      self = Self.isMove(from: before, to: after) ? .moved(from: before, to: after) : .updated(from: before, to: after)
    }
  }

  /// The time of the last change is new after a move too, so times do not count.
  private static func isMove(from before: Playlist, to after: Playlist) -> Bool {
    before.folder != after.folder
      && before.withFolder(after.folder).withTimes(created: after.created, updated: after.updated) == after
  }
}
