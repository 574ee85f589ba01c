/// The `shuffle` setting of a playlist: `true`, `false`, or the name of a shuffle.
public enum ShuffleSetting: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The default shuffle.
  case usual
  /// No shuffle: the order of the playlist.
  case off
  /// A particular shuffle.
  case by(ShuffleAlgorithm)

  /// Makes a setting from a boolean.
  public init(booleanLiteral value: Bool) { self = value ? .usual : .off }

  /// Makes a setting from a shuffle. ``ShuffleAlgorithm/off`` becomes ``off``.
  public init(_ algorithm: ShuffleAlgorithm) { self = algorithm == .off ? .off : .by(algorithm) }

  /// Whether the playlist is shuffled.
  public var isOn: Bool { self != .off }

  /// Returns the shuffle to use.
  ///
  /// - Parameter usual: The default shuffle.
  public func algorithm(usually usual: ShuffleAlgorithm) -> ShuffleAlgorithm {
    switch self {
    case .usual: usual
    case .off: .off
    case .by(let algorithm): algorithm
    }
  }
}
