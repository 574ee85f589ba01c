import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// MP3 files without a header that counts their frames.
struct FrameTests {
  @Test(
    arguments: [
      (0xFFFB_9044, (1, 128, 44_100, 417)), (0xFFFB_9264, (1, 128, 44_100, 418)), (0xFFFB_1400, (1, 32, 48_000, 96)),
      (0xFFF3_84C0, (2, 64, 24_000, 192)), (0xFFE3_18C4, (3, 8, 8_000, 72)), (0xFFFA_E000, (1, 320, 44_100, 1_044)),
    ] as [(UInt32, (Int, Int, Int, Int))])
  func `a header`(word: UInt32, values: (version: Int, bitrate: Int, sampleRate: Int, length: Int)) throws {
    let header = try #require(FrameHeader(word))
    #expect(header.version == [.one, .two, .two5][values.version - 1])
    #expect(header.bitrate == values.bitrate)
    #expect(header.sampleRate == values.sampleRate)
    #expect(header.length == values.length)
  }

  /// Another sync word, version, layer, bit rate, sample rate and emphasis.
  @Test(
    arguments: [0, 0xFFDB_9000, 0xFFEB_9000, 0xFFFD_9000, 0xFFFB_0000, 0xFFFB_F000, 0xFFFB_9C00, 0xFFFB_9002]
      as [UInt32])
  func `no header`(word: UInt32) { #expect(FrameHeader(word) == nil) }

  /// The bit rates of a song with a silent start.
  private let varying = [Int](repeating: 32, count: 40) + (0..<400).map { [128, 160, 192, 224][$0 % 4] }
  /// The playing time of a number of frames in milliseconds.
  private func milliseconds(_ frames: Int) -> Int { Int((Double(frames) * 1_152_000 / 44_100).rounded()) }

  private func count(_ bytes: [UInt8], from start: Int = 10) -> CountedSound? {
    func block(_ offset: Int, _ count: Int) -> FileBlock {
      FileBlock(at: offset, Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)]))
    }
    let samples = [0, bytes.count / 2, bytes.count - 4_000].map { block(max(0, $0), 4_000) }
    return CountedSound(from: start, size: bytes.count, samples: samples, read: block)
  }

  @Test func `frames of several bit rates are counted`() {
    let sound = count(SilentTrack.mp3([], bitrates: varying))
    #expect(sound?.milliseconds == milliseconds(440))
    #expect(sound?.bitrate == 163)
  }

  @Test func `frames of one bit rate are not counted`() {
    #expect(count(SilentTrack.mp3([], bitrates: [Int](repeating: 128, count: 300))) == nil)
    #expect(count([], from: 0) == nil)
    #expect(count([UInt8](repeating: 0xFF, count: 20_000)) == nil)
  }

  @Test func `other bytes are skipped`() {
    let bytes = SilentTrack.mp3([], bitrates: varying)
    let other = [UInt8](repeating: 0xFF, count: 3_000)
    let end = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    #expect(count(bytes + other + bytes.dropFirst(10) + end)?.milliseconds == milliseconds(880))
  }

  @Test func `the walk through other bytes ends`() {
    let bytes = SilentTrack.mp3([], bitrates: varying)
    let other = [UInt8](repeating: 0, count: FrameWalk.mostOtherBytes + 10)
    #expect(count(bytes + other + bytes)?.milliseconds == milliseconds(440))
  }

  /// clementine issue 2175: TagLib takes the bit rate of the first frame.
  @Test func `a file with a silent start has its true length`() throws {
    let sandbox = try Sandbox()
    let cover = ("APIC", [UInt8](repeating: 0xFF, count: 70_000))
    try sandbox.write(SilentTrack.mp3([cover], bitrates: varying), to: "a.mp3")
    try sandbox.write(SilentTrack.mp3([cover], bitrates: [Int](repeating: 128, count: 440)), to: "b.mp3")
    let tags = try TagTrial.tags(of: ["a.mp3", "b.mp3"].map { sandbox.store.appending($0) }).map(\.tags)
    #expect(tags.map { $0.duration.map { Int($0.rounded()) } } == [11, 11])
    #expect(tags.map(\.bitrate) == [163, 128])
  }
}
