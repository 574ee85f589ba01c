/// The setting for line ends of the store's files in a `.gitattributes` file. See `gitattributes(5)`.
///
/// libgit2 is not asked, because it also reads the version of the file in git's index, which git ignores.
struct LineEndProtection {
  /// The name of the file, in the store's directory.
  static let fileName = ".gitattributes"

  /// The content in a new store. Git must not convert line ends, because every byte has to stay.
  static let initialSource = Array("*.toml -text\n".utf8)

  /// Common patterns that match all files of a store.
  private static let patterns: Set<Substring> = ["*", "**", "*.toml", "**/*.toml"]

  /// Whether the setting prevents git from converting line ends.
  let isEffective: Bool

  init(_ source: [UInt8]) {
    var isEffective = false
    for line in String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let pattern = words.first, Self.patterns.contains(pattern) else { continue }
      for word in words.dropFirst() {
        switch word {
        case "-text", "binary": isEffective = true
        case "text", "!text": isEffective = false
        default: if word.hasPrefix("text=") { isEffective = false }
        }
      }
    }
    self.isEffective = isEffective
  }

  /// Returns the file with the line added at its end, where it overrides earlier lines.
  static func added(to source: [UInt8]) -> [UInt8] {
    guard !LineEndProtection(source).isEffective else { return source }
    let isWhole = source.isEmpty || source.last == UInt8(ascii: "\n")
    return source + (isWhole ? [] : [UInt8(ascii: "\n")]) + initialSource
  }
}
