internal import FileSystem
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The result of reading one file.
enum LoadedFile {
  /// The whole content.
  case bytes([UInt8])
  /// There is no such file (any more).
  case absent
  /// The file is there, but is not one that a store may hold.
  case unusable(FileReport)
}

extension LoadedFile {
  /// Makes the result of a failure to read one file.
  ///
  /// - Throws: what is no fault of the file, as where the process has no memory or no descriptors left.
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
      let message = "this file is \(bytes) bytes long; \(FileLimits.maximumSize) is the most that is read"
      self = .unusable(FileReport(path: path, diagnostics: [.error(.tooLarge, message)]))
    }
  }
}

extension FileReport {
  /// A file or a directory cannot be read, for the system's reason.
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

  /// The bytes of a file; `nil` if it is not there.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if it is no file that a store may hold.
  func bytes(at path: String) throws(MixtapeError) -> [UInt8]? {
    switch try load(path) {
    case .bytes(let bytes): bytes
    case .absent: nil
    case .unusable(let report): throw Self.invalid(report)
    }
  }

  /// The settings in `mixtape.toml`. Of a file with errors, those that can be read; `notify` gets the errors.
  ///
  /// - Throws: ``MixtapeError/Code/noStore`` without it, ``MixtapeError/Code/invalidFile`` if it names a format that this version
  ///   does not know, or is not a plain file.
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
      if report.hasErrors { context.notify(FileNote(report: report, committedVersionAnswers: false).notice) }
      return file
    }
  }

  /// Makes sure that the store may be changed: that `mixtape.toml` names the format that this version writes.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the line is missing or has an error.
  func requireKnownFormat() throws(MixtapeError) {
    guard settings.format != StoreFile.currentFormat else { return }
    let source = try bytes(at: StoreFile.name) ?? []
    throw Self.invalid(
      FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics))
  }

  /// The default shuffle for playlists without one of their own, if `mixtape.toml` has it.
  public func usualShuffle() throws(MixtapeError) -> ShuffleAlgorithm? {
    guard case .bytes(let bytes) = try load(StoreFile.name) else { return nil }
    return StoreFile(parsing: bytes).shuffle
  }

  /// The error that a file stands in the way.
  static func invalid(_ reports: FileReport...) -> MixtapeError {
    MixtapeError(
      .invalidFile, reports.first.map { .file($0.path) } ?? .none, cause: InvalidFiles(reports: reports))
  }
}
