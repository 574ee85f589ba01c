internal import FileSystem
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// What became of reading one file.
enum LoadedFile {
  /// The whole content.
  case bytes([UInt8])
  /// There is no such file (any more).
  case absent
  /// The file is there, but is not one that a store may hold.
  case unusable(FileReport)
}

extension Store {
  /// Reads a file by its path below the store's directory.
  func load(_ path: String) throws(MixtapeError) -> LoadedFile {
    let place = directory.appending(path)
    do throws(FileAccess.Failure) {
      return .bytes(try FileAccess.read(place, atMost: FileLimits.maximumSize))
    } catch {
      switch error {
      case .absent: return .absent
      case .system(let cause): throw .fileAccess(place, cause)
      case .notAFile:
        return .unusable(
          FileReport(
            path: path,
            diagnostics: [.error(.notAFile, "this is not a plain file; symbolic links are not followed")]))
      case .tooLarge(let bytes):
        let message = "this file is \(bytes) bytes long; \(FileLimits.maximumSize) is the most that is read"
        return .unusable(FileReport(path: path, diagnostics: [.error(.tooLarge, message)]))
      }
    }
  }

  /// Makes sure that the directory is a store of a format that this version knows.
  func checkStoreFile() throws(MixtapeError) {
    switch try load(StoreFile.name) {
    case .absent: throw MixtapeError(.noStore, .file(directory.string))
    case .unusable(let report): throw Self.invalid(report)
    case .bytes(let bytes):
      let report = FileReport(
        path: StoreFile.name, source: bytes, diagnostics: StoreFile(parsing: bytes).diagnostics)
      if report.hasErrors { throw Self.invalid(report) }
    }
  }

  /// The error that a file stands in the way.
  static func invalid(_ reports: FileReport...) -> MixtapeError {
    MixtapeError(
      .invalidFile, reports.first.map { .file($0.path) } ?? .none, cause: InvalidFiles(reports: reports))
  }
}
