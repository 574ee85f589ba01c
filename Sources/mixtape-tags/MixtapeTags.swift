import CTagLib
import Companions
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that reads the tags of music files for Mixtape. It is separate, so that a crash of TagLib does not end `mixtape`.
@main enum MixtapeTags {
  static func main() {
    CompanionProgram.prepare(TagProtocol.companion.name, purpose: "to read the tags of music files")
    limitResources()
    do {
      let library = String(cString: ctaglib_version())
      try CompanionProgram.writeOutput(TagProtocol.companion.greeting(library: library).utf8)
      var input = CompanionInput(of: TagProtocol.companion)
      while true {
        // Paths are bytes, which need not be UTF-8.
        for path in try input.read() {
          try CompanionProgram.writeOutput(TrackReport(of: path.map(CChar.init(bitPattern:)) + [0]).text.utf8)
        }
      }
    } catch CompanionInput.End.invalid {
      exit(EX_DATAERR)
    } catch {
      // The parent process has closed the connection.
      exit(0)
    }
  }

  /// Limits the memory that a file can take, and prevents core dumps of crashes.
  private static func limitResources() {
    #if canImport(Glibc)
      let (memory, cores) = (__rlimit_resource_t(RLIMIT_AS.rawValue), __rlimit_resource_t(RLIMIT_CORE.rawValue))
    #else
      let (memory, cores) = (RLIMIT_AS, RLIMIT_CORE)
    #endif
    var limit = rlimit(rlim_cur: memoryLimit, rlim_max: memoryLimit)
    setrlimit(memory, &limit)
    limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(cores, &limit)
  }

  /// The greatest address space in bytes.
  private static let memoryLimit: rlim_t = 2 << 30
}

/// The lines about one file.
struct TrackReport {
  private var values: [(key: String, text: String)] = []
  private var end = TagProtocol.End.refused

  /// Reads the file at a path.
  init(of path: [CChar]) { end = read(path) }

  /// The lines, the last of which is the result. A file can have any number of ratings; those beyond the limit are left out.
  var text: String {
    let lines = values.prefix(TagProtocol.mostLines - 1).map { TagProtocol.line($0.key, $0.text) }
    return lines.joined() + TagProtocol.line(TagProtocol.endKey, end.text)
  }

  private mutating func read(_ path: [CChar]) -> TagProtocol.End {
    // Opening a pipe without `O_NONBLOCK` would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .unreadable(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .unreadable("not a regular file")
    }
    let file = SampledFile(descriptor, size: Int(status.st_size))
    add("SIZE", String(file.size))
    add("DIGEST", file.digest)
    let result = Int(readTags(path))
    judgeTexts()
    countFrames(of: file)
    return switch result {
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

  private mutating func add(_ key: String, _ text: String) { values.append((key, text)) }

  /// Adds the first text that is probably in another encoding. Those of a file usually are in the same.
  private mutating func judgeTexts() {
    for (key, text) in values where Self.textKeys.contains(key) {
      guard let doubt = DoubtfulText(judging: text) else { continue }
      values.insert(contentsOf: TagProtocol.lines(doubt), at: 0)
      return
    }
  }

  private static let textKeys: Set<String> = [
    "TITLE", "ARTIST", "ALBUM", "ALBUMARTIST", "COMPOSER", "GENRE", "COMMON_TITLE", "COMMON_ARTIST", "COMMON_ALBUM",
  ]

  /// Adds the length and the bit rate of MPEG frames that TagLib has estimated by the first one, if they vary.
  private mutating func countFrames(of file: SampledFile) {
    guard let first = values.first(where: { $0.key == "FIRST_FRAME" }).flatMap({ Int($0.text) }), first >= 0,
      let sound = CountedSound(from: first, size: file.size, samples: file.samples, read: file.block)
    else { return }
    values.insert(
      contentsOf: [("COUNTED_LENGTH", String(sound.milliseconds)), ("COUNTED_BITRATE", String(sound.bitrate))], at: 0)
  }
}

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
