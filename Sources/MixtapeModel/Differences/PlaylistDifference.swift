/// The difference between two states of a playlist, by its properties rather than the text of its file.
///
/// Times are ignored: they come from history, not from the playlist.
public struct PlaylistDifference: Hashable, Sendable {
  /// The properties besides the episodes, by their names in files and `--json`.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case folder, name, description, continuous, shuffle
    case conditions, match, search, sort, limit, seed
  }

  /// The playlist before; `nil` if it was created.
  public let before: Playlist?
  /// The playlist after; `nil` if it was deleted.
  public let after: Playlist?
  /// The fields whose values differ, in the order of ``Field``. If there is no playlist on one side, the default values are
  /// compared, and no name.
  public let fields: [Field]
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
    fields = Field.allCases.filter { $0.differs(before, after) }
    episodes = ListDifference(from: before?.episodes ?? [], to: after?.episodes ?? [])
    conditions = ListDifference(from: before?.criteria.conditions ?? [], to: after?.criteria.conditions ?? [])
  }

  /// Whether both states are equal, or there is no playlist on either side.
  public var isEmpty: Bool { fields.isEmpty && episodes.isEmpty }
}

extension PlaylistDifference.Field {
  fileprivate func differs(_ before: Playlist?, _ after: Playlist?) -> Bool {
    func differs<Value: Equatable>(_ path: KeyPath<Playlist, Value>, usually usual: Value) -> Bool {
      (before?[keyPath: path] ?? usual) != (after?[keyPath: path] ?? usual)
    }
    let usual = SmartCriteria()
    return switch self {
    case .folder: differs(\.folder, usually: .top)
    case .name: before?.name != after?.name
    case .description: differs(\.description, usually: "")
    case .continuous: differs(\.settings.continuous, usually: true)
    case .shuffle: differs(\.settings.shuffle, usually: .usual)
    case .conditions: before?.criteria.conditions != after?.criteria.conditions
    case .match: differs(\.criteria.match, usually: usual.match)
    case .search: before?.criteria.search != after?.criteria.search
    case .sort: differs(\.criteria.sort, usually: usual.sort)
    case .limit: before?.criteria.limit != after?.criteria.limit
    case .seed: before?.criteria.seed != after?.criteria.seed
    }
  }
}
