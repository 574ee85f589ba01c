/// The keys of a playlist file, in the order in which a new file has them.
///
/// This is the table of keys. Files, the index, differences, merges and `--json` take the keys from here.
/// `docs/architecture.md` lists the other places that a new key needs.
public enum PlaylistKey: String, CaseIterable, Hashable, Sendable {
  case name, description
  case continuous, shuffle
  case episodes
  case conditions, match, search, sort, limit, seed

  /// The properties of the key.
  var row: any PlaylistKeyRow {
    switch self {
    case .name: Row(.head, \.name, isValid: { TitleRules.violation(in: $0) == nil })
    case .description: Row(.head, \.description)
    case .continuous: Row(.settings, \.settings.continuous)
    case .shuffle: Row(.settings, \.settings.shuffle)
    case .episodes: Row(.episodes, \.episodes)
    case .conditions: Row(.criteria, \.criteria.conditions)
    case .match: Row(.criteria, \.criteria.match, needs: .conditions)
    case .search: Row(.criteria, \.criteria.search)
    case .sort: Row(.criteria, \.criteria.sort, needs: .rules)
    case .limit: Row(.criteria, \.criteria.limits, needs: .rules)
    // The seed needs no rules: it also fixes the order in which a player shuffles the playlist.
    case .seed: Row(.criteria, \.criteria.seed)
    }
  }

  /// The parts of a playlist that have keys.
  public enum Part: Hashable, Sendable {
    /// The name and the description.
    case head
    /// The settings for the player.
    case settings
    /// The hand-picked episodes.
    case episodes
    /// The rules, and everything that applies to the episodes that they find.
    case criteria
  }

  /// The keys without which a key has no effect.
  enum Requirement {
    /// No other key.
    case nothing
    /// The key `conditions`.
    case conditions
    /// The key `conditions` or `search`.
    case rules
  }

  /// The part of the playlist that the key belongs to.
  public var part: Part { row.part }

  /// The values that the key takes.
  public var form: FileValue.Form { row.form }

  /// Returns the keys of a part, in order.
  public static func keys(of part: Part) -> [PlaylistKey] { allCases.filter { $0.part == part } }

  /// Returns whether the values of two playlists differ.
  public func differs(_ first: Playlist, _ second: Playlist) -> Bool { !row.isEqual(first, second) }
}

extension Playlist {
  /// The value of a key as it is written in a file, default values included.
  public subscript(key: PlaylistKey) -> FileValue { key.row.value(in: self) }

  /// Returns a copy with another value of a key, or `nil` if the value is invalid.
  public func with(_ key: PlaylistKey, _ value: FileValue) -> Playlist? {
    var copy = self
    return key.row.set(value, in: &copy) ? copy : nil
  }

  /// The keys whose values differ from the defaults.
  public var keysInUse: [PlaylistKey] {
    let blank = Playlist(blank: id)
    return PlaylistKey.allCases.filter { $0.differs(self, blank) }
  }

  /// The keys that are set to something other than their defaults and have no effect.
  public var keysWithoutEffect: [PlaylistKey] { keysInUse.filter { !criteria.hasEffect($0) } }
}
