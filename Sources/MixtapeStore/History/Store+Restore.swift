public import GitHistory
public import MixtapeModel
internal import PlaylistFiles

/// The result of restoring an earlier version of a playlist.
public struct RestoreResult: Sendable {
  /// The present playlist.
  public let playlist: Playlist
  /// The commit of the restored version.
  public let source: CommitID
  /// The commit of the restoration; `nil` if the file already had that version, so that nothing was done.
  public let commit: CommitID?
}

extension Store {
  /// Restores the bytes of a playlist's file at a revision.
  ///
  /// A missing playlist returns to its previous folder. An existing one stays in its folder.
  ///
  /// - Parameter revision: A revision, as in ``playlist(_:at:)``; `nil` for the last version of a deleted playlist.
  ///   It is resolved before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist, or if it never existed; ``MixtapeError/Code/alreadyExists`` without a revision, if the playlist
  ///   exists; ``MixtapeError/Code/invalidVersion`` if the file has errors at the revision;
  ///   ``MixtapeError/Code/invalidFile`` if the present file has errors.
  @discardableResult
  public func restore(_ id: Playlist.ID, at revision: Revision? = nil) throws(MixtapeError) -> RestoreResult {
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: id) }
    return try transaction { (transaction) throws(MixtapeError) in
      let plan = try planRestoration(of: id, at: source, in: transaction.repository)
      let made: CommitID? =
        if let write = plan.write { try commit([write], plan.message, in: transaction) } else { nil }
      return RestoreResult(playlist: plan.playlist, source: plan.source, commit: made)
    }
  }

  /// Previews ``restore(_:at:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``restore(_:at:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func restorePreview(_ id: Playlist.ID, at revision: Revision? = nil) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: id, in: dryRun.repository) }
    let plan = try planRestoration(of: id, at: source, in: dryRun.repository)
    return ChangePreview(
      subject: plan.message.subject, differences: try dryRun.differences(after: plan.write.map { [$0] } ?? []))
  }

  private struct Restoration {
    let playlist: Playlist
    let source: CommitID
    /// The file to write; `nil` if it already has that version.
    let write: FileWrite?

    var message: CommitMessage {
      CommitMessage(
        "Restore \(playlist.id) as it was at \(source.abbreviated)", operation: "restore",
        answering: [Commit.Trailer(key: CommitMessage.restoresKey, value: source.description)])
    }
  }

  private func planRestoration(
    of id: Playlist.ID, at revision: CommitID?, in repository: StoreRepository
  ) throws(MixtapeError) -> Restoration {
    let current = try StoreReader(self).locate(id)
    if revision == nil, current != nil { throw MixtapeError(.alreadyExists, .playlist(id)) }
    let source = if let revision { revision } else { try lastCommit(with: id, in: repository) }
    let version = try CommittedPlaylist(id, in: source, of: repository)
    let old = try current.flatMap { (file) throws(MixtapeError) in try bytes(at: file.path) }
    let place = current ?? version.file
    return Restoration(
      playlist: version.playlist.withFolder(place.folder), source: source,
      write: old == version.content.source ? nil : FileWrite(path: place.path, old: old, new: version.content.source))
  }

  /// Returns the last commit that had a missing playlist. O(the number of commits since).
  private func lastCommit(with id: Playlist.ID, in repository: StoreRepository) throws(MixtapeError) -> CommitID {
    // A file that was deleted by hand is still in HEAD.
    if let head = try repository.head().commit,
      try repository.entries(of: head, under: [Section.playlists.rawValue]).contains(where: {
        StoredFile.playlistID(at: $0.path) == id
      })
    {
      return head
    }
    let walk = try ChangeWalk(of: repository, .playlist(id))
    while let step = try walk.next() {
      let changes = step.changes.filter { $0.playlist == id }
      guard changes.contains(where: { $0.old != nil }), changes.allSatisfy({ $0.new == nil }) else { continue }
      if let parent = try repository.parents(of: step.commit).first { return parent }
      break
    }
    throw try notFound(id, inHistoryOf: repository)
  }
}
