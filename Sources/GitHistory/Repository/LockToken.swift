internal import FileSystem
public import SystemPackage

/// The content by which a program knows the locks of git that it has taken, also after it was killed.
///
/// It is a file that never changes. A lock is a hard link to it, so that no instant shows a lock without its content. Where
/// the file system has no hard links, the lock is a new file with the same bytes; a kill between its two calls leaves an
/// empty file, which nobody can attribute.
///
/// Users of one token have to exclude each other by other means, such as `flock`, which ends with its process. Then a lock
/// with the token that nobody holds in this process is abandoned.
public struct LockToken: Sendable {
  private let file: FilePath
  private let bytes: [UInt8]

  /// Reads the token of a file, or makes the file, which is durable then.
  public init(at file: FilePath) throws(GitError) {
    if let token = try Self.existing(at: file) {
      self = token
      return
    }
    var generator = SystemRandomNumberGenerator()
    let number = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    let bytes = Array("\(Self.opening)\(number)\n".utf8)
    do throws(Errno) {
      try DurableFile.write(bytes, to: file)
    } catch {
      throw GitError(error, .lock, path: DurableFile.obstacle(to: file) ?? file)
    }
    self.init(file: file, bytes: bytes)
  }

  private init(file: FilePath, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// The token of a file; `nil` where there is none, or none that is whole.
  public static func existing(at file: FilePath) throws(GitError) -> LockToken? {
    guard let bytes = try content(of: file), bytes.starts(with: opening.utf8), bytes.last == UInt8(ascii: "\n") else {
      return nil
    }
    return LockToken(file: file, bytes: bytes)
  }

  /// Whether a lock was taken with this token.
  public func isIn(_ lock: FilePath) throws(GitError) -> Bool { try Self.content(of: lock) == bytes }

  /// Takes a lock. Fails with `fileExists` where it is taken.
  func take(_ lock: FilePath) throws(Errno) {
    do throws(Errno) {
      try SystemCalls.link(file, to: lock)
    } catch {
      guard Self.missingLinks.contains(error) else { throw error }
      try FileAccess.write(bytes, toNewFile: lock)
    }
  }

  /// What a person reads who looks into a lock.
  private static let opening = "Mixtape holds this lock. Where no mixtape is running, its next change removes it.\n"

  /// What systems say that cannot make a hard link there: the file system has none, the two places are in different file
  /// systems, or the file has too many.
  private static let missingLinks: Set<Errno> = [
    .notPermitted, .improperLink, .tooManyLinks, .noFunction, .notSupported, .notSupportedOnSocket,
  ]

  /// The bytes of a file that is not too long for a token.
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
  /// The files that an interrupted write of the index or of a branch has left, if they are there.
  package var leftovers: [FilePath] { [indexPath, referencePlace].map(DurableFile.temporary) }

  /// Removes the locks of the index, of HEAD and of its branch that were taken with the token of this repository.
  ///
  /// To be called while no user of the token holds one. A lock of another git stays.
  public func removeAbandonedLocks() throws(GitError) {
    guard let lockToken else { return }
    let branch = try head().branchReference.map { commonDirectory.appending($0) }
    // The index last: it is locked before the others, so that its lock tells of theirs.
    for file in [branch, gitDirectory.appending("HEAD"), indexPath].compactMap(\.self) {
      let lock = LockFile.lock(of: file)
      guard try lockToken.isIn(lock) else { continue }
      do throws(Errno) {
        try SystemCalls.remove(lock)
      } catch {
        throw GitError(error, .lock, path: lock)
      }
    }
  }
}
