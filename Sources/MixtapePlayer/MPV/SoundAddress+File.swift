internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

extension SoundAddress {
  /// The reason why the file of an address cannot be played.
  enum FileFault: Error, Hashable {
    case missing(path: String)
    case notAFile(path: String)
    case unreadable(path: String, Errno)
  }

  /// Checks that the file of an address is there, and is a regular file: a pipe or a device would block without end.
  func checkFile() throws(FileFault) {
    guard isFile else { return }
    let kind: FileKind
    do throws(Errno) {
      kind = try FileKind(following: FilePath(location))
    } catch .noSuchFileOrDirectory {
      throw .missing(path: location)
    } catch .notDirectory {
      throw .missing(path: location)
    } catch {
      throw .unreadable(path: location, error)
    }
    guard kind == .regular else { throw .notAFile(path: location) }
  }
}

extension SoundAddress.FileFault: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let path): "there is no file \(path)"
    case .notAFile(let path): "\(path) is not a file"
    case .unreadable(let path, let error): "\(path) cannot be read: \(error)"
    }
  }
}
