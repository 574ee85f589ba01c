import FileSystem
import TestSupport
import Testing

@Suite struct LineBufferTests {
  @Test func `lines come in pieces of any size`() {
    var generator = SeededGenerator()
    let text = "first\n\nsecond line\nthe third\nrest"
    for _ in 0..<200 {
      var buffer = LineBuffer(maximumLength: 100)
      var rest = ArraySlice(text.utf8)
      var lines: [[UInt8]] = []
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &generator))
        lines += buffer.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(
        lines.map { String(decoding: $0, as: UTF8.self) } == ["first", "", "second line", "the third"],
        generator.comment)
    }
  }

  @Test func `only the line that is too long is dropped`() {
    var buffer = LineBuffer(maximumLength: 5)
    #expect(buffer.append(Array("12345\nab\n".utf8)).map(\.count) == [5, 2] && !buffer.hasDroppedLine)
    #expect(buffer.append(Array("12345\n123456\nab\n1234".utf8)).map(\.count) == [5, 2] && buffer.hasDroppedLine)
    #expect(buffer.append(Array("56".utf8)).isEmpty)
    #expect(buffer.append(Array(repeating: 0x61, count: 1_000)).isEmpty)
    #expect(buffer.append(Array("\nok\n".utf8)) == [Array("ok".utf8)])
  }
}
