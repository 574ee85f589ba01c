internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Operations as changes: planned on the present files, then committed.
extension Transaction {
  /// Performs an operation on playlists. See ``Store/change(_:startingFrom:)``.
  func perform(
    _ operation: PlaylistOperation, startingFrom templates: [Template]
  ) throws(MixtapeError) -> PlaylistPlan {
    let catalog = PlaylistCatalog(store, workTree: workTree)
    let plan = try operation.plan(in: catalog)
    let emptyFolders = try self.emptyFolders(of: operation.folder, in: .playlists)
    guard !plan.changesNothing else {
      try emptyFolders?.apply()
      return plan
    }
    let writes = try catalog.writes(for: plan, startingFrom: templates)
    let commit = try commitWrites(writes, CommitMessage(of: plan, in: store))
    emptyFolders?.applyAfterCommit()
    RuleWarnings(store).notifyOfRules(naming: writes.removedPlaylists)
    let time = time(of: commit)
    let saved = plan.saved(in: commit.description) { before, after in
      after.withTimes(created: before == nil ? time : nil, updated: time)
    }
    saved.changes.forEach(store.broadcaster.send)
    return saved
  }

  /// Returns the time of a new commit: the present time if the commit cannot be read, because the change is complete.
  private func time(of commit: CommitID) -> Date {
    do throws(MixtapeError) {
      return try repository.commit(commit).author.date
    } catch {
      return store.context.now()
    }
  }

  /// Performs an operation on the library. See ``StoreLibrary/perform(_:)``.
  ///
  /// - Parameter trailers: More trailers of the commit.
  func perform(
    _ operation: PodcastOperation, trailers: [Commit.Trailer]
  ) throws(MixtapeError) -> PodcastPlan {
    let catalog = PodcastCatalog(store, workTree: workTree)
    let plan = try operation.plan(in: catalog)
    let emptyFolders = try self.emptyFolders(of: operation.folder, in: .library)
    guard !plan.changesNothing else {
      try emptyFolders?.apply()
      return plan
    }
    let (writes, followers) = try catalog.writesWithFollowers(for: plan)
    let commit = try commitWrites(writes, CommitMessage(of: plan, trailers: trailers))
    emptyFolders?.applyAfterCommit()
    plan.changes.forEach(store.libraryBroadcaster.send)
    followers.forEach(store.broadcaster.send)
    RuleWarnings(store).notifyOfRules(afterChanging: plan.changes)
    RuleWarnings(store).notifyOfFoundEntries(after: plan.changes, renamed: plan.renamed.values)
    return plan.saved(in: commit.description)
  }
}

/// The same operations, planned and not made.
extension DryRun {
  /// Plans an operation on playlists without a template.
  func planned(
    _ operation: PlaylistOperation
  ) throws(MixtapeError) -> (plan: PlaylistPlan, change: PlannedChange) {
    let catalog = PlaylistCatalog(store, workTree: survey.workTree)
    let plan = try operation.plan(in: catalog)
    try admission(of: .command).requireUsableFolder(operation.folder, in: .playlists, of: store)
    let writes = try catalog.writes(for: plan)
    return (plan, PlannedChange(dryRun: self, writes: writes, message: try CommitMessage(of: plan, in: store)))
  }

  /// Plans an operation on the library.
  func planned(
    _ operation: PodcastOperation
  ) throws(MixtapeError) -> (plan: PodcastPlan, change: PlannedChange) {
    let catalog = PodcastCatalog(store, workTree: survey.workTree)
    let plan = try operation.plan(in: catalog)
    try admission(of: .command).requireUsableFolder(operation.folder, in: .library, of: store)
    let writes = try catalog.writesWithFollowers(for: plan).writes
    return (plan, PlannedChange(dryRun: self, writes: writes, message: CommitMessage(of: plan)))
  }
}

extension CommitMessage {
  /// Makes the message of a plan, with the titles of its episodes.
  fileprivate init(of plan: PlaylistPlan, in store: Store) throws(MixtapeError) {
    self.init(of: plan, titles: try store.episodes(plan.episodes).mapValues(\.title))
  }
}
