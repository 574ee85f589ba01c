/// The length and the mean bit rate of a file of MPEG frames whose bit rate varies, counted frame by frame.
///
/// If no header states the number of frames, TagLib divides the size of the file by the bit rate of the first frame. A silent start
/// then makes a song four times as long (Clementine issue 2175, fooyin issue 1516, sdrtrunk issue 1377).
package struct CountedSound: Hashable, Sendable {
  /// The playing time.
  package let milliseconds: Int
  /// The mean bit rate in kbit/s.
  package let bitrate: Int

  /// The greatest number of bytes that are read. The rest of a longer file counts as if it had the same mean bit rate.
  static let mostBytes = 64 << 20
  private static let blockLength = 64 << 10

  /// Counts the frames of a file; `nil` if those of the samples have the bit rate of the first one, or if there are none.
  ///
  /// - Parameters:
  ///   - start: The offset of the first frame.
  ///   - size: The size of the file.
  ///   - samples: Some blocks of the file, which were read anyway.
  ///   - read: Returns a block of at most a number of bytes.
  package init?(from start: Int, size: Int, samples: [FileBlock], read: (_ offset: Int, _ count: Int) -> FileBlock) {
    var block = read(start, FrameHeader.size)
    guard let first = block.word(at: start).flatMap(FrameHeader.init) else { return nil }
    var survey = FrameWalk(like: first)
    for sample in samples {
      _ = survey.walk(max(start, sample.offset)..<max(start, sample.end), word: sample.word)
    }
    guard !survey.bitrates.subtracting([first.bitrate]).isEmpty else { return nil }
    var walk = FrameWalk(like: first)
    let end = walk.walk(start..<min(size, start + Self.mostBytes)) { offset in
      if let word = block.word(at: offset) { return word }
      block = read(offset, Self.blockLength)
      return block.word(at: offset)
    }
    let seconds = Double(walk.samples) / Double(first.sampleRate)
    guard seconds > 0 else { return nil }
    // Other bytes, such as tags at the end, are no sound.
    let whole =
      end < size && end - start > Self.mostBytes - FrameHeader.size ? Double(size - start) / Double(end - start) : 1
    milliseconds = Int((seconds * whole * 1_000).rounded())
    bitrate = Int((Double(walk.size) * 8 / seconds / 1_000).rounded())
  }
}

/// A walk from frame to frame of MPEG audio, which skips other bytes.
struct FrameWalk {
  /// The samples of all frames.
  private(set) var samples = 0
  /// The size of all frames in bytes.
  private(set) var size = 0
  /// The bit rates of the frames in kbit/s.
  private(set) var bitrates: Set<Int> = []

  private let first: FrameHeader

  /// The greatest number of bytes between frames. Searching them takes long.
  static let mostOtherBytes = 1 << 20

  /// Makes a walk through a file with a first frame.
  init(like first: FrameHeader) { self.first = first }

  /// Walks through a part of a file.
  ///
  /// - Parameters:
  ///   - range: The part. It need not begin with a frame.
  ///   - word: Returns the 4 bytes at an offset in big-endian order; `nil` at the end.
  /// - Returns: The offset of the end of the walk.
  mutating func walk(_ range: Range<Int>, word: (Int) -> UInt32?) -> Int {
    let first = first
    func frame(at offset: Int) -> FrameHeader? {
      guard offset < range.upperBound else { return nil }
      return word(offset).flatMap(FrameHeader.init).flatMap { $0.canFollow(first) ? $0 : nil }
    }
    var (offset, isInStep, others) = (range.lowerBound, false, 0)
    while offset + FrameHeader.size <= range.upperBound, others < Self.mostOtherBytes {
      // Elsewhere, the bytes of a header can occur by chance.
      if let header = frame(at: offset), isInStep || frame(at: offset + header.length) != nil {
        samples += header.samples
        size += header.length
        bitrates.insert(header.bitrate)
        offset += header.length
        (isInStep, others) = (true, 0)
      } else {
        offset += 1
        others += 1
        isInStep = false
      }
    }
    return min(offset, range.upperBound)
  }
}

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

/// A block of bytes of a file.
package struct FileBlock: Hashable, Sendable {
  /// The offset of the block in the file.
  package let offset: Int
  /// The bytes.
  package let bytes: [UInt8]

  /// Makes a block.
  package init(at offset: Int, _ bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// The offset of the end.
  var end: Int { offset + bytes.count }

  /// Returns the 4 bytes at an offset of the file in big-endian order; `nil` if the block lacks one of them.
  func word(at place: Int) -> UInt32? {
    let start = place - offset
    guard start >= 0, start + 4 <= bytes.count else { return nil }
    return bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
