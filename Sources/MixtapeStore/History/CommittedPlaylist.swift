internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A playlist's file as a commit has it.
struct CommittedPlaylist {
  let file: StoredFile
  let content: PlaylistFile
  let playlist: Playlist

  /// Reads the file of a playlist in a commit.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` if the commit has none, with the ids it has as candidates;
  ///   ``MixtapeError/Code/invalidVersion`` if it had errors then.
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
  /// The error that an earlier version of a file cannot come back.
  static func invalidVersion(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidVersion, .file(report.path), cause: InvalidFiles(reports: [report]))
  }
}
