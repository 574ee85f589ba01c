/// The settings of a playlist for the player.
public struct PlaybackSettings: Hashable, Sendable {
  /// Whether the next episode plays at the end of one.
  public let continuous: Bool
  /// The shuffle of the playlist.
  public let shuffle: ShuffleSetting

  /// Makes settings; both are on by default.
  public init(continuous: Bool = true, shuffle: ShuffleSetting = .usual) {
    self.continuous = continuous
    self.shuffle = shuffle
  }

  /// The names of the settings in files and on the command line.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// ``PlaybackSettings/continuous``
    case continuous
    /// ``PlaybackSettings/shuffle``
    case shuffle
  }

  /// A setting with its value.
  public enum Setting: Hashable, Sendable {
    /// ``PlaybackSettings/continuous``
    case continuous(Bool)
    /// ``PlaybackSettings/shuffle``
    case shuffle(ShuffleSetting)

    /// The name of the setting.
    public var key: Key {
      switch self {
      case .continuous: .continuous
      case .shuffle: .shuffle
      }
    }

    /// The value, as in files.
    public var text: String {
      switch self {
      case .continuous(let value): "\(value)"
      case .shuffle(let value): value.text
      }
    }
  }

  /// Whether a setting is on.
  public subscript(key: Key) -> Bool {
    switch key {
    case .continuous: continuous
    case .shuffle: shuffle.isOn
    }
  }

  /// Returns a copy with one setting changed.
  public func with(_ setting: Setting) -> PlaybackSettings {
    switch setting {
    case .continuous(let value): PlaybackSettings(continuous: value, shuffle: shuffle)
    case .shuffle(let value): PlaybackSettings(continuous: continuous, shuffle: value)
    }
  }
}
