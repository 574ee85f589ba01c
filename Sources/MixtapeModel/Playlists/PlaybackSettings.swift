/// The settings of a playlist for the player.
public struct PlaybackSettings: Hashable, Sendable {
  /// Whether the next episode plays at the end of one.
  public internal(set) var continuous: Bool
  /// The shuffle of the playlist.
  public internal(set) var shuffle: ShuffleSetting

  /// Makes settings. By default, the next episode plays at the end of one, in the order of the playlist.
  public init(continuous: Bool = true, shuffle: ShuffleSetting = .off) {
    self.continuous = continuous
    self.shuffle = shuffle
  }

  /// A setting with a valid value.
  public struct Setting: Hashable, Sendable {
    /// The key, one of the part ``PlaylistKey/Part/settings``.
    public let key: PlaylistKey
    /// The value, as in files.
    public let value: FileValue

    /// Reads a setting from a command line; `nil` if the key is not a setting or the text is not a value of it.
    public init?(_ key: PlaylistKey, _ text: String) {
      guard key.part == .settings, let value = FileValue(text, in: key.form), key.row.accepts(value) else { return nil }
      self.init(key: key, value: value)
    }

    private init(key: PlaylistKey, value: FileValue) {
      self.key = key
      self.value = value
    }

    /// Returns the setting ``PlaybackSettings/continuous`` with a value.
    public static func continuous(_ value: Bool) -> Setting { Setting(key: .continuous, value: value.fileValue) }

    /// Returns the setting ``PlaybackSettings/shuffle`` with a value.
    public static func shuffle(_ value: ShuffleSetting) -> Setting { Setting(key: .shuffle, value: value.fileValue) }
  }
}

extension Playlist {
  /// Returns a copy with one setting changed.
  public func with(_ setting: PlaybackSettings.Setting) -> Playlist {
    // A setting always has a valid value.
    with(setting.key, setting.value) ?? self
  }
}
