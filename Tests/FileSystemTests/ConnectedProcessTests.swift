import FileSystem
import SystemPackage
import Testing

/// The shell, which reads commands from its standard input, is the program of these tests.
@Suite struct ConnectedProcessTests {
  private func start(sending commands: String = "") throws -> ConnectedProcess {
    let process = try ConnectedProcess("/bin/sh", environment: ["WORD": "got"])
    try process.connection.send(Array(commands.utf8))
    return process
  }

  private func receive(_ count: Int, from socket: ConnectedSocket) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let piece = try socket.receive() else {
        SystemCalls.pause(microseconds: 1_000)
        continue
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aProgramAnswersOnItsConnection() throws {
    let process = try start(sending: "echo \"$WORD this\"; exit 4\n")
    #expect(try receive(9, from: process.connection) == "got this\n")
    #expect(process.finish() == 4)
  }

  @Test func aProgramThatWaitsIsEnded() throws {
    #expect(try start(sending: "exec sleep 60\n").end() == 128 + 9)
  }

  @Test func aProgramSeesTheEndOfTheConnection() throws {
    #expect(try start(sending: "trap 'exit 5' EXIT\n").finish() == 5)
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try ConnectedProcess("/nonexistent", environment: [:]) }
  }

  @Test func theRunningProgramHasAPath() throws {
    let path = try #require(RunningProgram.path)
    #expect(path.isAbsolute)
    #expect(try SystemCalls.resolved(path) == path)
  }
}
