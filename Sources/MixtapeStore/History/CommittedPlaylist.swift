internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A playlist's file in a commit.
struct CommittedPlaylist {
  let file: StoredFile
  let content: PlaylistFile
  let playlist: Playlist

  /// Reads the file of a playlist in a commit.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the commit does not have it, with the ids of the commit as
  ///   candidates; ``MixtapeError/Code/invalidVersion`` if that version has errors.
  init(_ id: Playlist.ID, in commit: CommitID, of repository: StoreRepository) throws(MixtapeError) {
    let entries = try repository.entries(of: commit, under: [Section.playlists.rawValue])
      .filter(\.mode.isRegularFile)
    guard let entry = entries.first(where: { StoredFile.playlistID(at: $0.path) == id }),
      let file = StoredFile(path: entry.path)
    else {
      throw MixtapeError(
        .notFound, .playlist(id), candidates: entries.compactMap { StoredFile.playlistID(at: $0.path)?.rawValue })
    }
    let source = try repository.blob(entry.id)
    let content = PlaylistFile(parsing: source, id: id, folder: file.folder)
    guard let playlist = content.playlist else {
      throw Store.invalidVersion(FileReport(path: entry.path, source: source, diagnostics: content.diagnostics))
    }
    (self.file, self.content, self.playlist) = (file, content, playlist)
  }
}

extension Store {
  /// Returns the error for an earlier version that cannot be restored.
  static func invalidVersion(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidVersion, .file(report.path), cause: InvalidFiles(reports: [report]))
  }
}
