internal import MixtapeLibrary
internal import MixtapeModel

/// The library index, for the rest of the module.
extension Store {
  /// Updates the library index with the files of some scopes, and reads from it. Sends problems of files to `notify`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else;
  ///   ``MixtapeError/Code/library`` if an index in memory fails too, or with an error of `body` as its cause.
  func readLibrary<Value>(
    _ scopes: [FileScope], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    try read(LibraryIndexSource(self, scopes), body)
  }

  /// Updates the library index with files that were found, and reads from it. Sends problems of files to `notify`.
  func readLibrary<Value>(
    in found: [FoundFiles], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    try read(LibraryIndexSource(self, found: found), body)
  }

  private func read<Value>(
    _ source: LibraryIndexSource, _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    let (value, notes) = try source.read(body)
    for note in notes { context.notify(note.notice) }
    return value
  }

  /// Reads from the library index as it is, without a look at the files; returns `nil` if it cannot be used.
  func readLastLibrary<Value>(_ body: (LibraryIndex) throws(LibraryError) -> Value) -> Value? {
    do {
      return try body(try LibraryIndexFile.current(of: self).index)
    } catch {
      // The next read that looks at the files repairs the index, or works without it.
      return nil
    }
  }
}
