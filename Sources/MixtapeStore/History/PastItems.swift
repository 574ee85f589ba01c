public import GitHistory
public import MixtapeLibrary
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A playlist at a revision.
public struct PastPlaylist: Sendable {
  /// The playlist.
  public let playlist: Playlist
  /// The episodes of the playlist, from the library and by the clock of that time.
  public let contents: PlaylistContents
  /// The part of the library at that time that the playlist needs.
  private let index: LibraryIndex

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

  /// Reads a playlist at a revision. See ``Store/pastPlaylist(_:at:)``.
  init(_ id: Playlist.ID, at revision: Revision, of store: Store) throws(MixtapeError) {
    let history = try StoreHistory(of: store)
    let repository = history.repository
    let (commit, time) = try history.find(revision, for: .playlist(id))
    playlist = try PastFile.playlist(id, in: commit, of: history)
    let scopes =
      playlist.isSmart
      ? FileScope.all(forRulesNaming: PlaylistDependencies(playlist).playlists)
      : [.podcasts(Set(playlist.episodes.map(\.podcast)))]
    index = try Self.index(of: scopes, in: commit, of: repository)
    let now =
      if let time { min(time.range(in: store.context).upperBound, store.context.now()) } else {
        try repository.commit(commit).author.date
      }
    contents = try LibraryIndex.checked(try index.contents(of: playlist, now: now, noting: store.notify))
  }

  private static func index(
    of scopes: [FileScope], in commit: CommitID, of repository: StoreRepository
  ) throws(MixtapeError) -> LibraryIndex {
    do {
      let index = try LibraryIndex()
      let entries = try scopes.flatMap { scope in
        try repository.entries(of: commit, under: [scope.section.rawValue]).filter { entry in
          entry.mode.isRegularFile && scope.names.map { $0.contains(SectionFile(path: entry.path)?.name ?? "") } ?? true
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

/// The result of restoring an earlier version of a playlist or a podcast.
public struct RestoreResult: Sendable {
  /// The present playlist or podcast.
  public let content: FileContent
  /// The commit of the restored version.
  public let source: CommitID
  /// The commit of the restoration; `nil` if the file already had that version, so that nothing was done.
  public let commit: CommitID?
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

/// The file of a playlist or a podcast as a commit has it.
struct PastFile {
  let file: SectionFile
  let source: [UInt8]
  let content: FileContent

  /// Reads the file of an item in a commit. If its file was renamed since, the commit has it under a former id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the commit does not have it, with the ids that it has as
  ///   candidates; ``MixtapeError/Code/invalidVersion`` if the file has errors there.
  init(_ item: StoreItem, in commit: CommitID, of history: StoreHistory) throws(MixtapeError) {
    let repository = history.repository
    let entries = try repository.entries(of: commit, under: [item.section.rawValue]).filter(\.mode.isRegularFile)
    let present = entries.entry(of: [item])
    let former = present == nil ? try repository.formerItems(on: ItemTrail(ofPresent: item, in: history)) : []
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
  /// - Throws: The errors of ``init(_:in:of:)``.
  static func playlist(
    _ id: Playlist.ID, in commit: CommitID, of history: StoreHistory
  ) throws(MixtapeError) -> Playlist {
    let file = try PastFile(.playlist(id), in: commit, of: history)
    guard case .playlist(let playlist) = file.content else { throw MixtapeError(.notFound, .playlist(id)) }
    return playlist
  }

  /// Returns the file of an item in a commit; `nil` if it is missing there or has errors.
  static func usable(
    _ item: StoreItem, in commit: CommitID, of history: StoreHistory
  ) throws(MixtapeError) -> PastFile? {
    do throws(MixtapeError) {
      return try PastFile(item, in: commit, of: history)
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

/// The restoration of an earlier version of a file, before it is made.
struct Restoration {
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

  /// Plans a restoration.
  ///
  /// - Parameter revision: The commit of the version; `nil` for the last one that had the missing item. A renamed item is not missing.
  init(of item: StoreItem, at revision: CommitID?, in history: StoreHistory) throws(MixtapeError) {
    let store = history.store
    let current = try StoreReader(store).locate(item)
    if revision == nil {
      if current != nil { throw MixtapeError(.alreadyExists, item.subject) }
      if let present = try history.renamed(item) {
        throw MixtapeError(.notFound, item.subject, cause: RenamedItem(item: item, present: present))
      }
    }
    source = if let revision { revision } else { try Self.lastCommit(with: item, in: history) }
    let version = try PastFile(item, in: source, of: history)
    let old = try current.flatMap { (file) throws(MixtapeError) in try store.bytes(at: file.path) }
    let place = current ?? SectionFile(section: item.section, folder: version.file.folder, name: item.id)
    guard let found = FileContent(parsing: version.source, at: place.path) else {
      throw .invalidVersion(FileReport(checking: version.source, at: place.path))
    }
    (self.item, content) = (item, found)
    write = old == version.source ? nil : FileWrite(path: place.path, old: old, new: version.source)
  }

  /// Returns the last commit that had a missing item. O(the number of commits since).
  private static func lastCommit(with item: StoreItem, in history: StoreHistory) throws(MixtapeError) -> CommitID {
    let repository = history.repository
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit, try repository.has(item, in: head) { return head }
    if let deletion = try repository.lastDeletion(of: item), let parent = try repository.parents(of: deletion).first {
      return parent
    }
    throw try history.notFound(item)
  }
}
