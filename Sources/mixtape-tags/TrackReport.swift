import CTagLib
import FileSystem
import MusicTags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines about one file.
struct TrackReport {
  /// The lines, the last of which is the result.
  private(set) var text = ""

  /// Reads the file at a path.
  init(of path: [CChar]) { end(read(path)) }

  private mutating func read(_ path: [CChar]) -> TagProtocol.End {
    // Opening a pipe without `O_NONBLOCK` would block.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return .unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .unreadable("not a regular file")
    }
    add("SIZE", String(status.st_size))
    add("DIGEST", Self.digest(of: file, size: Int(status.st_size)))
    return switch Int(readTags(path)) {
    case CTAGLIB_READ: .read
    case CTAGLIB_NO_SOUND: .noSound
    case CTAGLIB_NO_MEMORY: .tooMuchMemory
    default: .refused
    }
  }

  private mutating func readTags(_ path: [CChar]) -> Int32 {
    withUnsafeMutablePointer(to: &self) { report in
      ctaglib_read(path, report) { context, key, value in
        guard let context, let key, let value else { return }
        context.assumingMemoryBound(to: TrackReport.self).pointee.add(String(cString: key), String(cString: value))
      }
    }
  }

  private mutating func add(_ key: String, _ value: String) { text += TagProtocol.line(key, value) }

  private mutating func end(_ end: TagProtocol.End) { add(TagProtocol.endKey, end.text) }

  /// The number of bytes of each block. The blocks are at the start, in the middle and at the end of the file: reading whole files
  /// would take too long.
  private static let blockLength = 16 << 10

  /// Returns the digest of the size of a file and of three blocks.
  private static func digest(of file: CInt, size: Int) -> String {
    var bytes: [UInt8] = []
    for start in [0, size / 2 - blockLength / 2, size - blockLength] {
      var block = [UInt8](repeating: 0, count: blockLength)
      let count = block.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, off_t(max(0, start))) }
      bytes += block.prefix(max(0, count))
    }
    bytes += String(size).utf8
    return ContentDigest.text(of: bytes)
  }
}
