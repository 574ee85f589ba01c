internal import FileSystem
internal import Interchange
internal import MixtapeModel
internal import SystemPackage

/// A directory of playlists for other programs, which has a file for each exported playlist.
///
/// A store may come from somebody else, and so may the path. So a file is only replaced or removed if it bears the mark of an
/// export, and none is written among the files of git.
struct ExportDirectory {
  let path: FilePath

  /// Returns the directory with its real path. Makes sure that it exists, and is not one of git's.
  func prepared() throws(ExportFailure) -> ExportDirectory {
    let resolved: FilePath
    let isInRepository: Bool
    do throws(Errno) {
      try DurableFile.makeDirectories(path)
      resolved = try SystemCalls.resolved(path)
      isInRepository = try GitDirectories.contain(resolved)
    } catch {
      throw ExportFailure(path: path.lexicallyNormalized(), reason: .system(error))
    }
    if isInRepository { throw ExportFailure(path: resolved, reason: .insideRepository) }
    return ExportDirectory(path: resolved)
  }

  /// Writes a file, if its content has changed.
  func write(_ bytes: [UInt8], to name: String) throws(ExportFailure) {
    let file = path.appending(name)
    if try existing(file) == bytes { return }
    do throws(Errno) {
      try DurableFile.replace(file, with: bytes)
    } catch {
      throw ExportFailure(path: file, reason: .system(error))
    }
  }

  /// Removes a file that was exported earlier. Another file in its place stays.
  func remove(_ name: String) throws(ExportFailure) {
    let file = path.appending(name)
    do throws(ExportFailure) {
      guard try existing(file) != nil else { return }
    } catch {
      if case .occupied = error.reason { return }
      throw error
    }
    do throws(Errno) {
      try DurableFile.remove(file, upTo: path)
    } catch {
      throw ExportFailure(path: file, reason: .system(error))
    }
  }

  /// Returns the exported file that is there; `nil` if it does not exist.
  private func existing(_ file: FilePath) throws(ExportFailure) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(file, atMost: Self.maximumSize)
    } catch {
      switch error {
      case .absent: return nil
      case .system(let error): throw ExportFailure(path: file, reason: .system(error))
      case .tooLarge, .notAFile: throw ExportFailure(path: file, reason: .occupied)
      }
    }
    guard ExportMark.isPresent(in: bytes) else { throw ExportFailure(path: file, reason: .occupied) }
    return bytes
  }

  /// More than any playlist that fits into memory.
  private static let maximumSize = 1 << 28
}
