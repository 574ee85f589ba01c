/// A FLAC file with tags and without sound: programs that read tags accept it.
public enum SilentTrack {
  /// Returns the bytes of a file.
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

  private static func text(_ text: String) -> [UInt8] { littleEndian(text.utf8.count) + Array(text.utf8) }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func bigEndian(_ number: UInt64, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
