internal import LosslessTOML
internal import MixtapeModel

extension FileConflict {
  /// Returns the text of the value of a key in a version of a file, as it is written.
  ///
  /// - Parameters:
  ///   - path: The path of the key, as in ``path``.
  ///   - source: The bytes of the file.
  /// - Returns: The text; `nil` if the version has no such key.
  public static func text(at path: [String], in source: [UInt8]) -> [UInt8]? {
    guard let start = path.first, let value = TOMLDocument(parsing: source).root[start],
      let found = value.value(at: path.dropFirst())
    else { return nil }
    return Array(found.text.utf8)
  }
}

extension TOMLValue {
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
