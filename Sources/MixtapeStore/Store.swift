internal import Dispatch
internal import FileSystem
public import GitHistory
public import MixtapeModel
internal import PlaylistFiles
internal import Synchronization
public import SystemPackage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store: a directory of playlists and podcasts as files, with its history in a git repository.
///
/// All access to a store goes through this type. Reading takes no lock, and does not start libgit2 unless a file has
/// errors. Every change is a transaction: lock, finish an interrupted change, commit hand edits, plan, write, commit.
public final class Store: Sendable {
  /// The directory that holds `mixtape.toml`.
  public let directory: FilePath

  package let context: Context
  /// The settings in `mixtape.toml` when the store was opened.
  let settings: StoreFile
  let broadcaster = ChangeBroadcaster<PlaylistChange>()
  /// The library index, after its first use.
  let openLibraryIndex = Mutex<LibraryIndexFile?>(nil)
  let libraryBroadcaster = ChangeBroadcaster<PodcastChange>()

  /// The surroundings of a store: environment, clock, and functions that the program provides.
  public struct Context: Sendable {
    /// The variables of the environment. Those that git reads (`GIT_AUTHOR_NAME`, `HOME`, …) have the same effect.
    public let environment: [String: String]
    /// The clock for commits, and for times relative to now.
    public let now: @Sendable () -> Date
    /// Returns the offset of local time from UTC at an instant, in minutes. Days are days of local time.
    public let utcOffset: @Sendable (Date) -> Int
    /// The maximum time to wait for a change by another process.
    public let lockPatience: Duration
    /// Receives messages to the user besides results, on the thread of the call.
    public let notify: @Sendable (StoreNotice) -> Void
    /// Whether changes keep the snapshot for other programs up to date, if `mixtape.toml` names one.
    public let keepsSnapshot: Bool
    /// Returns the text that an editor has open for a path below the store's directory; returns `nil` for other files. Reading
    /// uses this text instead of the file, which may not be saved yet.
    public let editedText: @Sendable (String) -> [UInt8]?

    /// Requests to end the process, and functions to defer them during a change.
    public let interruptions: Interruptions

    /// Makes a context.
    public init(
      environment: [String: String], now: @escaping @Sendable () -> Date, lockPatience: Duration = .seconds(10),
      notify: @escaping @Sendable (StoreNotice) -> Void = { _ in },
      keepsSnapshot: Bool = false,
      editedText: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
      utcOffset: @escaping @Sendable (Date) -> Int = Signature.localUTCOffset,
      interruptions: Interruptions = .none
    ) {
      self.environment = environment
      self.now = now
      self.utcOffset = utcOffset
      self.lockPatience = lockPatience
      self.notify = notify
      self.keepsSnapshot = keepsSnapshot
      self.editedText = editedText
      self.interruptions = interruptions
    }

    /// The environment and the clock of the process, without messages and snapshots.
    public static var process: Context {
      Context(environment: ProcessInfo.processInfo.environment, now: { Date() })
    }
  }

  /// Opens the store in a directory.
  ///
  /// Other errors in `mixtape.toml` are sent to the context's `notify`, and the settings concerned have their
  /// defaults. A change requires a valid line `format`.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` if there is no `mixtape.toml`, ``MixtapeError/Code/invalidFile`` if it
  ///   names an unknown format.
  public init(at directory: FilePath, context: Context = .process) throws(MixtapeError) {
    self.directory = directory
    self.context = context
    settings = try Self.readSettings(of: directory, context)
  }

  /// Makes a store for a directory without `mixtape.toml`.
  init(unmarked directory: FilePath, context: Context) {
    self.directory = directory
    self.context = context
    settings = StoreFile(parsing: StoreFile.initialSource)
  }

  /// Opens the store's repository. Starts libgit2 the first time.
  func openRepository() throws(MixtapeError) -> StoreRepository {
    let repository = try StoreRepository.open(at: directory, environment: context.environment)
    repository.git.lockPatience = min(repository.lockPatience, context.lockPatience)
    return repository
  }

  /// Returns the changes of playlists that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PlaylistChange> { broadcaster.listen() }
}

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

/// A player whose state a store keeps.
public enum StorePlayer: Hashable, Sendable {
  /// The player of a playlist.
  case playlist(Playlist.ID)
  /// The player without a playlist, which plays the queue that the user filled.
  case standalone
  /// The player of a podcast, an album, episodes or the result of a search: whatever was asked for last.
  case selection
}

extension StorePlayer {
  /// The playlist; `nil` for the other players.
  public var playlist: Playlist.ID? {
    switch self {
    case .playlist(let id): id
    case .standalone, .selection: nil
    }
  }

  var subject: MixtapeError.Subject {
    switch self {
    case .playlist(let id): .playlist(id)
    case .standalone, .selection: .none
    }
  }
}

/// Requests to end the process, such as Ctrl-C, and functions to defer them.
///
/// A library handles no signals. A program that handles them passes these functions, so that a change that has begun
/// to write is completed or rolled back before the process ends.
public struct Interruptions: Sendable {
  package let hold: @Sendable () -> Void
  package let release: @Sendable () -> Void
  private let request: @Sendable () -> Bool

  /// Makes requests from three functions.
  ///
  /// - Parameters:
  ///   - hold: Keeps the process alive until `release` has been called as often.
  ///   - release: Allows the process to end. If that was requested in the meantime, the process ends in this call.
  ///   - isRequested: Returns whether somebody has requested the end of the process.
  public init(
    hold: @escaping @Sendable () -> Void, release: @escaping @Sendable () -> Void,
    isRequested: @escaping @Sendable () -> Bool
  ) {
    self.hold = hold
    self.release = release
    request = isRequested
  }

  /// No protection: the process may end at any time, and the next change finishes the interrupted one.
  public static let none = Interruptions(hold: {}, release: {}, isRequested: { false })

  /// Whether somebody has requested the end of the process.
  package var areRequested: Bool { request() }

  /// Runs `body`, and defers requests to end the process.
  func deferred<Result>(_ body: () throws(MixtapeError) -> Result) throws(MixtapeError) -> Result {
    hold()
    defer { release() }
    return try body()
  }

  /// Throws an error if somebody has requested the end of the process. Called while a change can still be rolled
  /// back.
  func check() throws(MixtapeError) {
    if areRequested { throw MixtapeError(.stopped) }
  }
}
