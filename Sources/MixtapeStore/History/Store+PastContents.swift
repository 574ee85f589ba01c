internal import GitHistory
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
