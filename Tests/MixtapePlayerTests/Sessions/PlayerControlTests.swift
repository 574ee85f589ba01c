import Dispatch
import FileSystem
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

@Suite(.timeLimit(.generous)) struct PlayerControlTests {
  private let sample: SessionSample

  init() throws { sample = try SessionSample() }

  @Test func `a request gets the reply of the session`() throws {
    let session = try sample.session()
    #expect(try sample.store.runningPlayers() == [])
    let server = try session.receiveRequests { "you said \($0)" }
    #expect(try sample.store.runningPlayers() == [.playlist(sample.playlist)])
    for line in ["status", "", "ö \u{1B}[31m"] {
      #expect(try PlayerControl.send(line, to: .playlist(sample.playlist), of: sample.store) == "you said \(line)")
    }
    #expect(try PlayerControl.send("status", to: .standalone, of: sample.store) == nil)
    server.end()
    #expect(try PlayerControl.send("status", to: .playlist(sample.playlist), of: sample.store) == nil)
    #expect(try sample.store.runningPlayers() == [])
  }

  /// The process may end right after the server, as after a request to quit.
  @Test func `a reply is sent before the server has ended`() throws {
    let (mine, others) = try ConnectedSocket.pair()
    let (asked, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = PlayerControlServer(
      on: try sample.store.listen(for: .standalone),
      answer: { _ in
        asked.signal()
        gate.wait()
        return "bye"
      }, followRequest: nil, follow: { _ in })
    try mine.send(Array("quit\n".utf8))
    server.serve(others)
    asked.wait()
    gate.signal()
    server.end()
    // Does not wait.
    #expect(try mine.receive() == Array("bye".utf8))
    mine.close()
  }

  @Test func `a request is not executed if nobody waits for its reply`() throws {
    let listener = try sample.store.listen(for: .standalone)
    guard case .open(let connection) = try sample.store.connection(to: .standalone) else {
      throw Errno.connectionRefused
    }
    try connection.send(Array("next\n".utf8))
    connection.close()
    let lines = Mutex<[String]>([])
    let server = PlayerControlServer(
      on: listener,
      answer: { line in
        lines.withLock { $0.append(line) }
        return line
      }, followRequest: nil, follow: { _ in })
    #expect(try PlayerControl.send("status", to: .standalone, of: sample.store) == "status")
    server.end()
    #expect(lines.withLock { $0 } == ["status"])
  }

  @Test func `a player that accepts no connections is running, and does not reply`() throws {
    let listener = try sample.store.listen(for: .standalone)
    var waiting: [ConnectedSocket] = []
    while case .open(let connection) = try sample.store.connection(to: .standalone) { waiting.append(connection) }
    #expect(try PlayerControl.send("status", to: .standalone, of: sample.store) == "")
    #expect(try sample.store.runningPlayers() == [.standalone])
    waiting.forEach { $0.close() }
    listener.close()
  }

  @Test func `a long reply arrives whole`() throws {
    let text = String(repeating: "0123456789", count: 100_000)
    let server = try sample.session([], of: .standalone).receiveRequests { _ in text }
    #expect(try PlayerControl.send("queue", to: .standalone, of: sample.store) == text)
    server.end()
  }

  @Test func `a request that is too long does not stop the server`() throws {
    let server = try sample.session([], of: .standalone).receiveRequests { $0 }
    let long = String(repeating: "x", count: 2 * PlayerControl.longestRequest)
    do throws(MixtapeError) {
      #expect(try PlayerControl.send(long, to: .standalone, of: sample.store) == "")
    } catch {
      // The connection may be reset before the reply is read.
      #expect(error.code == .fileAccess)
    }
    #expect(try PlayerControl.send("status", to: .standalone, of: sample.store) == "status")
    server.end()
  }
}
