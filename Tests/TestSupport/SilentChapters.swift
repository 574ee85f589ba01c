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
