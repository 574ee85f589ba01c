/// The speed of playing, from 0.25 to 4; 1 is normal.
public struct PlaybackSpeed: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The allowed speeds.
  public static let range = 0.25...4.0
  /// The normal speed.
  public static let normal = PlaybackSpeed(clamping: 1)

  /// The factor.
  public let rawValue: Double

  /// Makes a speed; `nil` for a number outside of ``range``.
  public init?(rawValue: Double) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes the nearest allowed speed, rounded to hundredths.
  public init(clamping factor: Double) {
    let rounded = (factor * 100).rounded() / 100
    rawValue = rounded.isNaN ? 1 : min(max(rounded, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Compares the factors.
  public static func < (one: PlaybackSpeed, other: PlaybackSpeed) -> Bool { one.rawValue < other.rawValue }

  /// Returns the time that passes in an episode during a real time.
  func playingTime(in time: Duration) -> Duration { self == .normal ? time : time * rawValue }

  /// Returns the real time in which a time of an episode passes.
  func realTime(for time: Duration) -> Duration { self == .normal ? time : time / rawValue }
}

/// The volume of the sound in percent, from 0 to 100.
public struct Volume: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The allowed volumes.
  public static let range = 0...100
  /// The volume of a service at its start.
  public static let full = Volume(clamping: 100)

  /// The percentage.
  public let rawValue: Int

  /// Makes a volume; `nil` for a number outside of ``range``.
  public init?(rawValue: Int) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes the nearest allowed volume.
  public init(clamping percent: Int) { rawValue = min(max(percent, Self.range.lowerBound), Self.range.upperBound) }

  /// Compares the percentages.
  public static func < (one: Volume, other: Volume) -> Bool { one.rawValue < other.rawValue }
}
