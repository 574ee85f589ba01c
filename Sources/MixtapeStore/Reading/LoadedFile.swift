internal import FileSystem
internal import MixtapeModel
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
