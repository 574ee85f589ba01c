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

  /// Makes a setting of what a file or a command line says: `true`, `false`, or the name of a shuffle.
  public init?(_ text: String) {
    if let value = Bool(text) {
      self.init(booleanLiteral: value)
    } else if let algorithm = ShuffleAlgorithm(rawValue: text) {
      self.init(algorithm)
    } else {
      return nil
    }
  }

  /// The setting as files spell it, without quotes.
  public var text: String {
    if case .by(let algorithm) = self { algorithm.rawValue } else { "\(isOn)" }
  }

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
