/// The `shuffle` setting of a playlist: `true`, `false`, or the name of a shuffle.
public enum ShuffleSetting: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The playlist is played with the default shuffle.
  case usual
  /// The playlist is played in its order.
  case off
  /// The playlist is played with this shuffle.
  case by(ShuffleAlgorithm)

  /// Makes a setting from a boolean.
  public init(booleanLiteral value: Bool) { self = value ? .usual : .off }

  /// Makes a setting from a shuffle. ``ShuffleAlgorithm/off`` becomes ``off``.
  public init(_ algorithm: ShuffleAlgorithm) { self = algorithm == .off ? .off : .by(algorithm) }

  /// Whether the playlist is shuffled.
  public var isOn: Bool { self != .off }

  /// Returns the shuffle, given the default one.
  public func algorithm(usually usual: ShuffleAlgorithm) -> ShuffleAlgorithm {
    switch self {
    case .usual: usual
    case .off: .off
    case .by(let algorithm): algorithm
    }
  }
}
