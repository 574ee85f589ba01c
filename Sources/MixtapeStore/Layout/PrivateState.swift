internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The private directory of Mixtape in a repository: `mixtape/` in the git directory. It is never tracked. All of it but the
/// pending operation may be deleted at any time.
struct PrivateState {
  let directory: FilePath

  init(ofGitDirectory gitDirectory: FilePath) {
    directory = gitDirectory.appending("mixtape")
  }

  /// Finds the place of the directory without starting git, for those who read; `nil` where there is no git directory.
  init?(locatedIn store: FilePath) throws(MixtapeError) {
    var repository = store.appending(".git")
    do throws(FileAccess.Failure) {
      // In a linked work tree, `.git` is a file that says where the directory is.
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

  /// The lock of those who write the library index.
  var libraryIndexLock: FilePath { directory.appending("index-lock") }

  /// The records of what each commit changed.
  var commitRecords: FilePath { directory.appending("history") }

  /// The state that a player has saved for a playlist.
  func player(_ id: Playlist.ID) -> FilePath { directory.appending("\(Self.playerPrefix)\(id.rawValue)") }

  private static let playerPrefix = "player-"

  func playerLock(_ id: Playlist.ID) -> FilePath { directory.appending("playing-\(id.rawValue)") }

  /// Files here that an interrupted write has left: those of a ``DurableFile``, and indexes of history of a process that is gone.
  func leftovers() -> [FilePath] {
    do throws(Errno) {
      return try Directory(at: directory).names().compactMap { name, kind in
        guard kind == .regular, let text = String(validating: name.dropLast(), as: UTF8.self) else { return nil }
        let isOurs = DurableFile.isTemporary(text) || DurableFile.isAbandoned(text, for: commitRecords)
        return isOurs ? directory.appending(text) : nil
      }
    } catch {
      return []
    }
  }

  /// The playlists whose players have left a temporary file, or are about to keep their state.
  func interruptedPlayers() -> [Playlist.ID] {
    leftovers().compactMap { path in
      guard let name = path.lastComponent.flatMap({ DurableFile.target(ofTemporary: $0.string) }) else { return nil }
      return name.hasPrefix(Self.playerPrefix)
        ? Playlist.ID(rawValue: String(name.dropFirst(Self.playerPrefix.count))) : nil
    }
  }

  /// The content of the locks of git that a change takes.
  var lockToken: FilePath { directory.appending("lock-token") }

  /// The lock around every change.
  var lock: FilePath { directory.appending("lock") }

  /// Takes the lock, and makes the directory if it is not there.
  ///
  /// - Parameter onWait: Called once, when another process holds the lock.
  /// - Returns: `nil` if the lock could not be had in time.
  /// - Throws: ``MixtapeError/Code/notWritable`` about the git directory: what lies in it belongs to one user.
  func acquireLock(patience: Duration, onWait: () -> Void) throws(MixtapeError) -> FileLock? {
    do throws(Errno) {
      try DurableFile.makeDirectories(directory)
      return try FileLock.acquire(lock, patience: patience, onWait: onWait)
    } catch {
      guard error.isRefusal else { throw .lock(lock, error) }
      throw MixtapeError(.notWritable, .file(directory.removingLastComponent().string), cause: error)
    }
  }

  /// Files here that are written or locked for every change, and in whose place is something else, so that no change can be made.
  func obstacles() throws(MixtapeError) -> [FilePath] {
    var obstacles: [FilePath] = []
    for path in [lock, lockToken, directory.appending("pending")] {
      switch try Disk.checked(path, try FileKind(at: path)) {
      case .directory: obstacles.append(path)
      // The other files are replaced.
      case .symbolicLink: if path == lock { obstacles.append(path) }
      case .regular, .other, nil: break
      }
    }
    return obstacles
  }

  /// Notes that a message was shown that is shown once; returns `true` the first time.
  ///
  /// If the note cannot be saved, the message is shown again next time.
  func isFirstNotice(of topic: String) throws(MixtapeError) -> Bool {
    let mark = directory.appending("said-\(topic)")
    if try Disk.exists(mark) { return false }
    try Disk.write([], to: mark)
    return true
  }
}
