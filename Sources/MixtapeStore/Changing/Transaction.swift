internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// A change of a store, under the lock: everything between reading and the commit.
struct Transaction: ~Copyable {
  let store: Store
  let repository: StoreRepository
  let state: PrivateState
  let journal: OperationJournal
  /// Files that were edited by hand and cannot be committed, by path. Nothing is ever written over them.
  var invalidFiles: [String: FileReport] = [:]
  /// The files that the last search for hand edits found. Plans use them, so that directories are read once.
  var found: WorkTreeState?
  /// The hand edits that were committed in this transaction.
  var captured: [CapturedEdit] = []
  /// The paths of changes that are made, and of which the disk did not say that it keeps them.
  var unconfirmed: [String] = []
  private let lock: FileLock

  /// Takes the lock of a store, and brings the store into a state from which a change can start: what a crash left is
  /// finished, and what was edited by hand is committed.
  static func begin(in store: Store) throws(MixtapeError) -> Transaction {
    try store.requireKnownFormat()
    var transaction = try Transaction(in: store, try store.openRepository())
    _ = try store.context.interruptions.deferred { () throws(MixtapeError) in
      try transaction.finishInterruptedOperation()
    }
    try transaction.captureHandEdits()
    return transaction
  }

  /// Takes the lock and nothing more, as for a store that has no history yet.
  init(in store: Store, _ repository: StoreRepository) throws(MixtapeError) {
    let state = repository.privateState
    let lock = try state.acquireLock(patience: store.context.lockPatience) { store.context.notify(.waitingForLock) }
    guard let lock else { throw MixtapeError(.locked, .file(state.lock.string)) }
    // Nobody else takes locks with this token meanwhile: those that are there are of processes that are gone.
    repository.git.lockToken = try StoreRepository.checked(try LockToken(at: state.lockToken))
    repository.git.isInterrupted = { store.context.interruptions.areRequested }
    try repository.removeAbandonedLocks()
    try repository.requireNoUnfinishedOperation()
    self.store = store
    self.repository = repository
    self.state = state
    self.journal = OperationJournal(in: state)
    self.lock = lock
  }

  /// The number of attempts when another program changes the same files in the meantime.
  static let attempts = 8
}

/// The file is not what the change was planned on: plan again.
struct FileChanged: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) was saved while the change was planned" }
}

extension Transaction {
  /// The record of changes that are about to be made.
  func operation(
    _ message: CommitMessage, _ changes: [PendingOperation.Change]
  ) throws(MixtapeError) -> PendingOperation {
    PendingOperation(
      message: message.text, changes: changes, base: try repository.head().commit?.description,
      unconfirmed: unconfirmed)
  }
}
