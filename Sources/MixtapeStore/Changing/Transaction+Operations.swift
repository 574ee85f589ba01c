internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

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
  func planned(
    _ operation: PlaylistOperation
  ) throws(MixtapeError) -> (plan: PlaylistPlan, change: PlannedChange) {
    let catalog = PlaylistCatalog(store, workTree: survey.workTree)
    let plan = try operation.plan(in: catalog)
    try admission(of: .command).requireUsableFolder(operation.folder, in: .playlists, of: store)
    let writes = try catalog.writes(for: plan)
    return (plan, PlannedChange(dryRun: self, writes: writes, message: try CommitMessage(of: plan, in: store)))
  }

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

/// The empty folders in a folder that is moved or deleted. Git does not track them, so commits do not move or delete
/// them.
struct EmptyFolders {
  private let store: Store
  private let section: Section
  private let folder: Folder
  private let destination: Folder?
  /// The folder and the folders in it, innermost first.
  private let folders: [Folder]

  /// Finds the folders that exist before the change.
  init(within folder: Folder, movingTo destination: Folder?, in tree: FolderTree, of store: Store) throws(MixtapeError)
  {
    self.store = store
    self.folder = folder
    self.destination = destination
    section = tree.section
    folders = try store.folders(of: tree).filter { $0.isWithin(folder) }.reversed()
  }

  /// Moves or removes the folders that are left after the change.
  func apply() throws(MixtapeError) {
    for left in folders where destination != folder {
      let place = store.directory.appending(section.path(of: left))
      guard try Disk.removeIfEmpty(place), let destination else { continue }
      try Self.makeDirectory(of: left.moved(from: folder, to: destination), in: section, of: store)
    }
  }

  /// Moves or removes the folders that are left after a committed change. Errors are ignored.
  func applyAfterCommit() {
    do throws(MixtapeError) {
      try apply()
    } catch {
      // Only an empty directory stays, and the change itself has succeeded.
    }
  }

  /// Creates an empty folder. See ``Store/createFolder(_:in:)``.
  static func create(_ folder: Folder, in tree: FolderTree, of store: Store) throws(MixtapeError) {
    let scan = try SectionScan(tree.section, of: store)
    if let report = scan.reports.report(obstructing: tree.section.path(of: folder)) { throw .invalidFile(report) }
    if folder == .top || scan.folders.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    try makeDirectory(of: folder, in: tree.section, of: store)
  }

  /// Creates the directory of a folder. Does not follow symbolic links.
  private static func makeDirectory(
    of folder: Folder, in section: Section, of store: Store
  ) throws(MixtapeError) {
    try Disk.makeDirectories(store.directory.appending(section.path(of: folder)), below: store.directory)
  }
}

extension Transaction {
  /// Prepares to move or delete a whole folder. Checks that every file in it can be read, so that none is left
  /// behind, and that the destination is free. Finds the empty folders in it.
  ///
  /// - Parameter change: The folder and its destination; `nil` for a change that is not about a folder.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a file cannot be read or the destination is not free;
  ///   ``MixtapeError/Code/notCheckedOut`` if a sparse checkout leaves out a file in the folder;
  ///   ``MixtapeError/Code/markedFile`` if a file in it has a mark.
  func emptyFolders(
    of change: (folder: Folder, destination: Folder?)?, in tree: FolderTree
  ) throws(MixtapeError) -> EmptyFolders? {
    try admission(of: .command).requireUsableFolder(change, in: tree, of: store)
    return try change.map { (change) throws(MixtapeError) in
      try EmptyFolders(within: change.folder, movingTo: change.destination, in: tree, of: store)
    }
  }
}
