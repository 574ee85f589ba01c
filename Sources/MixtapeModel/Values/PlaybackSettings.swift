/// What a playlist tells the player.
public struct PlaybackSettings: Hashable, Sendable {
  /// Go on to the next episode at the end of one.
  public let continuous: Bool
  /// Whether the playlist may be shuffled, and how.
  public let shuffle: ShuffleSetting

  /// Makes settings; both are on unless said otherwise.
  public init(continuous: Bool = true, shuffle: ShuffleSetting = .usual) {
    self.continuous = continuous
    self.shuffle = shuffle
  }

  /// The settings by name, as files and the command line spell them.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// ``PlaybackSettings/continuous``
    case continuous
    /// ``PlaybackSettings/shuffle``
    case shuffle
  }

  /// One of the settings, with a value.
  public enum Setting: Hashable, Sendable {
    /// ``PlaybackSettings/continuous``
    case continuous(Bool)
    /// ``PlaybackSettings/shuffle``
    case shuffle(ShuffleSetting)

    /// Which it is.
    public var key: Key {
      switch self {
      case .continuous: .continuous
      case .shuffle: .shuffle
      }
    }

    /// The value, as files spell it.
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

  /// A copy with one setting changed.
  public func with(_ setting: Setting) -> PlaybackSettings {
    switch setting {
    case .continuous(let value): PlaybackSettings(continuous: value, shuffle: shuffle)
    case .shuffle(let value): PlaybackSettings(continuous: continuous, shuffle: value)
    }
  }
}
