internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// File operations with errors of the store: ``MixtapeError/Code/fileAccess`` about the path, with the system's error
/// as its cause.
enum Disk {
  static func exists(_ path: FilePath) throws(MixtapeError) -> Bool {
    try checked(path, try FileStatus(of: path)) != nil
  }

  /// Reads a private file of Mixtape; `nil` if it does not exist. A file that is too large, and a directory or a link in its place, is
  /// damaged and has the same effect.
  ///
  /// Another error of the system does not mean that the file is useless, so it is thrown.
  static func readPrivateFile(_ path: FilePath, atMost limit: Int = .max) throws(MixtapeError) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path, atMost: limit)
    } catch {
      switch error {
      case .absent, .tooLarge, .notAFile: return nil
      case .system(let error): throw .fileAccess(path, error)
      }
    }
  }

  /// Writes a file durably. See ``FileSystem/DurableFile/write(_:to:below:)``.
  static func write(_ bytes: [UInt8], to path: FilePath) throws(MixtapeError) {
    try checked(path, try DurableFile.write(bytes, to: path))
  }

  /// Overwrites a file in place, or creates it.
  static func overwrite(_ path: FilePath, with bytes: [UInt8], isDurable: Bool) throws(MixtapeError) {
    try checked(path, try DurableFile.overwrite(path, with: bytes, isSole: true, synchronizing: isDurable))
  }

  static func makeDirectories(_ path: FilePath) throws(MixtapeError) {
    try checked(path, try DurableFile.makeDirectories(path))
  }

  /// Removes the temporary file for a path, and directories that are then empty.
  static func discardPrepared(for path: FilePath, upTo top: FilePath) throws(MixtapeError) {
    try checked(path, try DurableFile.discard(path, upTo: top))
  }

  /// Syncs the directory of a file, so that its name is durable.
  static func synchronizeDirectory(of path: FilePath) throws(MixtapeError) {
    try checked(path, try DurableFile.synchronizeDirectory(of: path))
  }

  /// Syncs all data written to the file system of a directory.
  static func synchronizeFileSystem(of directory: FilePath) throws(MixtapeError) {
    try checked(directory, try DurableFile.synchronizeFileSystem(of: directory))
  }

  /// Takes a lock file. Returns `nil` if another process holds it for longer than `patience`.
  static func lock(_ path: FilePath, patience: Duration = .zero) throws(MixtapeError) -> FileLock? {
    do throws(Errno) {
      return try FileLock.acquire(path, patience: patience)
    } catch {
      throw .lock(path, error)
    }
  }

  /// Runs a call about a path, and converts its error to one of the store.
  static func checked<Value: ~Copyable>(
    _ path: FilePath, _ call: @autoclosure () throws(Errno) -> Value,
    failure: (FilePath, Errno) -> MixtapeError = MixtapeError.fileAccess
  ) throws(MixtapeError) -> Value {
    do throws(Errno) {
      return try call()
    } catch {
      throw failure(path, error)
    }
  }
}

// MARK: - Names in directories

/// Operations that create, replace or remove names in directories. If the directory does not allow it, the error is
/// ``MixtapeError/Code/notWritable`` about the directory.
extension Disk {
  /// Writes new bytes to a temporary file, which replaces the file later.
  static func prepare(
    _ bytes: [UInt8], for path: FilePath, below top: FilePath, isDurable: Bool
  ) throws(MixtapeError) {
    try placing(path, try DurableFile.prepare(bytes, for: path, below: top, isDurable: isDurable))
  }

  /// Replaces a file by its temporary file.
  static func installPrepared(at path: FilePath) throws(MixtapeError) {
    try placing(path, try DurableFile.install(path))
  }

  /// Writes a file, and creates missing directories for it.
  static func write(_ bytes: [UInt8], to path: FilePath, below top: FilePath) throws(MixtapeError) {
    try placing(path, try DurableFile.write(bytes, to: path, below: top))
  }

  /// Removes a file, and directories that are then empty.
  static func remove(_ path: FilePath, upTo top: FilePath) throws(MixtapeError) {
    try placing(path, try DurableFile.remove(path, upTo: top))
  }

  static func removeIfEmpty(_ directory: FilePath) throws(MixtapeError) -> Bool {
    try placing(directory, try DurableFile.removeIfEmpty(directory))
  }

  /// Creates a directory below another one. Does not follow symbolic links.
  static func makeDirectories(_ path: FilePath, below top: FilePath) throws(MixtapeError) {
    try placing(path, try DurableFile.makeDirectories(path, below: top))
  }

  private static func placing<Value>(
    _ path: FilePath, _ call: @autoclosure () throws(Errno) -> Value
  ) throws(MixtapeError) -> Value {
    try checked(path, try call(), failure: placingFailure)
  }

  private static func placingFailure(_ path: FilePath, _ error: Errno) -> MixtapeError {
    guard error.isRefusal else { return .fileAccess(DurableFile.obstruction(of: path) ?? path, error) }
    do throws(MixtapeError) {
      return try MixtapeError(.notWritable, .file(existingDirectory(above: path).string), cause: error)
    } catch {
      return error
    }
  }

  /// Returns the nearest existing directory above a path.
  private static func existingDirectory(above path: FilePath) throws(MixtapeError) -> FilePath {
    var directory = path.removingLastComponent()
    while try !exists(directory), directory.removeLastComponent() {}
    return directory
  }
}

extension Errno {
  /// Whether the system refuses the operation permanently.
  var isRefusal: Bool { [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(self) }
}
