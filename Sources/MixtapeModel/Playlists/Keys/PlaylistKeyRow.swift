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
    _ merge: inout KeyMerge)
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
      _ merge: inout KeyMerge
    ) {
      merged[keyPath: path] = merge.value(
        .key(key), base: base[keyPath: path], ours: ours[keyPath: path], theirs: theirs[keyPath: path],
        shownAs: { $0.fileValue })
    }
  }
}
