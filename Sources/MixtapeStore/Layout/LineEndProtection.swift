/// The setting for line ends of the store's files in a `.gitattributes` file. See `gitattributes(5)`.
///
/// libgit2 can be asked too, but also reads the version of the file in git's index, which git does not.
struct LineEndProtection {
  /// The name of the file, at the top of the store.
  static let fileName = ".gitattributes"

  /// The file of a new store. Git must not convert line ends: every byte stays as it was written.
  static let initialSource = Array("*.toml -text\n".utf8)

  /// Patterns that all files of a store fit, in the forms that people write.
  private static let patterns: Set<Substring> = ["*", "**", "*.toml", "**/*.toml"]

  /// Whether git leaves line ends as they are.
  let isThere: Bool

  init(_ source: [UInt8]) {
    var isThere = false
    for line in String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let pattern = words.first, Self.patterns.contains(pattern) else { continue }
      for word in words.dropFirst() {
        switch word {
        case "-text", "binary": isThere = true
        case "text", "!text": isThere = false
        default: if word.hasPrefix("text=") { isThere = false }
        }
      }
    }
    self.isThere = isThere
  }

  /// The file with a line at its end, where that has precedence over what comes before.
  static func added(to source: [UInt8]) -> [UInt8] {
    guard !LineEndProtection(source).isThere else { return source }
    let isWhole = source.isEmpty || source.last == UInt8(ascii: "\n")
    return source + (isWhole ? [] : [UInt8(ascii: "\n")]) + initialSource
  }
}
