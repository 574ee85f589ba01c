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
    let whole = end < size && end - start >= Self.mostBytes ? Double(size - start) / Double(end - start) : 1
    milliseconds = Int((seconds * whole * 1_000).rounded())
    bitrate = Int((Double(walk.size) * 8 / seconds / 1_000).rounded())
  }
}
