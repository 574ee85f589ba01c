internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

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
    let (plan, change) = try planned(operation, by: try DryRun(of: self))
    return (plan, try change.preview())
  }

  /// Plans an operation without a template.
  func planned(
    _ operation: PlaylistOperation, by dryRun: DryRun
  ) throws(MixtapeError) -> (plan: PlaylistPlan, change: PlannedChange) {
    let catalog = PlaylistCatalog(self, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    try requireUsableFolder(
      operation.folder, in: .playlists, found: dryRun.survey.state, invalid: dryRun.survey.invalid)
    let writes = try writes(for: plan, startingFrom: [], catalog)
    let titles = try episodes(plan.episodes).mapValues(\.title)
    return (plan, PlannedChange(dryRun: dryRun, writes: writes, message: CommitMessage(of: plan, titles: titles)))
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

extension StoreLibrary: PodcastManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors, or if another file has the id of a removed podcast; ``MixtapeError/Code/locked``,
  ///   ``MixtapeError/Code/repositoryBusy``, ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store
  ///   cannot be changed now.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try perform { operation }
  }

  /// Makes an operation of the present library, and performs it before anybody else can change the store.
  ///
  /// - Parameter operation: Returns the operation. It runs under the lock of the store, and again if somebody edits the files in
  ///   the meantime. It can read the store, but must not change it.
  /// - Throws: The errors of `operation`, and those of ``perform(_:)``.
  @discardableResult
  public func perform(
    making operation: () throws(MixtapeError) -> PodcastOperation
  ) throws(MixtapeError) -> PodcastPlan {
    try perform(trailers: [], making: operation)
  }

  /// Performs an operation. Its commit gets more trailers.
  func perform(
    trailers: [Commit.Trailer], making operation: () throws(MixtapeError) -> PodcastOperation
  ) throws(MixtapeError) -> PodcastPlan {
    try store.transaction { (transaction) throws(MixtapeError) in
      let operation = try operation()
      let catalog = PodcastCatalog(store, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .library)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let (writes, followers) = try writes(for: plan, catalog, found: transaction.found)
      let commit = try transaction.commitWrites(writes, CommitMessage(of: plan, trailers: trailers))
      emptyFolders?.applyAfterCommit()
      plan.changes.forEach(store.libraryBroadcaster.send)
      followers.forEach(store.broadcaster.send)
      store.warnOfRules(afterChanging: plan.changes)
      store.noteFoundEntries(after: plan.changes, renamed: plan.renamed.values)
      return plan.saved(in: commit.description)
    }
  }

  /// Previews ``perform(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``perform(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func preview(
    _ operation: PodcastOperation
  ) throws(MixtapeError) -> (plan: PodcastPlan, preview: ChangePreview) {
    let (plan, change) = try planned(operation, by: try DryRun(of: store))
    return (plan, try change.preview())
  }

  /// Plans an operation.
  func planned(
    _ operation: PodcastOperation, by dryRun: DryRun
  ) throws(MixtapeError) -> (plan: PodcastPlan, change: PlannedChange) {
    let catalog = PodcastCatalog(store, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    try store.requireUsableFolder(
      operation.folder, in: .library, found: dryRun.survey.state, invalid: dryRun.survey.invalid)
    let writes = try writes(for: plan, catalog, found: dryRun.survey.state).writes
    return (plan, PlannedChange(dryRun: dryRun, writes: writes, message: CommitMessage(of: plan)))
  }

  /// Returns the writes of a plan, and the changes of playlists that hold episodes with new ids.
  private func writes(
    for plan: PodcastPlan, _ catalog: PodcastCatalog, found: WorkTreeState?
  ) throws(MixtapeError) -> (writes: [FileWrite], followers: [PlaylistChange]) {
    let playlists = PlaylistCatalog(store, found: found)
    let followers = try store.changes(following: plan.renamed, playlists)
    let writes =
      try catalog.writes(for: plan)
      + PlaylistFile.writes(for: followers, file: playlists.file, renamed: plan.renamed)
    return (writes, followers)
  }

  /// Returns the changes of podcasts that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { store.libraryBroadcaster.listen() }
}

extension Store {
  /// Returns the changes of playlists that hold episodes with new ids: each entry follows in its place.
  func changes(
    following renamed: [Episode.ID: Episode.ID], _ catalog: PlaylistCatalog
  ) throws(MixtapeError) -> [PlaylistChange] {
    guard !renamed.isEmpty else { return [] }
    let changes = try summaries(containing: Array(renamed.keys)).held.keys.sorted().map { (id) throws(MixtapeError) in
      let before = try catalog.existing(id)
      return PlaylistChange(from: before, to: before.withEpisodes(before.episodes.map { renamed[$0] ?? $0 }))
    }
    return changes.compactMap(\.self)
  }
}

extension Store {
  /// Creates an empty folder, and the missing folders around it.
  ///
  /// The folder is only a directory. Git does not track empty directories, so this makes no commit, and other clones
  /// do not have the folder.
  ///
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if the folder exists; ``MixtapeError/Code/invalidFile`` if
  ///   something else is at its path, such as a symbolic link.
  public func createFolder(_ folder: Folder, in tree: FolderTree) throws(MixtapeError) {
    let scan = try SectionScan(tree.section, of: self)
    if let report = scan.reports.report(obstructing: tree.section.path(of: folder)) { throw Self.invalid(report) }
    if folder == .top || scan.folders.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    try makeDirectory(of: folder, in: tree.section)
  }

  /// Creates the directory of a folder. Does not follow symbolic links.
  fileprivate func makeDirectory(of folder: Folder, in section: Section) throws(MixtapeError) {
    try Disk.makeDirectories(directory.appending(section.path(of: folder)), below: directory)
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
      try store.makeDirectory(of: left.moved(from: folder, to: destination), in: section)
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
    try store.requireUsableFolder(change, in: tree, found: found, invalid: Array(invalidFiles.values))
    return try change.map { (change) throws(MixtapeError) in
      try EmptyFolders(within: change.folder, movingTo: change.destination, in: tree, of: store)
    }
  }
}

extension Store {
  /// Checks that every file in a folder that is moved or deleted can be read, and that the destination is free.
  ///
  /// - Parameters:
  ///   - change: The folder and its destination; `nil` for a change that is not about a folder.
  ///   - found: All files that were found.
  ///   - invalid: The files that were edited by hand and have errors.
  /// - Throws: The errors of ``Transaction/emptyFolders(of:in:)``.
  func requireUsableFolder(
    _ change: (folder: Folder, destination: Folder?)?, in tree: FolderTree, found: WorkTreeState?, invalid: [FileReport]
  ) throws(MixtapeError) {
    guard case let (folder, destination)? = change else { return }
    let directory = tree.section.path(of: folder)
    if let found {
      let kept = found.leftOut.union(found.marked.keys).filter { $0.hasPrefix("\(directory)/") }
      if let obstacle = kept.min().flatMap(found.obstacle) { throw obstacle }
    }
    let reports = invalid + (try SectionScan(tree.section, of: self).reports)
    let unreadable = reports.filter { $0.path == directory || $0.path.hasPrefix("\(directory)/") }
      .byPath.values.sorted { $0.path < $1.path }
    if let first = unreadable.first {
      throw MixtapeError(.invalidFile, .file(first.path), cause: InvalidFiles(reports: unreadable))
    }
    if let report = destination.flatMap({ reports.report(obstructing: tree.section.path(of: $0)) }) {
      throw Store.invalid(report)
    }
  }
}
