internal import FileSystem
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Git's lock on the index, `index.lock`, held from before the index is read until it is replaced, so that what another
/// git stages in the meantime is not lost. The lock file becomes the index, as git does it.
final class IndexLock {
  private let index: FilePath
  private let lock: FilePath

  /// Whether the lock file is ours to remove. A lock that was not got is another's.
  private var isHeld = false

  /// Takes the lock.
  /// - Throws: ``GitError/Code/locked`` with the path of the lock file where it is taken.
  init(on index: FilePath) throws(GitError) {
    self.index = index
    lock = FilePath(index.string + ".lock")
    do throws(Errno) {
      try FileAccess.write([], toNewFile: lock)
      isHeld = true
    } catch {
      guard error == .fileExists else { throw GitError(error, .writeIndex, path: lock) }
      throw GitError(.locked, .writeIndex, message: "another git holds the index, or left its lock", path: lock)
    }
  }

  deinit {
    // Nothing can be done about a failure here; the next to take the lock reports the file.
    if isHeld { unlink(lock.string) }
  }

  /// Replaces the index and gives up the lock. The file is not synced, as git does not either: it can be made again.
  func replaceIndex(with bytes: [UInt8]) throws(GitError) {
    do throws(Errno) {
      try FileAccess.write(bytes, over: lock)
    } catch {
      throw GitError(error, .writeIndex, path: lock)
    }
    guard rename(lock.string, index.string) == 0 else {
      throw GitError(Errno(rawValue: errno), .writeIndex, path: index)
    }
    isHeld = false
  }
}
