internal import FileSystem
internal import SystemPackage

/// A lock of git on one of its files, `FILE.lock`, held from before the file is read until it is replaced, so that what
/// another git writes in the meantime is not lost. The lock becomes the file, as git does it.
final class LockFile {
  private let file: FilePath
  private let lock: FilePath
  private let operation: GitError.Operation

  /// Whether the lock is ours to remove. One that was not got is another's.
  private var isHeld = false

  /// Takes the lock.
  /// - Throws: ``GitError/Code/locked`` with the path of the lock where it is taken.
  init(on file: FilePath, _ operation: GitError.Operation) throws(GitError) {
    self.file = file
    self.operation = operation
    lock = FilePath(file.string + ".lock")
    do throws(Errno) {
      try Self.make(lock)
      isHeld = true
    } catch {
      guard error == .fileExists else { throw GitError(error, operation, path: lock) }
      let name = file.lastComponent?.string ?? ""
      throw GitError(.locked, operation, message: "another git holds \(name), or left its lock", path: lock)
    }
  }

  /// Makes an empty file that is not there yet. A branch that was packed may have no directory of its own.
  private static func make(_ lock: FilePath) throws(Errno) {
    do throws(Errno) {
      try FileAccess.write([], toNewFile: lock)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      try DurableFile.makeDirectories(lock.removingLastComponent())
      try FileAccess.write([], toNewFile: lock)
    }
  }

  deinit {
    guard isHeld else { return }
    do throws(Errno) {
      try SystemCalls.remove(lock)
    } catch {
      // Nothing can be done about it here; the next to take the lock reports the file.
    }
  }

  /// Replaces the file and gives up the lock. The content is durable before it gets the name, so that a power cut leaves
  /// the old one or the new one; ``Repository/synchronizeNames()`` makes the name durable.
  func replaceFile(with bytes: [UInt8]) throws(GitError) {
    do throws(Errno) {
      try DurableFile.overwrite(lock, with: bytes)
      try SystemCalls.rename(lock, to: file)
    } catch {
      throw GitError(error, operation, path: lock)
    }
    isHeld = false
  }
}
