internal import LosslessTOML
internal import MixtapeModel

extension FileConflict {
  /// Returns the text of the value of a key in a version of a file, as it is written.
  ///
  /// - Parameters:
  ///   - path: The path of the key, as in ``path``.
  ///   - source: The bytes of the file.
  /// - Returns: The text; `nil` if the version has no such key. A table with a header has the text of an inline table.
  public static func text(at path: [String], in source: [UInt8]) -> [UInt8]? {
    guard let start = path.first, let value = TOMLDocument(parsing: source).root[start],
      let found = value.value(at: path.dropFirst())
    else { return nil }
    return found.conflictText
  }
}

extension TOMLValue {
  /// The text of the value as it is written; on one line, like in braces, for a table or an array that is written as several lines
  /// with headers or dotted keys.
  var conflictText: [UInt8] {
    let isValue = table?.isInline ?? !(array?.isArrayOfTables ?? false)
    return isValue ? Array(text.utf8) : TOMLLiteral(self).text
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
