internal import GitHistory
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

extension HandEditSurvey {
  /// Warns of deleted files that seem to have names now by which they are no files of the store.
  func warnOfInvalidNames(_ store: Store, in repository: StoreRepository) throws(MixtapeError) {
    let renamed = try renamingsToInvalidNames(store, in: repository)
    if !renamed.isEmpty { store.context.notify(.filesRenamedToInvalidNames(renamed)) }
  }

  /// Returns the deleted files that seem to have invalid names now. Files that are not similar are different ones.
  private func renamingsToInvalidNames(
    _ store: Store, in repository: StoreRepository
  ) throws(MixtapeError) -> [RenamedFile] {
    let deleted = edits.filter { $0.edit.kind == .deleted }
    guard !deleted.isEmpty else { return [] }
    let found = try filesWithInvalidNames(of: store, in: repository)
    let old = try deleted.map { (edit) throws(MixtapeError) in
      FileSource(path: edit.edit.path, bytes: try edit.content.map(repository.blob) ?? [])
    }
    let pairs = SimilarFiles.similarTexts(removed: old, added: found)
    return pairs.map { RenamedFile(oldPath: deleted[$0.removed].edit.path, path: found[$0.added].path) }
      .sorted { $0.oldPath < $1.oldPath }
  }

  /// Returns the files whose names are invalid ids, and those that are ignored because of their names. Of many ignored files, none.
  /// Files that are committed under such a name were not renamed now.
  private func filesWithInvalidNames(
    of store: Store, in repository: StoreRepository
  ) throws(MixtapeError) -> [FileSource] {
    let misnamed = invalid.filter { report in
      !report.source.isEmpty && report.diagnostics.contains { $0.id == .invalidFileName }
    }
    var files = misnamed.map { FileSource(path: $0.path, bytes: $0.source) }
    // Editors keep the previous version of a file under a name with `~`. The file was not renamed.
    let candidates = ignored.filter { !$0.hasSuffix("~") }
    guard candidates.count <= SimilarFiles.mostCompared else { return files }
    let tree = try repository.head().commit.map { (head) throws(MixtapeError) in try repository.tree(of: head) }
    for path in candidates {
      if let tree, try repository.entry(at: path, inTree: tree) != nil { continue }
      if case .bytes(let bytes) = try store.load(path) { files.append(FileSource(path: path, bytes: bytes)) }
    }
    return files
  }
}

extension Store {
  /// Warns of files that count as deleted because of their new names, as the change does that commits hand edits.
  ///
  /// - Complexity: O(the number of files).
  public func warnOfInvalidNames() throws(MixtapeError) {
    guard try PrivateState(locatedIn: directory) != nil else { return }
    let repository = try openRepository()
    guard repository.state.allowsHandEdits else { return }
    try HandEditSurvey(of: self, repository).warnOfInvalidNames(self, in: repository)
  }
}

extension RepositoryState {
  /// Whether hand edits can be told from the changes of another branch.
  var allowsHandEdits: Bool { [.clean, .bisect].contains(self) }
}
