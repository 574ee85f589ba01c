internal import MixtapeModel

/// The `shuffle` setting of a playlist as text in a column.
enum ShuffleText {
  /// Returns a setting as text.
  static func encode(_ setting: ShuffleSetting) -> String {
    switch setting {
    case .usual: "true"
    case .off: "false"
    case .by(let algorithm): algorithm.rawValue
    }
  }

  /// Returns the setting of a text.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the text is invalid.
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
