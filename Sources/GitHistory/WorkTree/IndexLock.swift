internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Git's lock on the index, `index.lock`, held from reading the index to replacing it.
///
/// libgit2 takes the lock only while it writes, so what another git stages in the meantime would be lost. Here, the index
/// is copied, the copy is changed, and then takes the place of the lock file and at last of the index, as git does it.
final class IndexLock {
  /// The copy to change.
  let draft: FilePath

  private let index: FilePath
  private let lock: FilePath

  /// Whether the lock file is ours to remove. A lock that was not got is another's.
  private var isHeld = false

  /// Takes the lock.
  /// - Throws: ``GitError/Code/locked`` with the path of the lock file where it is taken.
  init(in gitDirectory: FilePath) throws(GitError) {
    index = gitDirectory.appending("index")
    lock = gitDirectory.appending("index.lock")
    draft = gitDirectory.appending("index.draft")
    try Self.take(lock)
    isHeld = true
  }

  deinit {
    // Nothing can be done about a failure here; the next to take the lock reports the file.
    if isHeld { unlink(lock.string) }
  }

  /// Copies the index to the draft. Where there is no index, there is no draft either.
  func copyIndex() throws(GitError) {
    unlink(draft.string)
    do throws(Errno) {
      guard let bytes = try FileAccess.read(index) else { return }
      try FileAccess.write(bytes, to: draft)
    } catch {
      throw GitError(error, .writeIndex, path: draft)
    }
  }

  /// Makes the draft the index and gives up the lock.
  func publishDraft() throws(GitError) {
    guard rename(draft.string, lock.string) == 0 else {
      throw GitError(Errno(rawValue: errno), .writeIndex, path: lock)
    }
    guard rename(lock.string, index.string) == 0 else {
      throw GitError(Errno(rawValue: errno), .writeIndex, path: index)
    }
    isHeld = false
  }

  private static func take(_ lock: FilePath) throws(GitError) {
    let descriptor = open(lock.string, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor < 0 else {
      close(descriptor)
      return
    }
    let error = Errno(rawValue: errno)
    guard error == .fileExists else { throw GitError(error, .writeIndex, path: lock) }
    throw GitError(.locked, .writeIndex, message: "another git holds the index, or left its lock", path: lock)
  }
}
