internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A change of a store under the lock, from reading to the commit.
struct Transaction: ~Copyable {
  let store: Store
  let repository: StoreRepository
  let state: PrivateState
  let journal: OperationJournal
  /// Files that were edited by hand and have errors, by path. Changes never write to them.
  var invalidFiles: [String: FileReport] = [:]
  /// The files that the last search for hand edits found. Plans use them, so that directories are read once.
  var workTree: WorkTreeState?
  /// The hand edits that were committed in this transaction.
  var captured: [CapturedEdit] = []
  private let lock: FileLock

  /// Takes the lock of a store, finishes an interrupted change, and commits hand edits.
  ///
  /// - Parameter acceptsDeletions: Whether the deletion of most files is committed.
  static func begin(
    in store: Store, acceptingDeletions acceptsDeletions: Bool = false
  ) throws(MixtapeError) -> Transaction {
    var transaction = try resume(in: store)
    try transaction.catchUpLog()
    try transaction.captureHandEdits(acceptingDeletions: acceptsDeletions)
    return transaction
  }

  /// Takes the lock of a store and finishes an interrupted change. Hand edits are not committed.
  static func resume(in store: Store) throws(MixtapeError) -> Transaction {
    try store.requireKnownFormat()
    let transaction = try Transaction(in: store, try store.openRepository())
    _ = try store.context.interruptions.deferred { () throws(MixtapeError) in
      try transaction.finishInterruptedOperation()
    }
    return transaction
  }

  /// Takes the lock only. An interrupted change stays: this is for callers that finish or drop it themselves, and for new stores,
  /// which have none.
  ///
  /// - Parameter restoringBranch: Whether HEAD's branch may be lost, because the caller restores it.
  init(in store: Store, _ repository: StoreRepository, restoringBranch: Bool = false) throws(MixtapeError) {
    let state = repository.privateState
    let lock = try state.acquireLock(store.context)
    // No other process takes locks with this token meanwhile, so existing ones are those of processes that have
    // ended.
    repository.git.lockToken = try StoreRepository.checked(try LockToken(at: state.lockToken))
    repository.git.isInterrupted = { store.context.interruptions.areRequested }
    try repository.removeAbandonedLocks()
    try repository.requireNoUnfinishedOperation()
    // To finish an interrupted change restores the branch.
    if !restoringBranch, try OperationJournal(in: state).read() == nil { try repository.requireBranch() }
    self.store = store
    self.repository = repository
    self.state = state
    self.journal = OperationJournal(in: state)
    self.lock = lock
  }

  /// The number of attempts when another program changes the same files in the meantime.
  static let attempts = 8
}

/// The file has changed since the change was planned. The change is planned again.
struct FileChanged: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) was saved while the change was planned" }
}

extension Transaction {
  /// Runs a change under the lock. Plans it again if somebody edited its files in the meantime.
  static func run<Result>(
    in store: Store, _ body: (borrowing Transaction) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    var transaction = try begin(in: store)
    defer {
      transaction.refreshCopies()
      transaction.notifyIfPackingIsDue()
    }
    for _ in 1..<attempts {
      do throws(MixtapeError) {
        return try body(transaction)
      } catch {
        guard error.cause is FileChanged else { throw error }
        try transaction.captureHandEdits(readingAll: true)
      }
    }
    return try body(transaction)
  }

  /// Updates the copies for other programs, if the store has some: the snapshot and the exported playlists.
  func refreshCopies() {
    store.refreshSnapshot()
    store.refreshExport()
  }

  /// Notifies the user if a change has left more loose objects than git's limit. Each change adds some, and libgit2
  /// does not pack them.
  func notifyIfPackingIsDue() {
    do throws(MixtapeError) {
      let objects = try repository.looseObjects()
      if objects.exceedsLimit { store.context.notify(.packingDue(in: store.directory, objects)) }
    } catch {
      // The change is complete, and the next read of objects reports the error.
    }
  }
}

extension Transaction {
  /// Returns the record of changes that are about to be made.
  func operation(
    _ message: CommitMessage, _ changes: [PendingOperation.Change], _ kind: PendingOperation.Kind = .change
  ) throws(MixtapeError) -> PendingOperation {
    PendingOperation(
      message: message.text, changes: changes, base: try repository.head().commit, kind: kind)
  }
}

extension Transaction {
  /// Notifies the user, once for each store, of settings that `git commit` follows and Mixtape ignores, and of a missing merge
  /// driver.
  func notifyAdvisories() throws(MixtapeError) {
    for advisory in try repository.advisories()
    where try state.isFirstNotice(of: advisory.topic) {
      store.context.notify(.advisory(advisory))
    }
    guard try repository.hasRemote() else { return }
    if try MergeDriver.isConfigured(in: repository), try MergeDriver.isNamed(in: store) { return }
    if try state.isFirstNotice(of: MergeDriver.noticeTopic) { store.context.notify(.mergeDriverMissing) }
  }

  /// Records that the user needs no notice of a missing merge driver.
  func omitMergeDriverNotice() throws(MixtapeError) {
    _ = try state.isFirstNotice(of: MergeDriver.noticeTopic)
  }
}

extension MergeDriver {
  /// Returns whether `.gitattributes` names Mixtape as the merge driver of the store's files.
  static func isNamed(in store: Store) throws(MixtapeError) -> Bool {
    guard case .bytes(let source) = try store.load(StoreAttributes.fileName) else { return false }
    return isNamed(in: source)
  }
}

extension RepositoryAdvisory {
  /// The name of the note that the notice was shown.
  fileprivate var topic: String {
    switch self {
    case .commitsAreNotSigned: "signing"
    case .hooksDoNotRun: "hooks"
    case .filesAreNotConverted: "conversion"
    }
  }
}

// MARK: - Listeners

extension Transaction {
  /// Commits the writes of an undo, a revert, a restoration, a decision or a sync, and sends the changed playlists and podcasts to
  /// listeners. Nothing fails after the commit.
  func commitAndAnnounce(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind = .change,
    from origin: Admission.Origin = .command, renamed: [Playlist.ID: Playlist.ID] = [:]
  ) throws(MixtapeError) -> CommitID {
    let commit = try commitWrites(writes, message, kind, from: origin)
    announce(writes, on: store.broadcaster, taking: \.playlist)
    announce(writes, on: store.libraryBroadcaster, taking: \.podcast)
    RuleWarnings(store).notifyOfRules(naming: writes.removedPlaylists, renamed: renamed)
    return commit
  }

  /// Sends the changes that writes have made, in order of id. A file with errors counts as missing: a step may restore one that
  /// somebody committed with git.
  ///
  /// Reads no files: after the commit, a failure to read would report the change as failed.
  private func announce<Item: FileBacked>(
    _ writes: [FileWrite], on broadcaster: ChangeBroadcaster<ItemChange<Item>>, taking item: (FileContent) -> Item?
  ) {
    // Listeners that begin later read the files after this change.
    guard broadcaster.hasListeners else { return }
    func items(_ side: KeyPath<FileWrite, [UInt8]?>) -> [FileID<Item>: Item] {
      let contents = writes.compactMap { write in
        write[keyPath: side].flatMap { FileContent(parsing: $0, at: write.path) }
      }
      return Dictionary(contents.compactMap(item).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (items(\.old), items(\.new))
    for id in Set(before.keys).union(after.keys).sorted() {
      ItemChange(from: before[id], to: after[id]).map(broadcaster.send)
    }
  }
}
