internal import FileSystem
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The result of reading one file.
enum LoadedFile {
  /// The whole content.
  case bytes([UInt8])
  /// The file does not exist.
  case absent
  /// The path cannot be a file of the store, or the file is unreadable.
  case unusable(FileReport)
}

extension LoadedFile {
  /// Returns whether the file has some bytes; for `nil`, whether it does not exist.
  func has(_ expected: [UInt8]?) -> Bool {
    switch self {
    case .bytes(let bytes): bytes == expected
    case .absent: expected == nil
    case .unusable: false
    }
  }

  /// Converts a failure to read a file.
  ///
  /// - Throws: Failures that are not about the file, such as too few descriptors.
  init(_ failure: FileAccess.Failure, reading path: String, at place: FilePath) throws(MixtapeError) {
    switch failure {
    case .absent: self = .absent
    case .system(let cause) where [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(cause):
      throw .fileAccess(place, cause)
    case .system(let cause): self = .unusable(.unreadable(path, "file", cause))
    case .notAFile:
      let message = "this is not a plain file; symbolic links are not followed"
      self = .unusable(FileReport(path: path, diagnostics: [.error(.notAFile, message)]))
    case .tooLarge(let bytes):
      let message = "this file is \(bytes) bytes long; the maximum is \(FileLimits.maximumSize)"
      self = .unusable(FileReport(path: path, diagnostics: [.error(.tooLarge, message)]))
    }
  }
}

extension FileReport {
  /// Returns the report on an unreadable file or directory.
  static func unreadable(_ path: String, _ kind: String, _ error: Errno) -> FileReport {
    FileReport(path: path, diagnostics: [.error(.unreadable, "this \(kind) cannot be read: \(error.reason)")])
  }
}

extension Store {
  /// Reads a file by its path below the store's directory.
  func load(_ path: String) throws(MixtapeError) -> LoadedFile {
    let place = directory.appending(path)
    do throws(FileAccess.Failure) {
      return .bytes(try FileAccess.read(place, atMost: FileLimits.maximumSize))
    } catch {
      return try LoadedFile(error, reading: path, at: place)
    }
  }

  /// Returns the bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if it cannot be a file of a store.
  func bytes(at path: String) throws(MixtapeError) -> [UInt8]? {
    switch try load(path) {
    case .bytes(let bytes): bytes
    case .absent: nil
    case .unusable(let report): throw Self.invalid(report)
    }
  }

  /// Reads the settings in `mixtape.toml`. If the file has errors, they are sent to `notify`, and the valid settings
  /// are returned.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` without the file, ``MixtapeError/Code/invalidFile`` if it names an
  ///   unknown format or is not a regular file.
  static func readSettings(of directory: FilePath, _ context: Context) throws(MixtapeError) -> StoreFile {
    switch try Store(unmarked: directory, context: context).load(StoreFile.name) {
    case .absent:
      guard !isLeftOut(at: directory, context: context) else {
        throw MixtapeError(.notCheckedOut, .file(StoreFile.name))
      }
      throw MixtapeError(.noStore, .file(directory.string))
    case .unusable(let report): throw Self.invalid(report)
    case .bytes(let bytes):
      let file = StoreFile(parsing: bytes)
      let report = FileReport(path: StoreFile.name, source: bytes, diagnostics: file.diagnostics)
      guard (file.format ?? StoreFile.currentFormat) == StoreFile.currentFormat else { throw Self.invalid(report) }
      if report.hasErrors { context.notify(FileNote(report: report, usesCommittedVersion: false).notice) }
      return file
    }
  }

  /// Throws an error unless `mixtape.toml` names the format that this version writes.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the line is missing or has an error.
  func requireKnownFormat() throws(MixtapeError) {
    guard settings.format != StoreFile.currentFormat else { return }
    let source = try bytes(at: StoreFile.name) ?? []
    throw Self.invalid(
      FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics))
  }

  /// Returns the default shuffle in `mixtape.toml`, for playlists without a `shuffle` key; `nil` if it is not set.
  public func defaultShuffle() throws(MixtapeError) -> ShuffleAlgorithm? {
    guard case .bytes(let bytes) = try load(StoreFile.name) else { return nil }
    return StoreFile(parsing: bytes).shuffle
  }

  /// Returns the error for files with errors.
  static func invalid(_ reports: FileReport...) -> MixtapeError {
    MixtapeError(
      .invalidFile, reports.first.map { .file($0.path) } ?? .none, cause: InvalidFiles(reports: reports))
  }
}
