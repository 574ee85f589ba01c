internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Store: PlaylistManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Returns: The saved plan. Its playlists have times. If history cannot be read, they are those of ``change(_:startingFrom:)``.
  /// - Throws: The errors of ``change(_:startingFrom:)``.
  /// - Complexity: O(the length of history), for the times. If they are not needed, call ``change(_:startingFrom:)``.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    let plan = try change(operation)
    let ids = plan.changes.compactMap(\.after?.id)
    guard !ids.isEmpty else { return plan }
    do throws(MixtapeError) {
      let times = try PlaylistTimes(of: Set(ids), in: try openRepository())
      return plan.saved { times.complete($1) }
    } catch {
      // The change is complete, and the next read of history reports the error.
      return plan
    }
  }

  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Parameter templates: The templates of the files of new playlists, in the order of the operation, with their comments.
  /// - Returns: The saved plan. Its playlists have only those times that are known without reading history.
  /// - Throws: The errors of ``PlaylistOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors, or if another file has the id of a deleted playlist; ``MixtapeError/Code/locked``,
  ///   ``MixtapeError/Code/repositoryBusy``, ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store
  ///   cannot be changed now.
  @discardableResult
  public func change(
    _ operation: PlaylistOperation, startingFrom templates: [Template] = []
  ) throws(MixtapeError) -> PlaylistPlan {
    try transaction { (transaction) throws(MixtapeError) in
      let catalog = PlaylistCatalog(self, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .playlists)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let writes = try writes(for: plan, startingFrom: templates, catalog)
      let titles = try episodes(plan.episodes).mapValues(\.title)
      let commit = try transaction.commitWrites(writes, CommitMessage(of: plan, titles: titles))
      emptyFolders?.applyAfterCommit()
      warnOfRules(naming: writes.removedPlaylists)
      let time = time(of: commit, in: transaction.repository)
      let saved = plan.saved(in: commit.description) { before, after in
        after.withTimes(created: before == nil ? time : nil, updated: time)
      }
      saved.changes.forEach(broadcaster.send)
      return saved
    }
  }

  /// Previews ``change(_:startingFrom:)`` without a template. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``change(_:startingFrom:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func preview(
    _ operation: PlaylistOperation
  ) throws(MixtapeError) -> (plan: PlaylistPlan, preview: ChangePreview) {
    let dryRun = try DryRun(of: self)
    let catalog = PlaylistCatalog(self, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    try requireUsableFolder(
      operation.folder, in: .playlists, found: dryRun.survey.state, invalid: dryRun.survey.invalid)
    let writes = try writes(for: plan, startingFrom: [], catalog)
    let titles = try episodes(plan.episodes).mapValues(\.title)
    return (plan, try dryRun.preview(of: writes, CommitMessage(of: plan, titles: titles)))
  }

  /// Returns the time of a new commit: the present time if the commit cannot be read, because the change is complete.
  private func time(of commit: CommitID, in repository: StoreRepository) -> Date {
    do throws(MixtapeError) {
      return try repository.commit(commit).author.date
    } catch {
      return context.now()
    }
  }

  /// Returns the writes of a plan.
  private func writes(
    for plan: PlaylistPlan, startingFrom templates: [Template], _ catalog: PlaylistCatalog
  ) throws(MixtapeError) -> [FileWrite] {
    try catalog.writes(for: plan, bases: try bases(of: plan, startingFrom: templates, catalog))
  }

  /// Returns the files that the files of new playlists start from, by the ids of the new ones.
  private func bases(
    of plan: PlaylistPlan, startingFrom templates: [Template], _ catalog: PlaylistCatalog
  ) throws(MixtapeError) -> [Playlist.ID: PlaylistFile] {
    var bases: [Playlist.ID: PlaylistFile] = [:]
    for (change, template) in zip(plan.changes, templates) {
      guard case .created(let playlist) = change else { continue }
      bases[playlist.id] = PlaylistFile(parsing: template.source, id: playlist.id, folder: playlist.folder)
    }
    if let original = plan.original, let copy = plan.after { bases[copy.id] = try catalog.file(original) }
    return bases
  }
}
