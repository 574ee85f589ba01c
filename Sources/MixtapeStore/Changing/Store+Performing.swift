internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles

extension Store: PlaylistManaging {
  /// Plans an operation on the files as they are, and makes it one commit; the plan that is returned carries times.
  ///
  /// - Throws: what ``change(_:startingFrom:)`` throws.
  /// - Complexity: O(the length of history), for the times. Where they are not needed, call ``change(_:startingFrom:)``.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    let plan = try change(operation)
    guard let after = plan.after, !plan.changesNothing else { return plan }
    return plan.saved(as: try PlaylistTimes(of: [after.id], in: try openRepository()).complete(after))
  }

  /// Plans an operation on the files as they are, and makes it one commit.
  ///
  /// - Parameter template: What the file of a new playlist starts from, comments and all.
  /// - Returns: The plan as saved; of its times, those that are known without looking history up.
  /// - Throws: what ``PlaylistOperation/plan(in:)`` throws; ``MixtapeError/Code/invalidFile`` if a file that would be
  ///   changed has errors; ``MixtapeError/Code/locked``, ``MixtapeError/Code/repositoryBusy``,
  ///   ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store cannot be changed now.
  @discardableResult
  public func change(
    _ operation: PlaylistOperation, startingFrom template: Template? = nil
  ) throws(MixtapeError) -> PlaylistPlan {
    try transaction { (transaction) throws(MixtapeError) in
      let catalog = StoreCatalog(self)
      let plan = try operation.plan(in: catalog)
      guard !plan.changesNothing else { return plan }
      let writes = try PlanWriter(catalog: catalog, template: template).writes(for: plan)
      let titles = try episodes(plan.episodes).mapValues(\.title)
      guard let message = CommitMessage(of: plan, titles: titles) else { return plan }
      let commit = try transaction.commit(writes, message)
      let time = try git { () throws(GitError) in try transaction.repository.commit(commit).author.date }
      let created = plan.before == nil ? time : nil
      let saved = plan.saved(as: plan.after?.withTimes(created: created, updated: time))
      PlaylistChange(from: saved.before, to: saved.after).map(broadcaster.send)
      return saved
    }
  }

  /// Runs a change under the lock, planning it again where somebody edited its files in the meantime.
  func transaction<Result>(
    _ body: (borrowing Transaction) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    var transaction = try Transaction.begin(in: self)
    defer {
      refreshSnapshot()
      mentionPacking(in: transaction.repository)
    }
    for _ in 1..<Transaction.attempts {
      do throws(MixtapeError) {
        return try body(transaction)
      } catch {
        guard error.cause is FileChanged else { throw error }
        try transaction.captureHandEdits()
      }
    }
    return try body(transaction)
  }

  /// Commits what was edited by hand, each file as one commit of its own; what has errors is told of and left.
  @discardableResult
  public func captureHandEdits() throws(MixtapeError) -> [CapturedEdit] {
    let transaction = try Transaction.begin(in: self)
    if !transaction.captured.isEmpty { refreshSnapshot() }
    mentionPacking(in: transaction.repository)
    return transaction.captured
  }
}

/// What a plan needs to know, read from the store's files.
struct StoreCatalog: PlaylistCatalog {
  private let store: Store
  private let reader: StoreReader

  init(_ store: Store) {
    self.store = store
    self.reader = StoreReader(store)
  }

  func playlist(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try reader.playlistFile(id)?.playlist }
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func ids() throws(MixtapeError) -> [Playlist.ID] { try store.playlistIDs() }

  /// The file that a plan changes or copies.
  func file(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? { try reader.playlistFile(id) }
}

/// Turns a plan into bytes.
struct PlanWriter {
  let catalog: StoreCatalog
  let template: Template?

  /// The files that a plan changes, each with the bytes it has and those it will have.
  func writes(for plan: PlaylistPlan) throws(MixtapeError) -> [FileWrite] {
    let source = try plan.before.flatMap { (before) throws(MixtapeError) in try catalog.file(before.id) }
    let result = try plan.after.map { (after) throws(MixtapeError) in try file(for: after, plan, source) }
    var writes: [FileWrite] = []
    if let result {
      let old = source?.path == result.path ? source?.source : nil
      writes.append(FileWrite(path: result.path, old: old, new: result.source))
    }
    if let source, source.path != result?.path {
      writes.append(FileWrite(path: source.path, old: source.source, new: nil))
    }
    return writes
  }

  private func file(
    for playlist: Playlist, _ plan: PlaylistPlan, _ source: PlaylistFile?
  ) throws(MixtapeError) -> PlaylistFile {
    let basis = if let source { source } else { try basis(of: plan, for: playlist) }
    do throws(PlaylistFileError) {
      return if let basis { try basis.changed(to: playlist) } else { try .new(playlist) }
    } catch {
      throw MixtapeError(.saveFailed, .playlist(playlist.id), cause: error)
    }
  }

  /// What the file of a new playlist starts from, if not from scratch.
  private func basis(of plan: PlaylistPlan, for playlist: Playlist) throws(MixtapeError) -> PlaylistFile? {
    if let template { return PlaylistFile(parsing: template.source, id: playlist.id, folder: playlist.folder) }
    return try plan.original.flatMap { (id) throws(MixtapeError) in try catalog.file(id) }
  }
}

extension PlaylistFile {
  /// The path below the store's directory.
  fileprivate var path: String { StoredFile(section: .playlists, folder: folder, name: id.rawValue).path }
}
