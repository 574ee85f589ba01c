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
    /// Makes the writer that keeps a snapshot of a store for other programs; returns `nil` for no snapshot.
    public let snapshots: @Sendable (Store) -> SnapshotWriter?
    /// Returns the text that an editor has open for a path below the store's directory; returns `nil` for other files. Reading
    /// uses this text instead of the file, which may not be saved yet.
    public let editedText: @Sendable (String) -> [UInt8]?

    /// Requests to end the process, and functions to defer them during a change.
    public let interruptions: Interruptions

    /// Makes a context.
    public init(
      environment: [String: String], now: @escaping @Sendable () -> Date, lockPatience: Duration = .seconds(10),
      notify: @escaping @Sendable (StoreNotice) -> Void = { _ in },
      snapshots: @escaping @Sendable (Store) -> SnapshotWriter? = { _ in nil },
      editedText: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
      utcOffset: @escaping @Sendable (Date) -> Int = Signature.localUTCOffset,
      interruptions: Interruptions = .none
    ) {
      self.environment = environment
      self.now = now
      self.utcOffset = utcOffset
      self.lockPatience = lockPatience
      self.notify = notify
      self.snapshots = snapshots
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
