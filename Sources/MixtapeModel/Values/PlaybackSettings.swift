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

  /// Whether a setting is on.
  public subscript(key: Key) -> Bool {
    switch key {
    case .continuous: continuous
    case .shuffle: shuffle.isOn
    }
  }

  /// A copy with one setting turned on or off; one that is so already stays as it is.
  public func with(_ key: Key, _ value: Bool) -> PlaybackSettings {
    guard self[key] != value else { return self }
    return switch key {
    case .continuous: PlaybackSettings(continuous: value, shuffle: shuffle)
    case .shuffle: PlaybackSettings(continuous: continuous, shuffle: value ? .usual : .off)
    }
  }
}
