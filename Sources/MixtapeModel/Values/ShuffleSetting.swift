/// What a playlist says of its being shuffled, as its file spells it: `true`, `false`, or the name of a shuffle.
public enum ShuffleSetting: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// It may be shuffled, in whatever way is usual.
  case usual
  /// It is played in its order.
  case off
  /// It is shuffled in this way.
  case by(ShuffleAlgorithm)

  /// Makes a setting of what a file says with a boolean.
  public init(booleanLiteral value: Bool) { self = value ? .usual : .off }

  /// Makes a setting of the name of a shuffle; no shuffle is ``off``.
  public init(_ algorithm: ShuffleAlgorithm) { self = algorithm == .off ? .off : .by(algorithm) }

  /// Whether the playlist may be shuffled.
  public var isOn: Bool { self != .off }

  /// The shuffle, where the usual one is known.
  public func algorithm(usually usual: ShuffleAlgorithm) -> ShuffleAlgorithm {
    switch self {
    case .usual: usual
    case .off: .off
    case .by(let algorithm): algorithm
    }
  }
}
