import Foundation
import SystemPackage
import TestSupport

/// All files and directories below a directory, in memory.
struct Snapshot: Equatable {
  private(set) var directories: [String] = []
  private(set) var files: [String: [UInt8]] = [:]

  /// The symbolic links with their targets.
  private(set) var links: [String: String] = [:]

  init(of directory: FilePath) throws {
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: directory.string).sorted() {
      let place = directory.string + "/" + path
      var status = stat()
      guard lstat(place, &status) == 0 else { throw Errno(rawValue: errno) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: directories.append(path)
      case S_IFSOCK: break
      case S_IFLNK: links[path] = try manager.destinationOfSymbolicLink(atPath: place)
      default: files[path] = Array(try Data(contentsOf: URL(fileURLWithPath: place)))
      }
    }
  }

  /// Writes everything into an empty directory.
  func write(to directory: FilePath) throws {
    let manager = FileManager.default
    for path in directories {
      try manager.createDirectory(atPath: directory.string + "/" + path, withIntermediateDirectories: false)
    }
    for (path, bytes) in files {
      // Without a `FilePath`, which takes longer to make than the file if the package is not optimized.
      let file = try "\(directory.string)/\(path)".withCString {
        try FileDescriptor.open(
          $0, .writeOnly, options: [.create, .exclusiveCreate], permissions: FilePermissions(rawValue: 0o644))
      }
      _ = try file.closeAfter { try file.writeAll(bytes) }
    }
    for (path, target) in links {
      try manager.createSymbolicLink(atPath: directory.string + "/" + path, withDestinationPath: target)
    }
  }

  /// The files of the store, without those of git and temporary ones.
  var storeFiles: [String: [UInt8]] {
    files.filter { !$0.key.hasPrefix(".git/") && $0.key.hasSuffix(".toml") }
  }

  /// The snapshot without temporary files of the object database.
  var withoutTemporaryObjects: Snapshot {
    var copy = self
    copy.files = files.filter { !$0.key.contains("/tmp_object") }
    return copy
  }

  /// Returns the snapshot with one half-written file; `nil` if the file was not written.
  ///
  /// - Parameter later: The snapshot after the write.
  func tearing(_ path: String, onTheWayTo later: Snapshot) -> Snapshot? {
    guard let old = files[path], let new = later.files[path], old != new else { return nil }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let middle = start + (new.count - start) / 2
    var torn = self
    torn.files[path] = Array(new[..<middle] + old.dropFirst(middle))
    return torn
  }

  /// Returns the snapshot with another content of a file, or without the file.
  func replacing(_ path: String, with bytes: [UInt8]?) -> Snapshot {
    var copy = self
    copy.files[path] = bytes
    guard bytes != nil else { return copy }
    var directory = FilePath(path).removingLastComponent()
    while !directory.isEmpty, !copy.directories.contains(directory.string) {
      copy.directories.append(directory.string)
      directory = directory.removingLastComponent()
    }
    copy.directories.sort()
    return copy
  }

  /// The temporary files and locks that a program left.
  var leftovers: [String] { files.keys.filter { $0.hasSuffix(".lock") || $0.contains("mixtape-tmp") }.sorted() }
}
