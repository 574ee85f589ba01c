/// The header of a frame of MPEG audio, layer III. ISO 11172-3, section 2.4.1.3, and ISO 13818-3.
///
/// Other layers have no variable bit rate in practice.
struct FrameHeader: Hashable, Sendable {
  /// The versions of MPEG, which have different bit rates and sample rates.
  enum Version: UInt32 {
    case two5 = 0
    case two = 2
    case one = 3
  }

  let version: Version
  /// The bit rate in kbit/s.
  let bitrate: Int
  /// The sample rate in Hz.
  let sampleRate: Int
  /// The length of the frame in bytes.
  let length: Int

  /// The size of a header in bytes.
  static let size = 4

  /// Reads the 4 bytes of a header in big-endian order; `nil` if they are none, or leave the bit rate open.
  init?(_ word: UInt32) {
    let (bitrateIndex, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
    guard word >> 21 == 0x7FF, word >> 17 & 3 == 1, (1...14).contains(bitrateIndex), rateIndex < 3, word & 3 != 2,
      let version = Version(rawValue: word >> 19 & 3)
    else { return nil }
    let isFirst = version == .one
    self.version = version
    bitrate = (isFirst ? Self.firstBitrates : Self.secondBitrates)[bitrateIndex]
    sampleRate = Self.sampleRates[rateIndex] / (isFirst ? 1 : version == .two ? 2 : 4)
    length = (isFirst ? 144_000 : 72_000) * bitrate / sampleRate + Int(word >> 9 & 1)
  }

  /// The number of samples of the frame.
  var samples: Int { version == .one ? 1_152 : 576 }

  /// Returns whether two frames can be of one file.
  func canFollow(_ other: FrameHeader) -> Bool { version == other.version && sampleRate == other.sampleRate }

  private static let firstBitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let secondBitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
  private static let sampleRates = [44_100, 48_000, 32_000]
}
