/// The attribute that prevents git from converting line ends, because every byte has to stay.
enum LineEndProtection {
  /// The attribute.
  static let attribute = "-text"

  /// Returns whether a `.gitattributes` file prevents git from converting line ends of the store's files.
  static func isEffective(in source: [UInt8]) -> Bool {
    var isEffective = false
    for word in StoreAttributes.words(in: source) {
      switch word {
      case "-text", "binary": isEffective = true
      case "text", "!text": isEffective = false
      default: if word.hasPrefix("text=") { isEffective = false }
      }
    }
    return isEffective
  }
}
