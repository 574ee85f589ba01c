import FileSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct FileDescriptorReadingTests {
  /// Opens a file with 70,000 bytes, which are more than a piece.
  private func withFile(_ body: (FileDescriptor, [UInt8]) throws -> Void) throws {
    let sandbox = try Sandbox()
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try sandbox.write(bytes, to: "a")
    let file = try FileDescriptor.open(sandbox.store.appending("a"), .readOnly)
    try file.closeAfter { try body(file, bytes) }
  }

  @Test func `pieces have a limited size, and an empty one is the end`() throws {
    try withFile { file, bytes in
      let pieces = [try file.readPiece(), try file.readPiece(), try file.readPiece()]
      #expect(pieces.map(\.count) == [65_536, bytes.count - 65_536, 0])
      #expect(pieces.flatMap(\.self) == bytes)
    }
  }

  @Test func `the rest is what was not read before`() throws {
    try withFile { file, bytes in
      let start = try file.readPiece()
      #expect(try start + file.readRest(atMost: bytes.count) == bytes)
      #expect(try file.readRest(atMost: 0) == [])
    }
  }

  @Test func `more bytes than the limit are an error`() throws {
    try withFile { file, bytes in
      #expect(throws: Errno.fileTooLarge) { try file.readRest(atMost: bytes.count - 1) }
    }
  }
}
