package import SystemPackage

#if os(Linux)
  internal import CLinux
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// Everything that was written to a file system, made durable in one step.
extension DurableFile {
  /// Makes everything durable that was written to the file system of a directory, by whomever. `syncfs(2)`.
  package static func synchronizeFileSystem(of directory: FilePath) throws(Errno) {
    #if os(Linux)
      try errno {
        let descriptor = try FileDescriptor.open(directory, .readOnly, options: [.directory, .closeOnExec])
        try descriptor.closeAfter { try SystemCalls.synchronizeFileSystem(descriptor) }
      }
    #else
      throw .notSupported
    #endif
  }

  /// Whether some places are in one file system, and ``synchronizeFileSystem(of:)`` tells of its failures.
  static func isOneFileSystem(_ paths: [FilePath]) -> Bool {
    #if os(Linux)
      guard toldOfFailures, let first = paths.first, let device = device(of: first) else { return false }
      return paths.dropFirst().allSatisfy { self.device(of: $0) == device }
    #else
      return false
    #endif
  }

  /// Whether ``synchronizeFileSystem(of:)`` promises as much as a sync of each file and each directory, and takes less time
  /// than that for a few of them: it waits for what other programs have written as well, and that has to be little.
  static func isFileSystemQuicklySynchronized(of path: FilePath) -> Bool {
    #if os(Linux)
      guard isTrusted(path), let waiting = kilobytesToBeWritten() else { return false }
      return waiting <= 8_192
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// `syncfs` tells of writes that failed since Linux 5.8.
    private static let toldOfFailures: Bool = {
      var system = utsname()
      guard uname(&system) == 0 else { return false }
      let release = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let parts = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
      return !parts.lexicographicallyPrecedes([5, 8])
    }()

    /// ext4 and XFS, by their numbers in `linux/magic.h`. ext4 shares its own with ext2 and ext3, which nearly every system
    /// leaves to it. Others may do less than they should, as those of FUSE, or far more, as Btrfs.
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

    /// What the system has in memory and not on disk, as `/proc/meminfo` says; `nil` where that cannot be read.
    private static func kilobytesToBeWritten() -> Int? {
      let text: [UInt8]
      do throws(FileAccess.Failure) {
        text = try FileAccess.read("/proc/meminfo")
      } catch {
        return nil
      }
      guard let waiting = number(after: "Dirty:", in: text), let underWay = number(after: "Writeback:", in: text) else {
        return nil
      }
      return waiting + underWay
    }

    /// The number in the line that begins with a name. Bytes are looked at one by one, as every change asks for this.
    private static func number(after name: StaticString, in text: [UInt8]) -> Int? {
      let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      var line = 0
      while line < text.count {
        var place = line
        while place < text.count, place - line < name.count, text[place] == name[place - line] { place += 1 }
        if place - line == name.count { return number(at: place, in: text) }
        while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
        line = place + 1
      }
      return nil
    }

    /// The number that stands behind blanks.
    private static func number(at start: Int, in text: [UInt8]) -> Int? {
      var place = start
      while place < text.count, text[place] == UInt8(ascii: " ") { place += 1 }
      var number: Int?
      while place < text.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = text[place] {
        number = 10 * (number ?? 0) + Int(text[place] - UInt8(ascii: "0"))
        place += 1
      }
      return number
    }
  #endif
}
