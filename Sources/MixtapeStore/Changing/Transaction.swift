internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// A change of a store under the lock, from reading to the commit.
struct Transaction: ~Copyable {
  let store: Store
  let repository: StoreRepository
  let state: PrivateState
  let journal: OperationJournal
  /// Files that were edited by hand and have errors, by path. Changes never write to them.
  var invalidFiles: [String: FileReport] = [:]
  /// The files that the last search for hand edits found. Plans use them, so that directories are read once.
  var found: WorkTreeState?
  /// The hand edits that were committed in this transaction.
  var captured: [CapturedEdit] = []
  /// The paths of complete changes whose sync failed.
  var unconfirmed: [String] = []
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
    var transaction = try Transaction(in: store, try store.openRepository())
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
    let lock = try state.acquireLock(patience: store.context.lockPatience) { store.context.notify(.waitingForLock) }
    guard let lock else { throw MixtapeError(.locked, .file(state.lock.string)) }
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
  /// Returns the record of changes that are about to be made.
  func operation(
    _ message: CommitMessage, _ changes: [PendingOperation.Change], _ kind: PendingOperation.Kind = .change
  ) throws(MixtapeError) -> PendingOperation {
    PendingOperation(
      message: message.text, changes: changes, base: try repository.head().commit?.description,
      unconfirmed: unconfirmed, kind: kind)
  }
}
