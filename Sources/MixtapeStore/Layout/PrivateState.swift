internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The private directory of Mixtape in a repository: `mixtape/` in the git directory. It is never tracked.
///
/// Some files in it cannot be made again: the pending operation, the token of locks, and the saved states of players, which
/// contain queues and plays that are not recorded yet. All others may be deleted while no `mixtape` runs.
struct PrivateState {
  let directory: FilePath

  init(ofGitDirectory gitDirectory: FilePath) {
    directory = gitDirectory.appending("mixtape")
  }

  /// Finds the directory without starting libgit2, for reading; `nil` if there is no git directory.
  init?(locatedIn store: FilePath) throws(MixtapeError) {
    var repository = store.appending(".git")
    do throws(FileAccess.Failure) {
      // In a linked work tree, `.git` is a file with the path of the directory.
      let text = String(decoding: try FileAccess.read(repository, atMost: 4_096), as: UTF8.self)
      guard let line = text.split(separator: "\n").first, line.hasPrefix("gitdir: ") else { return nil }
      repository = store.pushing(FilePath(String(line.dropFirst("gitdir: ".count))))
    } catch {
      guard case .notAFile = error else { return nil }
    }
    guard try Disk.exists(repository) else { return nil }
    directory = repository.appending("mixtape")
  }

  var libraryIndex: FilePath { directory.appending("index.sqlite") }

  var libraryIndexLock: FilePath { directory.appending("index-lock") }

  /// The records of the changes of each commit.
  var commitRecords: FilePath { directory.appending("history") }

  var feeds: FilePath { directory.appending("feeds") }

  var music: FilePath { directory.appending("music") }

  /// The record of the last exchange of changes with a remote.
  var syncRecord: FilePath { directory.appending("synced") }

  /// The log of the operations of this clone (``OperationLog``).
  var operations: FilePath { directory.appending("operations") }

  /// The list of the files that were exported for other programs.
  var exportList: FilePath { directory.appending("exported") }

  /// The settings that lead out of the store, and that the user has agreed to.
  var trustedSettings: FilePath { directory.appending("trusted") }

  /// The playlists with a limit and no order that `check` has named.
  var namedLimits: FilePath { directory.appending("named-limits") }

  /// The changes that editors were asked to write (``ExpectedChanges``).
  var expectedChanges: FilePath { directory.appending("expected") }

  func state(of player: StorePlayer) -> FilePath { directory.appending(Self.name("player", of: player)) }

  func damagedState(of player: StorePlayer) -> FilePath {
    directory.appending(Self.name("damaged-player", of: player))
  }

  func playerLock(_ player: StorePlayer) -> FilePath { directory.appending(Self.name("playing", of: player)) }

  /// Returns the name of the socket on which a running player receives requests.
  static func socketName(of player: StorePlayer) -> String { name("control", of: player) }

  /// Returns the player of a socket; `nil` for another name.
  static func player(ofSocket name: String) -> StorePlayer? {
    if name == "control" { return .standalone }
    guard name.hasPrefix("control-") else { return nil }
    let rest = String(name.dropFirst("control-".count))
    return rest == selection ? .selection : Playlist.ID(rawValue: rest).map(StorePlayer.playlist)
  }

  private static let selection = "-selection"

  private static func name(_ kind: String, of player: StorePlayer) -> String {
    switch player {
    case .playlist(let id): "\(kind)-\(id.rawValue)"
    case .standalone: kind
    // No id begins with a dash.
    case .selection: "\(kind)-\(selection)"
    }
  }

  /// Returns the temporary files of interrupted writes: those of ``DurableFile``, and records of commits written by
  /// processes that have ended. None if the directory cannot be read, which `doctor` reports.
  func leftovers() -> [FilePath] {
    do throws(Errno) {
      return try Directory(at: directory).textNames().compactMap { name, kind in
        guard kind == .regular else { return nil }
        let isOurs =
          DurableFile.isTemporary(name)
          || [commitRecords, feeds, music, expectedChanges].contains { DurableFile.isAbandoned(name, for: $0) }
        return isOurs ? directory.appending(name) : nil
      }
    } catch {
      return []
    }
  }

  /// The content by which Mixtape recognizes its locks of git's files.
  var lockToken: FilePath { directory.appending("lock-token") }

  /// The lock that every change holds.
  var lock: FilePath { directory.appending("lock") }

  /// Acquires the lock, and creates the directory if it is missing.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if another process holds it for too long; ``MixtapeError/Code/notWritable`` about the git
  ///   directory, because its contents belong to one user.
  func acquireLock(_ context: Store.Context) throws(MixtapeError) -> FileLock {
    do throws(Errno) {
      try DurableFile.makeDirectories(directory)
      let acquired = try FileLock.acquire(lock, patience: context.lockPatience) { context.notify(.waitingForLock) }
      if let acquired { return acquired }
    } catch {
      guard error.isRefusal else { throw .lock(lock, error) }
      throw MixtapeError(.notWritable, .file(directory.removingLastComponent().string), cause: error)
    }
    throw MixtapeError(.locked, .file(lock.string))
  }

  /// Records that a one-time notice was shown. Returns `true` the first time.
  ///
  /// If the record cannot be saved, the notice is shown again next time.
  func isFirstNotice(of topic: String) throws(MixtapeError) -> Bool {
    let mark = directory.appending("said-\(topic)")
    if try Disk.exists(mark) { return false }
    try Disk.write([], to: mark)
    return true
  }
}
