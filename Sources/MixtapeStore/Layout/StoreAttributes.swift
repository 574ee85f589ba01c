/// The `.gitattributes` file of a store. See `gitattributes(5)`.
///
/// libgit2 is not asked, because it also reads the version of the file in git's index, which git ignores.
enum StoreAttributes {
  /// The name of the file, in the store's directory.
  static let fileName = ".gitattributes"

  /// The content in a new store.
  static let initialSource = Array("*.toml -text merge=\(MergeDriver.name)\n".utf8)

  /// Common patterns that match all files of a store.
  private static let patterns: Set<Substring> = ["*", "**", "*.toml", "**/*.toml"]

  /// Returns the attributes of all files of a store, in order.
  static func words(in source: [UInt8]) -> [Substring] {
    String(decoding: source, as: UTF8.self).split(whereSeparator: \.isNewline).flatMap {
      line -> ArraySlice<Substring> in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.first.map(patterns.contains) == true ? words.dropFirst() : []
    }
  }

  /// Returns the file with attributes in a new last line, so that they take precedence over earlier lines.
  static func adding(_ attributes: String, to source: [UInt8]) -> [UInt8] {
    let endsInLineEnd = source.isEmpty || source.last == UInt8(ascii: "\n")
    return source + (endsInLineEnd ? [] : [UInt8(ascii: "\n")]) + Array("*.toml \(attributes)\n".utf8)
  }
}
