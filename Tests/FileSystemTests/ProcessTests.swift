import FileSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct ProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func output(of socket: ConnectedSocket) throws -> String {
    var bytes: [UInt8] = []
    while true {
      guard let piece = try socket.receive() else {
        SystemCalls.pause(microseconds: 1_000)
        continue
      }
      if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece
    }
  }

  private func start(_ program: String, _ arguments: [String], output: ConnectedSocket? = nil) throws -> SpawnedProcess
  {
    try SpawnedProcess(
      program, arguments, environment: ["WORD": "from the environment"], output: output?.descriptor, sharing: .nothing)
  }

  @Test func aProgramGetsItsArgumentsAndItsEnvironment() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let process = try start("/bin/sh", ["-c", "echo \"$1, $WORD\"; exit 3", "sh", "a b"], output: theirs)
    theirs.close()
    #expect(try output(of: ours) == "a b, from the environment\n")
    #expect(try process.wait() == 3)
    #expect(throws: Errno.noChildProcess) { _ = try process.wait() }
  }

  @Test func aKilledProgramReturnsItsSignal() throws {
    let process = try start("/bin/sleep", ["60"])
    process.end()
    #expect(try process.wait() == 128 + 9)
  }

  @Test func theEndOfAProgramIsSeen() throws {
    let process = try start("/bin/sleep", ["60"])
    #expect(!process.hasEnded)
    process.end()
    while !process.hasEnded { SystemCalls.pause(microseconds: 1_000) }
    #expect(try process.wait() == 128 + 9)
  }

  /// Returns the answer of `cat` to a text; empty if it has ended.
  private func echo(_ text: String, on socket: ConnectedSocket) throws -> String {
    do { try socket.send(Array(text.utf8)) } catch Errno.brokenPipe { return "" }
    #expect(try socket.wait(toSend: false, atMost: .seconds(60)))
    return String(decoding: try socket.receive() ?? [], as: UTF8.self)
  }

  /// A child outlives its parent by a signal that only the parent heeds.
  @Test func theChildrenOfAProgramAreEndedAfterIt() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let process = try start("/bin/sh", ["-c", "cat <&1 & echo started; kill -9 $$"], output: theirs)
    theirs.close()
    #expect(try echo("", on: ours) == "started\n")
    while !process.hasEnded { SystemCalls.pause(microseconds: 1_000) }
    #expect(try echo("alive", on: ours) == "alive")
    process.end()
    #expect(try echo("alive", on: ours) == "")
    _ = try process.wait()
  }

  /// The output can be a log file that strangers have open, too.
  @Test func aStrangerWithTheSameOutputIsNotEnded() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let process = try start("/bin/sleep", ["600"], output: theirs)
    let stranger = try start("/bin/sh", ["-c", "exec cat <&1"], output: theirs)
    theirs.close()
    process.askToEnd()
    process.end()
    _ = try process.wait()
    #expect(try echo("alive", on: ours) == "alive")
    stranger.end()
    _ = try stranger.wait()
  }

  @Test func aProgramOnTheTerminalIsEndedAlone() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    let process = try SpawnedProcess(
      "/bin/sh", ["-c", "cat <&1 & echo started; wait"], environment: [:], output: theirs.descriptor,
      sharing: .terminal)
    theirs.close()
    #expect(try echo("", on: ours) == "started\n")
    process.askToEnd()
    process.end()
    _ = try process.wait()
    // The child ends with the connection.
    #expect(try echo("alive", on: ours) == "alive")
    ours.close()
  }

  @Test func aProgramThatCannotBeStartedIsAnError() throws {
    try sandbox.write("text", to: "text")
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try start("/nonexistent", []) }
    #expect(throws: Errno.permissionDenied) { _ = try start(sandbox.store.appending("text").string, []) }
  }

  @Test func theProcessesOfTheMachineAreListed() throws {
    let process = try start("/bin/sleep", ["60"])
    let others = try ProcessTable().others()
    #expect(others.contains { $0.name == "sleep" })
    process.end()
    _ = try process.wait()
    #expect(throws: Errno.noSuchFileOrDirectory) {
      _ = try ProcessTable(at: sandbox.store.appending("gone")).others()
    }
    #expect(try ProcessTable(at: sandbox.store).others().isEmpty)
  }
}

@Suite struct ConnectedSocketTests {
  @Test func sentBytesAreReceived() throws {
    let (one, other) = try ConnectedSocket.pair()
    #expect(try other.receive() == nil)
    try one.send([1, 2, 3])
    #expect(try other.receive() == [1, 2, 3])
    #expect(try other.receive() == nil)
    try other.send([4])
    other.close()
    #expect(try one.receive() == [4])
    #expect(try one.receive() == [])
    #expect(throws: Errno.brokenPipe) { try one.send([5]) }
    one.close()
  }

  @Test func aPeerThatEndsWithUnreadBytesCountsAsClosed() throws {
    let (one, other) = try ConnectedSocket.pair()
    try one.send([1])
    other.close()
    #expect(try one.receive() == [])
    one.close()
  }

  @Test func aPeerThatDoesNotReadIsAnError() throws {
    let (one, other) = try ConnectedSocket.pair()
    defer {
      one.close()
      other.close()
    }
    #expect(throws: Errno.wouldBlock) {
      for _ in 0..<100_000 { try one.send([UInt8](repeating: 7, count: 65_536)) }
    }
    #expect(try other.receive()?.isEmpty == false)
  }

  @Test func anExchangeSendsAndReceivesWhatItCan() throws {
    let (one, other) = try ConnectedSocket.pair()
    defer {
      one.close()
      other.close()
    }
    let bytes = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0) }
    var output = bytes[...]
    var received = try one.exchange(&output, atMost: .seconds(60))
    #expect(received == nil)
    #expect(!output.isEmpty && output.count < bytes.count)
    try other.send([1])
    received = try one.exchange(&output, atMost: .seconds(60))
    #expect(received == [1])
    var sent: [UInt8] = []
    while let piece = try other.receive() { sent += piece }
    #expect(sent + output == bytes)
  }

  @Test func anExchangeWithAClosedPeerReceivesItsOutput() throws {
    let (one, other) = try ConnectedSocket.pair()
    defer { one.close() }
    try other.send([4])
    other.close()
    var output: ArraySlice<UInt8> = [5]
    var received = try one.exchange(&output, atMost: .seconds(60))
    #expect(received == [4])
    #expect(output.isEmpty)
    received = try one.exchange(&output, atMost: .seconds(60))
    #expect(received == [])
  }

  @Test func anExchangeWithAPeerThatDoesNothingTimesOut() throws {
    let (one, other) = try ConnectedSocket.pair()
    defer {
      one.close()
      other.close()
    }
    var output: ArraySlice<UInt8> = []
    #expect(throws: Errno.timedOut) { try one.exchange(&output, atMost: .milliseconds(10)) }
  }
}
