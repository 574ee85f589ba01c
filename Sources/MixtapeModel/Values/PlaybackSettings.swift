/// What a playlist tells the player.
public struct PlaybackSettings: Hashable, Sendable {
  /// Go on to the next episode at the end of one.
  public let continuous: Bool
  /// The playlist may be shuffled.
  public let shuffle: Bool

  /// Makes settings; both are on unless said otherwise.
  public init(continuous: Bool = true, shuffle: Bool = true) {
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

  /// The value of a setting.
  public subscript(key: Key) -> Bool {
    switch key {
    case .continuous: continuous
    case .shuffle: shuffle
    }
  }

  /// A copy with one setting changed.
  public func with(_ key: Key, _ value: Bool) -> PlaybackSettings {
    switch key {
    case .continuous: PlaybackSettings(continuous: value, shuffle: shuffle)
    case .shuffle: PlaybackSettings(continuous: continuous, shuffle: value)
    }
  }
}
