internal import GitHistory
internal import MixtapeModel

/// The file of a playlist or a podcast as a commit has it.
struct CommittedFile {
  let file: SectionFile
  let source: [UInt8]
  let content: FileContent

  /// Reads the file of an item in a commit. If its file was renamed since, the commit has it under a former id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the commit does not have it, with the ids that it has as
  ///   candidates; ``MixtapeError/Code/invalidVersion`` if the file has errors there.
  init(
    _ item: StoreItem, in commit: CommitID, of store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) {
    let entries = try repository.entries(of: commit, under: [item.section.rawValue]).filter(\.mode.isRegularFile)
    let present = entries.entry(of: [item])
    let former =
      present == nil ? try repository.formerItems(on: ItemTrail(ofPresent: item, in: store, repository)) : []
    guard let entry = present ?? entries.entry(of: former), let file = SectionFile(path: entry.path) else {
      throw MixtapeError(
        .notFound, item.subject, candidates: entries.compactMap { StoreItem(path: $0.path)?.id })
    }
    let source = try repository.blob(entry.id)
    guard let content = FileContent(parsing: source, at: entry.path) else {
      throw .invalidVersion(FileReport(checking: source, at: entry.path))
    }
    (self.file, self.source, self.content) = (file, source, content)
  }

  /// Reads a playlist in a commit.
  ///
  /// - Throws: The errors of ``init(_:in:of:_:)``.
  static func playlist(
    _ id: Playlist.ID, in commit: CommitID, of store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) -> Playlist {
    let file = try CommittedFile(.playlist(id), in: commit, of: store, repository)
    guard case .playlist(let playlist) = file.content else { throw MixtapeError(.notFound, .playlist(id)) }
    return playlist
  }

  /// Returns the file of an item in a commit; `nil` if it is missing there or has errors.
  static func usable(
    _ item: StoreItem, in commit: CommitID, of store: Store, _ repository: StoreRepository
  ) throws(MixtapeError) -> CommittedFile? {
    do throws(MixtapeError) {
      return try CommittedFile(item, in: commit, of: store, repository)
    } catch {
      guard error.code == .notFound || error.code == .invalidVersion else { throw error }
      return nil
    }
  }
}

extension [TreeEntry] {
  /// Returns the entry of the file of the first one of some items that there is.
  func entry(of items: [StoreItem]) -> TreeEntry? {
    for item in items {
      if let entry = first(where: { StoreItem(path: $0.path) == item }) { return entry }
    }
    return nil
  }
}
