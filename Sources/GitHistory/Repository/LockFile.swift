internal import FileSystem
internal import SystemPackage

/// A lock of git on one of its files, `FILE.lock`. It is held from before the file is read until all dependent writes
/// are complete, so that writes by other git processes are not lost.
///
/// Git renames the lock to the file. Here, the lock stays, and a separate file replaces the original: so the lock can
/// contain a ``LockToken``, and can be held longer than the replacement takes.
final class LockFile {
  private let file: FilePath
  private let lock: FilePath
  /// The path for the temporary file of the new content.
  private let place: FilePath
  private let operation: GitError.Operation

  /// Whether this value has taken the lock and must remove it.
  private var isHeld = false

  /// Returns the path of the lock of a file.
  static func lock(of file: FilePath) -> FilePath { FilePath(file.string + ".lock") }

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - place: A path in the same file system for the temporary file; `nil` for a path beside the file.
  ///   - token: The content of the lock, by which the next change recognizes it after a crash.
  /// - Throws: ``GitError/Code/locked`` with the path of the lock if another process holds it.
  init(
    on file: FilePath, preparing place: FilePath? = nil, with token: LockToken?, _ operation: GitError.Operation
  ) throws(GitError) {
    self.file = file
    self.place = place ?? file
    self.operation = operation
    lock = Self.lock(of: file)
    do throws(Errno) {
      try Self.make(lock, with: token)
      isHeld = true
    } catch {
      guard error == .fileExists else { throw GitError(error, operation, path: lock) }
      let name = file.lastComponent?.string ?? ""
      throw GitError(
        .locked, operation, message: "another git process holds \(name), or was killed and left it", path: lock)
    }
  }

  /// Creates the lock file. A packed branch may not have a directory yet.
  private static func make(_ lock: FilePath, with token: LockToken?) throws(Errno) {
    func take() throws(Errno) {
      if let token { try token.take(lock) } else { try FileAccess.write([], toNewFile: lock) }
    }
    do throws(Errno) {
      try take()
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      try DurableFile.makeDirectories(lock.removingLastComponent())
      try take()
    }
  }

  deinit { release() }

  /// Releases the lock. If that fails, `deinit` tries again. A lock with a token is removed by the next program that
  /// uses the token.
  func release() {
    guard isHeld else { return }
    do throws(Errno) {
      try SystemCalls.remove(lock)
      isHeld = false
    } catch {
      isHeld = error != .noSuchFileOrDirectory
    }
  }

  /// Replaces the file while the lock is held. The content is synced before the rename, so that a power cut leaves
  /// the old or the new file. ``Repository/synchronizeNames()`` makes the new name durable.
  func replaceFile(with bytes: [UInt8]) throws(GitError) {
    do throws(Errno) {
      try DurableFile.prepare(bytes, for: place)
      try DurableFile.install(preparedFor: place, at: file)
    } catch {
      DurableFile.discardTemporaryFile(of: place)
      throw GitError(error, operation, path: DurableFile.obstruction(of: place) ?? file)
    }
  }
}
