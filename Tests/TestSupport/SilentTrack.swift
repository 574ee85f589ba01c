/// Files with tags and without sound: programs that read tags accept them.
public enum SilentTrack {
  /// Returns the bytes of a FLAC file.
  ///
  /// - Parameters:
  ///   - comments: The names and values of the tags.
  ///   - seconds: The playing time that the header states.
  public static func flac(_ comments: [(String, String)], seconds: UInt64 = 1) -> [UInt8] {
    // Blocks of 4096 samples, then the sample rate, one channel, 16 bits, and the number of samples. RFC 9639, section 8.2.
    let rate: UInt64 = 8_000
    var information: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0]
    information += bigEndian(rate << 44 | 15 << 36 | rate * seconds, bytes: 8)
    information += [UInt8](repeating: 0, count: 16)
    var tags = text("mixtape") + littleEndian(comments.count)
    for (name, value) in comments { tags += text("\(name)=\(value)") }
    return Array("fLaC".utf8) + [0] + bigEndian(UInt64(information.count), bytes: 3) + information + [0x84]
      + bigEndian(UInt64(tags.count), bytes: 3) + tags
  }

  /// Returns the bytes of an MP3 file with frames of silence, each of 1152 samples at 44.1 kHz, and no header that counts them.
  ///
  /// - Parameters:
  ///   - tags: The ids and contents of the frames of an ID3v2.3 tag.
  ///   - bitrates: The bit rate of each frame of sound in kbit/s.
  ///   - end: The bytes after the frames, such as an ID3v1 tag.
  public static func mp3(_ tags: [(String, [UInt8])], bitrates: [Int], end: [UInt8] = []) -> [UInt8] {
    var frames: [UInt8] = []
    for (id, content) in tags {
      frames += Array(id.utf8) + bigEndian(UInt64(content.count), bytes: 4) + [0, 0] + content
    }
    var bytes = Array("ID3".utf8) + [3, 0, 0]
    bytes += (0..<4).reversed().map { UInt8(frames.count >> (7 * $0) & 0x7F) }
    bytes += frames
    for bitrate in bitrates { bytes += silentFrame(bitrate: bitrate) }
    return bytes + end
  }

  /// Returns a frame of MPEG-1, layer III. ISO 11172-3, section 2.4.1.3.
  private static func silentFrame(bitrate: Int) -> [UInt8] {
    let bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    let index = bitrates.firstIndex(of: bitrate) ?? 0
    let rest = [UInt8](repeating: 0, count: max(0, 144_000 * bitrate / 44_100 - 4))
    return [0xFF, 0xFB, UInt8(index) << 4, 0xC0] + rest
  }

  private static func text(_ text: String) -> [UInt8] { littleEndian(text.utf8.count) + Array(text.utf8) }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func bigEndian(_ number: UInt64, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}

extension [UInt8] {
  /// Returns 8 seconds of silence as MP3, with chapters in an ID3 tag. The starts are in milliseconds.
  ///
  /// See [the chapter frame of ID3](https://id3.org/id3v2-chapters-1.0).
  public static func silence(withChapters chapters: [(start: UInt32, title: String)]) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { Swift.withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
      var frame = Array(id.utf8)
      frame += bytes(UInt32(content.count))
      frame += [0, 0]
      frame += content
      return frame
    }
    var frames: [UInt8] = []
    for (index, chapter) in chapters.enumerated() {
      var content = Array("c\(index)\0".utf8)
      // The end of the chapter does not matter, and the offsets in bytes are unused.
      for number in [chapter.start, chapter.start + 1, .max, .max] { content += bytes(number) }
      // 3 means UTF-8.
      content += frame("TIT2", [3] + Array(chapter.title.utf8))
      frames += frame("CHAP", content)
    }
    let size = [21, 14, 7, 0].map { (shift: Int) in UInt8(frames.count >> shift & 0x7F) }
    // 128 kbit/s, 44.1 kHz, and no data for any frequency.
    let silence: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    var file: [UInt8] = Array("ID3".utf8)
    file += [3, 0, 0]
    file += size
    file += frames
    for _ in 0..<306 { file += silence }
    return file
  }
}
