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
        isInStep = true
      } else {
        offset += 1
        others += 1
        isInStep = false
      }
    }
    return min(offset, range.upperBound)
  }
}
