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
