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
    let repository = try store.openRepository()
    let (commit, time) = try RevisionSearch(of: store, in: repository).find(revision, for: .playlist(id))
    playlist = try CommittedFile.playlist(id, in: commit, of: store, repository)
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

  /// Makes an index in memory of files of a commit.
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
