package import SystemPackage

#if os(Linux)
  internal import CLinux
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The ways to sync files that are written together.
package enum SyncPolicy: String, Sendable {
  /// Syncs each file and each directory.
  case each
  /// Syncs the whole file system in one step, if possible.
  case together
  /// Syncs in one step if that is faster.
  case quicker

  /// Returns whether files in directories are synced in one step, by ``DurableFile/synchronizeFileSystem(of:)``.
  ///
  /// - Parameters:
  ///   - directories: The directories. They may not exist yet.
  ///   - count: The number of files to sync. The more there are, the longer the one step may take.
  package func isOneStep(in directories: [FilePath], fileCount count: Int = 1) -> Bool {
    switch self {
    case .each: false
    case .together: DurableFile.isOneFileSystem(directories)
    case .quicker:
      DurableFile.isOneFileSystem(directories)
        && directories.first.map { DurableFile.isFileSystemQuicklySynchronized(of: $0, fileCount: count) } ?? false
    }
  }
}

// Syncing a whole file system in one step.
extension DurableFile {
  /// Syncs all data written to the file system of a directory, by any process. `syncfs(2)`.
  package static func synchronizeFileSystem(of directory: FilePath) throws(Errno) {
    #if os(Linux)
      try withErrno {
        let descriptor = try FileDescriptor.open(directory, .readOnly, options: [.directory, .closeOnExec])
        try descriptor.closeAfter { try SystemCalls.synchronizeFileSystem(descriptor) }
      }
    #else
      throw .notSupported
    #endif
  }

  /// Returns whether paths are in one file system, and ``synchronizeFileSystem(of:)`` reports failed writes.
  static func isOneFileSystem(_ paths: [FilePath]) -> Bool {
    #if os(Linux)
      guard reportsFailures, let first = paths.first, let device = device(of: first) else { return false }
      return paths.dropFirst().allSatisfy { self.device(of: $0) == device }
    #else
      return false
    #endif
  }

  /// Returns whether ``synchronizeFileSystem(of:)`` guarantees as much as syncing each file and directory, and is faster
  /// than that: it also waits for data of other programs, which must be little for each file.
  static func isFileSystemQuicklySynchronized(of path: FilePath, fileCount: Int) -> Bool {
    #if os(Linux)
      guard isTrusted(path), let waiting = kilobytesToBeWritten() else { return false }
      // A disk that writes 64 MB in a second has written so much in the millisecond that it takes to sync a file.
      return waiting <= max(8_192, 64 * fileCount)
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// Whether `syncfs` reports failed writes, as it does since Linux 5.8.
    private static let reportsFailures: Bool = {
      var system = utsname()
      guard uname(&system) == 0 else { return false }
      let release = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let parts = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      return !parts.lexicographicallyPrecedes([5, 8])
    }()

    /// ext4 and XFS, by their numbers in `linux/magic.h`. ext2 and ext3 have the number of ext4, whose driver usually mounts
    /// them. On others `syncfs` may guarantee less, as on FUSE, or do far more, as on Btrfs.
    private static let trustedFileSystems = [0xEF53, 0x5846_5342]

    private static func isTrusted(_ path: FilePath) -> Bool {
      var status = statfs()
      return path.withPlatformString { statfs($0, &status) } == 0 && trustedFileSystems.contains(Int(status.f_type))
    }

    private static func device(of path: FilePath) -> dev_t? {
      var (path, status) = (path, stat())
      while path.withPlatformString({ stat($0, &status) }) != 0 {
        guard path.removeLastComponent() else { return nil }
      }
      return status.st_dev
    }

    /// Returns the amount of data that the system has not yet written to disk, by `/proc/meminfo`; `nil` if unknown.
    private static func kilobytesToBeWritten() -> Int? {
      let lines: [ArraySlice<UInt8>]
      do throws(FileAccess.Failure) {
        lines = try FileAccess.read("/proc/meminfo").split(separator: UInt8(ascii: "\n"))
      } catch {
        return nil
      }
      let amounts = ["Dirty:", "Writeback:"].compactMap { name in
        lines.first { $0.starts(with: name.utf8) }.flatMap { line in
          Int(String(decoding: line.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }, as: UTF8.self))
        }
      }
      return amounts.count == 2 ? amounts[0] + amounts[1] : nil
    }
  #endif
}
