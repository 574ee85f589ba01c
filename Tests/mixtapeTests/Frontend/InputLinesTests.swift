import Synchronization
import SystemPackage
import Testing

@testable import mixtape

@Suite struct InputLinesTests {
  @Test(arguments: [1, 2, 3, 5, 100])
  func `input can be split anywhere`(_ size: Int) throws {
    let input = Array("one\r\ntwo\n\n夜\nlast".utf8)
    let rest = Mutex(input[...])
    let buffer = InputLines()
    var lines: [String] = []
    while let line = try buffer.next(reading: { () throws(Errno) in
      rest.withLock { rest in
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        return piece
      }
    }) {
      lines.append(line)
    }
    #expect(lines == ["one", "two", "", "夜", "last"])
  }

  @Test func `a read failure is passed on`() {
    #expect(throws: Errno.ioError) {
      try InputLines().next { () throws(Errno) in throw .ioError }
    }
  }
}
