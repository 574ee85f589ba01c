internal import FileSystem
internal import SystemPackage

/// A lock of git on one of its files, `FILE.lock`, held from before the file is read until all that goes with it is done, so
/// that what another git writes in the meantime is not lost.
///
/// Git lets the lock become the file. Here the lock stays what it is, and the file is replaced beside it: so the lock can bear
/// a ``LockToken``, and can be held longer than the file takes.
final class LockFile {
  private let file: FilePath
  private let lock: FilePath
  /// The name under which the new content is prepared.
  private let place: FilePath
  private let operation: GitError.Operation

  /// Whether the lock is ours to remove. One that was not got is another's.
  private var isHeld = false

  /// The lock of a file.
  static func lock(of file: FilePath) -> FilePath { FilePath(file.string + ".lock") }

  /// Takes the lock.
  /// - Parameters:
  ///   - place: A name in the same file system under which the new content is prepared, the file's own if `nil`.
  ///   - token: What the lock is to bear.
  /// - Throws: ``GitError/Code/locked`` with the path of the lock where it is taken.
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
      throw GitError(.locked, operation, message: "another git holds \(name), or left its lock", path: lock)
    }
  }

  /// Makes a lock that is not there yet. A branch that was packed may have no directory of its own.
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

  /// Gives the lock up. Where that fails, it is tried once more when this value goes; one that bears a token is removed by
  /// the next who takes locks with it.
  func release() {
    guard isHeld else { return }
    do throws(Errno) {
      try SystemCalls.remove(lock)
      isHeld = false
    } catch {
      isHeld = error != .noSuchFileOrDirectory
    }
  }

  /// Replaces the file; the lock is still held. The content is durable before it gets the name, so that a power cut leaves
  /// the old one or the new one; ``Repository/synchronizeNames()`` makes the name durable.
  func replaceFile(with bytes: [UInt8]) throws(GitError) {
    do throws(Errno) {
      try DurableFile.prepare(bytes, for: place)
      try DurableFile.install(preparedFor: place, at: file)
    } catch {
      DurableFile.discardRemains(of: place)
      throw GitError(error, operation, path: DurableFile.obstacle(to: place) ?? file)
    }
  }
}
