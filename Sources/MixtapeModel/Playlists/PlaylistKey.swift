/// The keys of a playlist file, in the order in which a new file has them.
///
/// This is the table of keys. Files, the index, differences, merges and `--json` take the keys from here.
/// `CONTRIBUTING.md` lists the other places that a new key needs.
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

/// A property of a playlist that can differ: a key of its file, or the place of the file.
public enum PlaylistField: Hashable, Sendable {
  /// The id, which is the name of the file.
  case id
  /// The folder, which is the directory of the file.
  case folder
  /// A key of the file.
  case key(PlaylistKey)

  /// The name in files and `--json`.
  public var name: String {
    switch self {
    case .id: "id"
    case .folder: "folder"
    case .key(let key): key.rawValue
    }
  }
}

/// A row of the table of keys: the property of a playlist that a key stands for.
protocol PlaylistKeyRow {
  /// The part of the playlist that the key belongs to.
  var part: PlaylistKey.Part { get }
  /// The keys without which the key has no effect.
  var requirement: PlaylistKey.Requirement { get }
  /// The values that the key takes.
  var form: FileValue.Form { get }

  /// Returns the value in a playlist.
  func value(in playlist: Playlist) -> FileValue
  /// Returns whether a value is valid.
  func accepts(_ value: FileValue) -> Bool
  /// Sets the value in a playlist. Returns `false` if it is invalid.
  func set(_ value: FileValue, in playlist: inout Playlist) -> Bool
  /// Returns whether two playlists have the same value.
  func isEqual(_ first: Playlist, _ second: Playlist) -> Bool
  /// Merges the values of two playlists that come from `base`, and sets the result in `merged`.
  func merge(
    _ key: PlaylistKey, base: Playlist, ours: Playlist, theirs: Playlist, into merged: inout Playlist,
    _ merge: inout FieldMerge<PlaylistKey>)
}

extension PlaylistKey {
  /// A row with the key path of the property.
  struct Row<Value: FileValueConvertible>: PlaylistKeyRow {
    let part: Part
    let requirement: Requirement
    private let path: WritableKeyPath<Playlist, Value>
    private let isValid: (Value) -> Bool

    init(
      _ part: Part, _ path: WritableKeyPath<Playlist, Value>, needs requirement: Requirement = .nothing,
      isValid: @escaping (Value) -> Bool = { _ in true }
    ) {
      self.part = part
      self.path = path
      self.requirement = requirement
      self.isValid = isValid
    }

    var form: FileValue.Form { Value.form }

    func value(in playlist: Playlist) -> FileValue { playlist[keyPath: path].fileValue }

    func accepts(_ value: FileValue) -> Bool { Value(fileValue: value).map(isValid) ?? false }

    func set(_ value: FileValue, in playlist: inout Playlist) -> Bool {
      guard let value = Value(fileValue: value), isValid(value) else { return false }
      playlist[keyPath: path] = value
      return true
    }

    func isEqual(_ first: Playlist, _ second: Playlist) -> Bool { first[keyPath: path] == second[keyPath: path] }

    func merge(
      _ key: PlaylistKey, base: Playlist, ours: Playlist, theirs: Playlist, into merged: inout Playlist,
      _ merge: inout FieldMerge<PlaylistKey>
    ) {
      merged[keyPath: path] = merge.value(
        key, base: base[keyPath: path], ours: ours[keyPath: path], theirs: theirs[keyPath: path])
    }
  }
}
