internal import FileSystem
public import SystemPackage

/// The content that identifies a program's locks of git's files, also after the program was killed.
///
/// The token is in a file that never changes. A lock is a hard link to this file, so that it has its content from the
/// start. If the file system does not support hard links, the lock is a new file with the same bytes. A kill between
/// creating and writing that file leaves an empty lock, whose owner cannot be determined.
///
/// Programs that share a token must exclude each other by other means, such as `flock`, which the system releases
/// when a process ends. Then a lock with the token is abandoned if this process does not hold it.
public struct LockToken: Sendable {
  private let file: FilePath
  private let bytes: [UInt8]

  /// Reads the token in a file. Creates the file durably if it is missing.
  public init(at file: FilePath) throws(GitError) {
    if let token = try Self.existing(at: file) {
      self = token
      return
    }
    var generator = SystemRandomNumberGenerator()
    let number = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    let bytes = Array("\(Self.opening)\(number)\n".utf8)
    try reporting(.lock, at: DurableFile.obstruction(of: file) ?? file) { () throws(Errno) in
      try DurableFile.write(bytes, to: file)
    }
    self.init(file: file, bytes: bytes)
  }

  private init(file: FilePath, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// Returns the token in a file; `nil` if the file is missing or incomplete.
  public static func existing(at file: FilePath) throws(GitError) -> LockToken? {
    guard let bytes = try content(of: file), bytes.starts(with: opening.utf8), bytes.last == UInt8(ascii: "\n") else {
      return nil
    }
    return LockToken(file: file, bytes: bytes)
  }

  /// Returns whether a lock contains this token.
  public func isIn(_ lock: FilePath) throws(GitError) -> Bool { try Self.content(of: lock) == bytes }

  /// Takes a lock. Throws `fileExists` if the lock exists.
  func take(_ lock: FilePath) throws(Errno) {
    do throws(Errno) {
      try SystemCalls.link(file, to: lock)
    } catch {
      guard Self.missingLinks.contains(error) else { throw error }
      try FileAccess.write(bytes, toNewFile: lock)
    }
  }

  /// The explanation for people who open a lock file.
  private static let opening = "Mixtape holds this lock. Where no mixtape is running, its next change removes it.\n"

  /// The errors of `link(2)` when hard links are not possible: not supported by the file system, in another file
  /// system, or too many of one file.
  private static let missingLinks: Set<Errno> = [
    .notPermitted, .improperLink, .tooManyLinks, .noFunction, .notSupported, .notSupportedOnSocket,
  ]

  private static func content(of file: FilePath) throws(GitError) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(file, atMost: 2 * opening.utf8.count)
    } catch {
      guard case .system(let cause) = error else { return nil }
      throw GitError(cause, .lock, path: file)
    }
  }
}

extension Repository {
  /// The temporary files that an interrupted write of the index, a branch or the configuration may have left.
  package var leftovers: [FilePath] {
    [indexPath, preparedReference, localConfiguration].map(DurableFile.temporary)
  }

  /// Removes the locks of the index, of HEAD, of its branch and of the configuration that contain the token of this repository. Locks of
  /// other programs stay.
  ///
  /// Must not be called while another process that uses the token holds a lock.
  public func removeAbandonedLocks() throws(GitError) {
    guard let lockToken else { return }
    let branch = try headTarget().map { commonDirectory.appending($0) }
    // The index is last. It is locked first, so its lock shows that there may be others.
    for file in [branch, gitDirectory.appending("HEAD"), localConfiguration, indexPath].compactMap(\.self) {
      let lock = LockFile.lock(of: file)
      guard try lockToken.isIn(lock) else { continue }
      try reporting(.lock, at: lock) { () throws(Errno) in try SystemCalls.remove(lock) }
    }
  }
}

/// A lock of git on one of its files, `FILE.lock`. It is held from before the file is read until all dependent writes
/// are complete, so that writes by other git processes are not lost.
///
/// Git renames the lock to the file. Here, the lock stays, and a separate file replaces the original: so the lock can
/// contain a ``LockToken``, and can be held longer than the replacement takes.
final class LockFile {
  private let file: FilePath
  private let lock: FilePath
  private let place: FilePath
  private let operation: GitError.Operation

  /// Whether this value has taken the lock and must remove it.
  private var isHeld = false

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
