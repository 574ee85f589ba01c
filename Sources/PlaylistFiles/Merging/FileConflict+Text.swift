internal import LosslessTOML
internal import MixtapeModel

extension FileConflict {
  /// Returns the path of a key as text. Keys have quotes where TOML requires them: `extra."a.b"`.
  public static func name(of path: some Sequence<String>) -> String {
    TOMLPath(path.map(TOMLPathComponent.key)).description
  }

  /// Returns the path of a key from its text. A text that TOML does not allow as a key is split at dots: earlier versions wrote keys
  /// without quotes.
  public static func path(named name: String) -> [String] {
    var (path, table): ([String], TOMLTable?) = ([], TOMLDocument(parsing: Array("\(name) = 0\n".utf8)).validRoot)
    while let entry = table?.entries.first {
      path.append(entry.key)
      table = entry.value.table
    }
    return path.isEmpty ? name.split(separator: ".").map(String.init) : path
  }

  /// Returns the text of the value of a key in a version of a file, as it is written.
  ///
  /// - Parameters:
  ///   - path: The path of the key, as in ``path``.
  ///   - source: The bytes of the file.
  /// - Returns: The text; `nil` if the version has no such key. A table with a header has the text of an inline table, and an array or inline
  ///   table of several lines is on one line, without comments.
  public static func text(at path: [String], in source: [UInt8]) -> [UInt8]? {
    guard let start = path.first, let value = TOMLDocument(parsing: source).root[start],
      let found = value.value(at: path.dropFirst())
    else { return nil }
    return found.conflictText
  }
}

extension TOMLDocument {
  /// The table of the document; `nil` if the document has errors.
  fileprivate var validRoot: TOMLTable? { isValid ? root : nil }
}

extension TOMLValue {
  /// The text of the value as it is written; on one line, like in braces, for a table or an array that is written as several lines
  /// with headers or dotted keys; without comments for an array or inline table of several lines.
  var conflictText: [UInt8] {
    guard table?.isInline ?? !(array?.isArrayOfTables ?? false) else { return TOMLLiteral(self).text }
    let text = Array(text.utf8)
    guard text.contains(UInt8(ascii: "\n")) else { return text }
    guard let array else { return table == nil ? text : TOMLLiteral(self).text }
    return Array("[".utf8) + array.map(\.conflictText).joined(separator: Array(", ".utf8)) + Array("]".utf8)
  }

  /// Returns the value at keys below this one. An episode is found by its id.
  fileprivate func value(at path: ArraySlice<String>) -> TOMLValue? {
    guard let key = path.first else { return self }
    let next =
      if let table { table[key] } else {
        array?.first { $0.table?[EpisodeKey.id.name]?.string == key || $0.string == key }
      }
    return next?.value(at: path.dropFirst())
  }
}
