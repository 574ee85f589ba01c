import FileSystem
import MusicTags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, and blocks at its start, in its middle and at its end: reading whole files would take too long.
struct SampledFile {
  /// The size in bytes.
  let size: Int
  /// The blocks.
  let samples: [FileBlock]
  private let descriptor: CInt

  private static let blockLength = 16 << 10

  /// Reads the samples of a file.
  init(_ descriptor: CInt, size: Int) {
    self.descriptor = descriptor
    self.size = size
    let starts = [0, size / 2 - Self.blockLength / 2, size - Self.blockLength]
    samples = starts.map { Self.block(of: descriptor, max(0, $0), Self.blockLength) }
  }

  /// The digest of the size and of the samples.
  var digest: String { ContentDigest.text(of: samples.flatMap(\.bytes) + Array(String(size).utf8)) }

  /// Reads a block of at most a number of bytes.
  func block(at offset: Int, count: Int) -> FileBlock { Self.block(of: descriptor, offset, count) }

  private static func block(of descriptor: CInt, _ offset: Int, _ count: Int) -> FileBlock {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    return FileBlock(at: offset, Array(bytes.prefix(max(0, read))))
  }
}
