internal import Dispatch
public import MixtapeModel
public import SystemPackage

/// A store for asynchronous code: an actor whose calls run one at a time, on a thread of their own.
///
/// The calls of ``Store`` are synchronous and may come from any thread. A task that calls them blocks a thread of Swift's pool
/// until the file system answers. An actor does not.
public actor StoreActor {
  /// The store. Its own calls may be used, too.
  public nonisolated let store: Store
  private let executor = QueueExecutor()

  /// The executor of the actor: a queue with a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Makes an actor over a store.
  public init(_ store: Store) { self.store = store }

  /// Opens the store in a directory.
  ///
  /// - Throws: The errors of ``Store/init(at:context:)``.
  public init(at directory: FilePath, context: Store.Context = .process) throws(MixtapeError) {
    self.init(try Store(at: directory, context: context))
  }

  /// Runs a function with the store. No other call of the actor runs meanwhile.
  public func run<Result: Sendable>(
    _ body: @Sendable (Store) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    try body(store)
  }

  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``Store/change(_:startingFrom:)``.
  @discardableResult
  public func change(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    try store.change(operation)
  }
}

/// An executor that runs jobs one after the other on a queue of Dispatch.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "mixtape.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
