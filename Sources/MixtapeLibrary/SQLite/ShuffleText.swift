internal import MixtapeModel

/// How a playlist is shuffled, as text.
enum ShuffleText {
  /// The setting as text.
  static func encode(_ setting: ShuffleSetting) -> String {
    switch setting {
    case .usual: "true"
    case .off: "false"
    case .by(let algorithm): algorithm.rawValue
    }
  }

  /// The setting of a text.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is none.
  static func decode(_ text: String) throws -> ShuffleSetting {
    switch text {
    case "true": return .usual
    case "false": return .off
    default:
      guard let algorithm = ShuffleAlgorithm(rawValue: text) else { throw LibraryError(.damaged) }
      return .by(algorithm)
    }
  }
}
