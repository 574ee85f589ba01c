internal import FileSystem
internal import GitHistory
internal import Interchange
internal import MixtapeLibrary
public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// Playlists with their music files at a place, such as a stick or a phone.
extension Store {
  /// The places in `mixtape.toml` that get copies of music files.
  public var copyPlaces: [CopyPlace] {
    settings.exports.filter(\.isCopy).map { CopyPlace(settings: $0, directory: place($0.directory)) }
  }

  /// Returns the copies that a place would get and lose now. Changes nothing.
  ///
  /// - Parameter added: Playlists besides those of the place.
  /// - Throws: ``CopyError``.
  public func copyPlan(
    for place: CopyPlace, adding added: [Playlist.ID] = [], from sources: CopySources
  ) throws(CopyError) -> CopyPlan {
    try CopyTask(for: place, of: self, from: sources).plan(adding: added)
  }

  /// Brings a place up to date: removes copies that its lists do not need any more, copies the missing ones, and writes its lists.
  ///
  /// The lists name the copies that are there, also after an early end. A later run goes on.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether to stop. Called on this thread between pieces of files.
  ///   - onProgress: Called on this thread when bytes were copied.
  /// - Throws: ``CopyError`` if nothing was copied.
  public func copy(
    to place: CopyPlace, from sources: CopySources, isCancelled: () -> Bool = { false },
    onProgress: (CopyOutcome.Progress) -> Void = { _ in }
  ) throws(CopyError) -> CopyOutcome {
    try CopyTask(for: place, of: self, from: sources).run(isCancelled: isCancelled, onProgress: onProgress)
  }
}

/// A place in `mixtape.toml` with `copy = true`: it gets exported playlists and copies of their music files, such as a stick or a
/// phone.
public struct CopyPlace: Sendable {
  let settings: ExportSettings
  /// The directory.
  public let directory: FilePath

  /// The name of the place, as `car`; `nil` for the table `[export]` itself.
  public var name: String? { settings.name }

  /// The name of its table: `export.car`.
  public var table: String { settings.table }
}

/// The copies of one place: plans them from the present files of a store, and makes them.
struct CopyTask {
  private let store: Store
  private let place: CopyPlace
  private let sources: CopySources

  init(for place: CopyPlace, of store: Store, from sources: CopySources) {
    (self.store, self.place, self.sources) = (store, place, sources)
  }

  /// Returns the copies that the place would get and lose now.
  ///
  /// - Parameter added: Playlists besides those of the place.
  func plan(adding added: [Playlist.ID]) throws(CopyError) -> CopyPlan { try plan(in: target(), adding: added) }

  /// Removes copies, makes others, and writes the lists. See ``Store/copy(to:from:isCancelled:onProgress:)``.
  func run(
    isCancelled: () -> Bool, onProgress: (CopyOutcome.Progress) -> Void
  ) throws(CopyError) -> CopyOutcome {
    let target = try target()
    let lock = try CopyError.reporting(target.path) { () throws(Errno) in
      try FileLock.acquire(directory: target.path, patience: .seconds(1))
    }
    guard let lock else { throw .busy(target.named) }
    var run = CopyRun(of: try plan(in: target))
    try run.removeCopies()
    run.copyFiles(isCancelled: isCancelled, onProgress: onProgress)
    do throws(CopyError) {
      try run.writeLists(for: place, of: store)
    } catch {
      run.outcome.end = run.outcome.end ?? error
    }
    _ = consume lock
    return run.outcome
  }

  private func target() throws(CopyError) -> CopyDirectory {
    let trusted = TrustedSettings(of: store)
    for setting in place.settings.places where !trusted.contains(setting) { throw .untrusted(setting) }
    let target = try CopyDirectory(at: place.directory)
    let music = sourceDirectory
    for other in [store.directory, music].compactMap(\.self) {
      let path: FilePath
      do throws(Errno) {
        path = try SystemCalls.resolved(other)
      } catch {
        // The disk with the music may not be mounted.
        if error == .noSuchFileOrDirectory { continue }
        throw .system(other, error)
      }
      // A scan would read copies within the music as other albums.
      let isWithinMusic = other == music && target.path.starts(with: path)
      if isWithinMusic || path.starts(with: target.path) { throw .overlaps(target.named, other) }
    }
    return target
  }

  /// The directory whose tree the copies have; `nil` if each podcast and album gets a directory.
  private var sourceDirectory: FilePath? {
    guard case .copied(let from?, _) = place.settings.paths else { return nil }
    return store.place(from)
  }

  private func plan(
    in target: CopyDirectory, adding added: [Playlist.ID] = []
  ) throws(CopyError) -> CopyPlan {
    let (lists, areAll) = try lists(adding: added)
    try requireNoMusic(in: target)
    return try CopyPlan(
      lists, in: target, ownRecord(in: target), sources, tree: sourceDirectory, keepsOthers: !areAll,
      keepsAddresses: place.settings.format == .feed)
  }

  /// Returns the record of a directory, which names this store.
  private func ownRecord(in target: CopyDirectory) throws(CopyError) -> CopyRecord {
    var record = try target.record()
    let top = try CopyError.reporting(store.directory) { () throws(Errno) in try SystemCalls.resolved(store.directory) }
    let (id, isCommitted): (String?, Bool)
    do throws(MixtapeError) {
      id = try firstCommit()
      isCommitted = try store.isCommitted(target.path.appending(CopyRecord.name), below: top)
    } catch {
      throw .store(error)
    }
    // Whoever committed a record could name any file of the directory in it.
    if isCommitted || (record.store ?? id) != id { throw .foreign(target.named) }
    record.store = id
    return record
  }

  /// Returns the id of the first commit, which all clones of a store have; `nil` before it.
  private func firstCommit() throws(MixtapeError) -> String? {
    let repository = try store.openRepository()
    guard let head = try repository.head().commit else { return nil }
    let commits = try repository.commits(reachableFrom: head, butNotFrom: [])
    var first: [String] = []
    for commit in commits where try repository.parents(of: commit).isEmpty { first.append(commit.description) }
    return first.min()
  }

  /// Throws an error if the library has music files in the directory: they can be the only ones, and copies replace others.
  private func requireNoMusic(in target: CopyDirectory) throws(CopyError) {
    var found: FilePath?
    do throws(MixtapeError) {
      try store.forEachEpisode(matching: EpisodeQuery(now: store.context.now())) { episode in
        found = sources.path(of: episode).flatMap { $0.starts(with: target.named) ? $0 : nil }
        return found == nil
      }
    } catch {
      throw .store(error)
    }
    if let found { throw .containsMusic(target.named, found) }
  }

  /// Returns the lists of the place, and whether all of its playlists could be read. Missing ones go to the context's `notify`.
  private func lists(
    adding added: [Playlist.ID]
  ) throws(CopyError) -> ([CopyPlan.List], areAll: Bool) {
    let settings = place.settings
    do throws(MixtapeError) {
      let playlists = try store.playlists()
      // Without a store, no list would need any copy.
      if let vanished = store.vanishedFiles(besides: playlists.count) {
        throw MixtapeError(.filesVanished, cause: vanished)
      }
      let known = Dictionary(playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let chosen = settings.playlists ?? playlists.map(\.id)
      let unread = Set(try store.playlistIDs()).subtracting(known.keys)
      for id in chosen where known[id] == nil && !unread.contains(id) {
        let failure = PublishingFailure(path: place.directory, reason: .noPlaylist(id))
        store.context.notify(.exportNotRefreshed(failure, place: settings.name))
      }
      var lists: [CopyPlan.List] = []
      for id in chosen + added.filter({ !chosen.contains($0) }) {
        guard let playlist = known[id] else { continue }
        let name = PortablePath(["\(id.rawValue).\(settings.interchangeFormat.fileExtensions[0])"])
        lists.append(CopyPlan.List(playlist: playlist, items: try store.exportedItems(of: playlist), name: name))
      }
      return (lists, settings.playlists.map { unread.isDisjoint(with: $0) } ?? unread.isEmpty)
    } catch {
      throw .store(error)
    }
  }
}

/// The result of copying files to a place.
public struct CopyOutcome {
  /// A file that was not copied, or a copy that was not removed.
  public struct UncopiedFile: Sendable {
    /// The path below the directory.
    public let path: String
    /// The reason.
    public let error: CopyError
  }

  /// The plan.
  public let plan: CopyPlan
  /// The files that were copied, in order.
  public internal(set) var copied: [CopyPlan.Addition] = []
  /// The copies that were removed, in order.
  public internal(set) var removed: [CopyPlan.Removal] = []
  /// The copies that were not removed, or whose empty directories were not.
  public internal(set) var unremoved: [UncopiedFile] = []
  /// The number of playlists that were written, because they are new or have changed.
  public internal(set) var writtenLists = 0
  /// The files that were not copied, while others were.
  public internal(set) var failures: [UncopiedFile] = []
  /// The reason why copying ended before its time, such as a full disk; `nil` if it did not.
  public internal(set) var end: CopyError?
  /// Whether the user ended it.
  public internal(set) var isCancelled = false

  init(of plan: CopyPlan) { self.plan = plan }

  /// The progress of a run.
  public struct Progress: Hashable, Sendable {
    /// The number of the file, from 1.
    public let number: Int
    /// The number of files to copy.
    public let count: Int
    /// The path of the file.
    public let path: String
    /// The number of its bytes so far.
    public let bytes: Int
    /// The number of all of its bytes.
    public let length: Int
  }
}

/// The reason why music files were not copied to a place, or one of them.
public enum CopyError: Error, Sendable {
  /// The directory of the place does not exist, perhaps because its device is not mounted.
  case absent(FilePath)
  /// The directory belongs to a git repository's own files.
  case insideRepository(FilePath)
  /// The directory has the files of another store.
  case foreign(FilePath)
  /// The library has a music file in the directory.
  case containsMusic(FilePath, FilePath)
  /// The directory of the place is within the music to copy, or contains it or the store.
  case overlaps(FilePath, FilePath)
  /// Another file is at the path of a copy or of the record of copies. It is unchanged.
  case occupied(FilePath)
  /// Another process copies to the place.
  case busy(FilePath)
  /// The place leads out of the store, and nobody on this machine has agreed to it.
  case untrusted(PlaceSetting)
  /// An error of the system about a path.
  case system(FilePath, Errno)
  /// The store could not be read.
  case store(MixtapeError)
}

extension CopyError {
  static func reporting<Result: ~Copyable>(
    _ path: FilePath, _ body: () throws(Errno) -> Result
  ) throws(CopyError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw .system(path, error)
    }
  }
}
