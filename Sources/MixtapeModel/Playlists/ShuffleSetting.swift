/// The `shuffle` setting of a playlist: `true`, `false`, or the name of a shuffle.
public enum ShuffleSetting: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The default shuffle.
  case `default`
  /// No shuffle: the order of the playlist.
  case off
  /// A particular shuffle.
  case by(ShuffleAlgorithm)

  /// Makes a setting from a boolean.
  public init(booleanLiteral value: Bool) { self = value ? .default : .off }

  /// Makes a setting from a shuffle. ``ShuffleAlgorithm/off`` becomes ``off``.
  public init(_ algorithm: ShuffleAlgorithm) { self = algorithm == .off ? .off : .by(algorithm) }

  /// Whether the playlist is shuffled.
  public var isOn: Bool { self != .off }

  /// Returns the shuffle to use.
  ///
  /// - Parameter algorithm: The shuffle for ``ShuffleSetting/default``.
  public func algorithm(default algorithm: ShuffleAlgorithm) -> ShuffleAlgorithm {
    switch self {
    case .default: algorithm
    case .off: .off
    case .by(let algorithm): algorithm
    }
  }
}
