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
