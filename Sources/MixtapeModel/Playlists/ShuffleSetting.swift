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

  /// Makes a setting from the text of a file or a command line: `true`, `false`, or the name of a shuffle.
  public init?(_ text: String) {
    if let value = Bool(text) {
      self.init(booleanLiteral: value)
    } else if let algorithm = ShuffleAlgorithm(rawValue: text) {
      self.init(algorithm)
    } else {
      return nil
    }
  }

  /// The setting as in files, without quotes.
  public var text: String {
    if case .by(let algorithm) = self { algorithm.rawValue } else { "\(isOn)" }
  }

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
