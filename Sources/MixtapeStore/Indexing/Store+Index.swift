internal import MixtapeLibrary
internal import MixtapeModel

extension Store {
  /// An index that is up to date with the files of some sections. Files with errors are told of, and their versions in HEAD
  /// are what the index has of them.
  func index(of sections: Set<Section>) throws(MixtapeError) -> LibraryIndex {
    let scopes = [FileScope.playlists, .library].filter { sections.contains($0.section) }
    return try answer(from: scopes) { (index) throws(LibraryError) in index }
  }

  /// An answer from an index that is up to date with some files; what is wrong with them is told.
  ///
  /// The index in the private state is used where it can be, and made anew where it is damaged. Where it can neither be
  /// used nor made, as in a store that may only be read, on a full disk, or while another process writes it, one in memory
  /// answers.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if something else is in the place of the directory of playlists;
  ///   ``MixtapeError/Code/library`` if even the index in memory fails, or with what `body` throws as its cause.
  func answer<Answer>(
    from scopes: [FileScope], _ body: (LibraryIndex) throws(LibraryError) -> Answer
  ) throws(MixtapeError) -> Answer {
    try answer(from: scopes.map { (scope) throws(MixtapeError) in try FoundFiles(scope, of: self) }, body)
  }

  /// An answer from an index that is up to date with files that were found; what is wrong with them is told.
  func answer<Answer>(
    from found: [FoundFiles], _ body: (LibraryIndex) throws(LibraryError) -> Answer
  ) throws(MixtapeError) -> Answer {
    let (answer, notes) = try IndexSource(self, found).answer(body)
    for note in notes { context.notify(note.notice) }
    return answer
  }
}
