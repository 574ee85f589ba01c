public import GitHistory
public import MixtapeLibrary
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The result of restoring an earlier version of a playlist or a podcast.
public struct RestoreResult: Sendable {
  /// The present playlist or podcast.
  public let content: FileContent
  /// The commit of the restored version.
  public let source: CommitID
  /// The commit of the restoration; `nil` if the file already had that version, so that nothing was done.
  public let commit: CommitID?
}

extension Store {
  /// Restores the bytes of the file of a playlist or a podcast at a revision.
  ///
  /// A missing item returns to its previous folder. An existing one stays in its folder. If its file was renamed since the revision,
  /// it keeps its present id.
  ///
  /// - Parameter revision: A revision, as in ``playlist(_:at:)``; `nil` for the last version of a deleted item. It is
  ///   resolved before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   item, or if it never existed; ``MixtapeError/Code/alreadyExists`` without a revision, if the item exists;
  ///   ``MixtapeError/Code/invalidVersion`` if the file has errors at the revision;
  ///   ``MixtapeError/Code/invalidFile`` if the present file has errors.
  @discardableResult
  public func restore(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> RestoreResult {
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item) }
    return try transaction { (transaction) throws(MixtapeError) in
      let plan = try planRestoration(of: item, at: source, in: transaction.repository)
      let made: CommitID? =
        if let write = plan.write { try commitAndAnnounce([write], plan.message, in: transaction) } else { nil }
      return RestoreResult(content: plan.content, source: plan.source, commit: made)
    }
  }

  /// Previews ``restore(_:at:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``restore(_:at:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func restorePreview(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: dryRun.repository) }
    let plan = try planRestoration(of: item, at: source, in: dryRun.repository)
    return try dryRun.preview(of: plan.write.map { [$0] } ?? [], plan.message)
  }

  private struct Restoration {
    let item: StoreItem
    let content: FileContent
    let source: CommitID
    /// The file to write; `nil` if it already has that version.
    let write: FileWrite?

    var message: CommitMessage {
      CommitMessage(
        "Restore \(item.id) as it was at \(source.abbreviated)", operation: CommitMessage.restoreOperation,
        trailers: [Commit.Trailer(key: CommitMessage.restoresKey, value: source.description)])
    }
  }

  private func planRestoration(
    of item: StoreItem, at revision: CommitID?, in repository: StoreRepository
  ) throws(MixtapeError) -> Restoration {
    let current = try StoreReader(self).locate(item)
    if revision == nil, current != nil { throw MixtapeError(.alreadyExists, item.subject) }
    let source = if let revision { revision } else { try lastCommit(with: item, in: repository) }
    let version = try CommittedFile(item, in: source, of: self, repository)
    let old = try current.flatMap { (file) throws(MixtapeError) in try bytes(at: file.path) }
    let place = current ?? StoredFile(section: item.section, folder: version.file.folder, name: item.id)
    guard let content = FileContent(parsing: version.source, at: place.path) else {
      throw Self.invalidVersion(FileReport(checking: version.source, at: place.path))
    }
    return Restoration(
      item: item, content: content, source: source,
      write: old == version.source ? nil : FileWrite(path: place.path, old: old, new: version.source))
  }

  /// Returns the last commit that had a missing item. O(the number of commits since).
  private func lastCommit(with item: StoreItem, in repository: StoreRepository) throws(MixtapeError) -> CommitID {
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit, try repository.has(item, in: head) { return head }
    if let deletion = try repository.lastDeletion(of: item),
      let parent = try repository.parents(of: deletion.commit).first
    {
      return parent
    }
    throw try notFound(item, inHistoryOf: repository)
  }

  /// Returns whether an item was deleted, so that ``restore(_:at:)`` restores it. Compares the trees of the newest commits only:
  /// older ones count if history was read before.
  ///
  /// - Complexity: O(the number of commits whose changes are recorded).
  public func wasDeleted(_ item: StoreItem) throws(MixtapeError) -> Bool {
    let repository = try openRepository()
    guard try path(of: item) == nil, let head = try repository.head().commit else { return false }
    if try repository.has(item, in: head) { return true }
    let isRecorded = try CommitRecords(of: repository, addingUpTo: nil).number(of: head) != nil
    let walk = try isRecorded ? ChangeWalk(of: repository, .item(item)) : ChangeWalk(newestOf: repository)
    for _ in 0..<(isRecorded ? .max : Self.mostUnrecorded) {
      guard let step = try walk.next() else { return false }
      if step.deletes(item) { return true }
    }
    return false
  }

  private static let mostUnrecorded = 64
}

extension StoreRepository {
  /// Returns the newest commit that deleted or renamed the file of an item; `nil` if none did. O(the number of commits since).
  func lastDeletion(of item: StoreItem) throws(MixtapeError) -> ChangeWalk.Step? {
    let walk = try ChangeWalk(of: self, .item(item))
    while let step = try walk.next() { if step.deletes(item) { return step } }
    return nil
  }
}

extension ChangeWalk.Step {
  /// Returns whether the commit deleted the file of an item.
  fileprivate func deletes(_ item: StoreItem) -> Bool {
    let files = changes.filter { $0.item == item }
    return files.contains { $0.old != nil } && files.allSatisfy { $0.new == nil }
  }
}

/// A playlist at a revision.
public struct PastPlaylist: Sendable {
  /// The playlist.
  public let playlist: Playlist
  /// The episodes of the playlist, from the library and by the clock of that time.
  public let contents: PlaylistContents
  /// The part of the library at that time that the playlist needs.
  fileprivate let index: LibraryIndex

  /// The total playing time of its episodes.
  public var playingTime: PlayingTime {
    get throws(MixtapeError) {
      try LibraryIndex.checked(try index.playingTime(of: contents.entries.lazy.map(\.id)))
    }
  }

  /// Returns the library's data of episodes of the playlist.
  public func episodes(_ ids: some Sequence<Episode.ID>) throws(MixtapeError) -> [Episode.ID: Episode] {
    try LibraryIndex.checked(try index.episodes(ids))
  }
}

extension LibraryIndex {
  /// Runs a call on an index, and converts its error to one of the store.
  fileprivate static func checked<Value>(
    _ call: @autoclosure () throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    do throws(LibraryError) {
      return try call()
    } catch {
      throw MixtapeError(.library, cause: error)
    }
  }
}

extension Store {
  /// Returns a playlist at a revision, with its episodes.
  ///
  /// Rules use the time of the revision as the clock: the time that names it, if that is in the past, or the time of
  /// its commit. Files that have errors by the present rules are ignored.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist; ``MixtapeError/Code/invalidVersion`` if its file has errors at the revision;
  ///   ``MixtapeError/Code/library`` if its rules cannot be evaluated.
  /// - Complexity: O(the size of the revision's library) for a smart playlist.
  public func pastPlaylist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> PastPlaylist {
    let repository = try openRepository()
    let (commit, time) = try lookUp(revision, for: .playlist(id), in: repository)
    let playlist = try CommittedFile.playlist(id, in: commit, of: self, repository)
    let scopes =
      playlist.isSmart
      ? Self.scopes(askingFor: PlaylistDependencies(playlist).playlists)
      : [.podcasts(Set(playlist.episodes.map(\.podcast)))]
    let index = try Self.pastIndex(of: scopes, in: commit, of: repository)
    let now =
      if let time { min(time.range(in: context).upperBound, context.now()) } else {
        try date(of: commit, in: repository)
      }
    let contents = try LibraryIndex.checked(try index.contents(of: playlist, now: now, noting: notify))
    return PastPlaylist(playlist: playlist, contents: contents, index: index)
  }

  /// Returns whether a revision has a file of an item, also one with errors. A version such as `@{2}` exists only of a known item.
  public func has(_ item: StoreItem, at revision: Revision) throws(MixtapeError) -> Bool {
    let repository = try openRepository()
    do throws(MixtapeError) {
      let commit = try resolve(revision, for: item, in: repository)
      return try repository.entries(of: commit, under: [item.section.rawValue]).entry(of: [item]) != nil
    } catch {
      guard error.code == .noSuchRevision || error.code == .notFound else { throw error }
      return false
    }
  }

  private func date(of commit: CommitID, in repository: StoreRepository) throws(MixtapeError) -> Date {
    try repository.commit(commit).author.date
  }

  /// Makes an index in memory of files of a commit.
  private static func pastIndex(
    of scopes: [FileScope], in commit: CommitID, of repository: StoreRepository
  ) throws(MixtapeError) -> LibraryIndex {
    do {
      let index = try LibraryIndex()
      let entries = try scopes.flatMap { scope in
        try repository.entries(of: commit, under: [scope.section.rawValue]).filter { entry in
          entry.mode.isRegularFile && scope.names.map { $0.contains(StoredFile(path: entry.path)?.name ?? "") } ?? true
        }
      }
      try index.update { writer in
        for entry in entries {
          let source = try repository.blob(entry.id)
          guard let content = FileContent(parsing: source, at: entry.path) else { continue }
          try writer.write(content, of: IndexedFile(path: entry.path, status: nil, content: []))
        }
      }
      return index
    } catch let error as MixtapeError {
      throw error
    } catch {
      throw MixtapeError(.library, cause: error)
    }
  }
}

/// The file of a playlist or a podcast as a commit has it.
struct CommittedFile {
  let file: StoredFile
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
    guard let entry = present ?? entries.entry(of: former), let file = StoredFile(path: entry.path) else {
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
  fileprivate func entry(of items: [StoreItem]) -> TreeEntry? {
    for item in items {
      if let entry = first(where: { StoreItem(path: $0.path) == item }) { return entry }
    }
    return nil
  }
}

extension Store {
  /// Returns the error that an earlier version of a file has errors.
  static func invalidVersion(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidVersion, .file(report.path), cause: InvalidFiles(reports: [report]))
  }
}
