internal import GitHistory
internal import MixtapeModel

/// The file of a playlist or a podcast as a commit has it.
struct CommittedFile {
  let file: StoredFile
  let source: [UInt8]
  let content: FileContent

  /// Reads the file of an item in a commit.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the commit does not have it, with the ids that it has as
  ///   candidates; ``MixtapeError/Code/invalidVersion`` if the file has errors there.
  init(_ item: StoreItem, in commit: CommitID, of repository: StoreRepository) throws(MixtapeError) {
    let entries = try repository.entries(of: commit, under: [item.section.rawValue]).filter(\.mode.isRegularFile)
    guard let entry = entries.first(where: { StoreItem(path: $0.path) == item }),
      let file = StoredFile(path: entry.path)
    else {
      throw MixtapeError(
        .notFound, item.subject, candidates: entries.compactMap { StoreItem(path: $0.path)?.id })
    }
    let source = try repository.blob(entry.id)
    guard let content = FileContent(parsing: source, at: entry.path) else {
      throw Store.invalidVersion(FileReport(checking: source, at: entry.path))
    }
    (self.file, self.source, self.content) = (file, source, content)
  }

  /// Reads a playlist in a commit.
  ///
  /// - Throws: The errors of ``init(_:in:of:)``.
  static func playlist(
    _ id: Playlist.ID, in commit: CommitID, of repository: StoreRepository
  ) throws(MixtapeError) -> Playlist {
    let file = try CommittedFile(.playlist(id), in: commit, of: repository)
    guard case .playlist(let playlist) = file.content else { throw MixtapeError(.notFound, .playlist(id)) }
    return playlist
  }

  /// Returns the hand-picked episodes of a playlist in a commit; an empty array if it is missing there or has errors.
  static func episodes(
    of id: Playlist.ID, in commit: CommitID, of repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID] {
    do throws(MixtapeError) {
      return try playlist(id, in: commit, of: repository).episodes
    } catch {
      guard error.code == .notFound || error.code == .invalidVersion else { throw error }
      return []
    }
  }
}

extension Store {
  /// Returns the error that an earlier version of a file has errors.
  static func invalidVersion(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidVersion, .file(report.path), cause: InvalidFiles(reports: [report]))
  }
}
