/// The difference between two states of a playlist, by its properties rather than the text of its file.
///
/// Times are ignored: they come from history, not from the playlist.
public struct PlaylistDifference: Hashable, Sendable {
  /// The playlist before; `nil` if it was created.
  public let before: Playlist?
  /// The playlist after; `nil` if it was deleted.
  public let after: Playlist?
  /// The properties that differ, except for the episodes: the folder, then keys in the order of ``PlaylistKey``. If
  /// the playlist is missing on one side, its default values are compared, and the name always differs.
  public let fields: [PlaylistField]
  /// The differences of the hand-picked episodes.
  public let episodes: ListDifference<Episode.ID>
  /// The differences of the conditions. A condition that was rewritten is removed and added.
  public let conditions: ListDifference<WrittenRule>

  /// Compares two states of a playlist.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes.
  public init(from before: Playlist?, to after: Playlist?) {
    self.before = before
    self.after = after
    fields = Self.fields(from: before, to: after)
    episodes = ListDifference(from: before?.episodes ?? [], to: after?.episodes ?? [])
    conditions = ListDifference(from: before?.criteria.conditions ?? [], to: after?.criteria.conditions ?? [])
  }

  /// Whether both states are equal, or there is no playlist on either side.
  public var isEmpty: Bool { fields.isEmpty && episodes.isEmpty }

  private static func fields(from before: Playlist?, to after: Playlist?) -> [PlaylistField] {
    guard let either = after ?? before else { return [] }
    let isOneSided = before == nil || after == nil
    let (old, new) = (before ?? Playlist(blank: either.id), after ?? Playlist(blank: either.id))
    let keys = PlaylistKey.allCases.filter { key in
      key != .episodes && (key.differs(old, new) || isOneSided && key == .name)
    }
    return (old.folder == new.folder ? [] : [.folder]) + keys.map(PlaylistField.key)
  }
}
