import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.generous)) struct ListeningSocketTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeDirectory("store")
  }

  private func text(from socket: ConnectedSocket) throws -> String {
    var bytes: [UInt8] = []
    while try socket.wait(toSend: false, atMost: .seconds(20)) {
      guard let piece = try socket.receive(), !piece.isEmpty else { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["control", "control-" + String(repeating: "long", count: 20)])
  func `a process connects by the name`(_ name: String) throws {
    let directory = sandbox.store.appending(String(repeating: "deep", count: 20))
    try FileManager.default.createDirectory(atPath: directory.string, withIntermediateDirectories: true)
    let listener = try ListeningSocket(name, in: directory)
    let client = try ConnectedSocket(connectingTo: name, in: directory)
    let server = try listener.accept()
    try client.send(Array("hello".utf8))
    client.close()
    #expect(try text(from: server) == "hello")
    server.close()
    listener.end()
    listener.close()
    #expect(throws: Errno.noSuchFileOrDirectory) { try ConnectedSocket(connectingTo: name, in: directory) }
  }

  @Test func `only the user can open the socket`() throws {
    let listener = try ListeningSocket("control", in: sandbox.store)
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.store.appending("control").string)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    listener.close()
  }

  @Test func `the socket of a process that has ended is replaced`() throws {
    let first = try ListeningSocket("control", in: sandbox.store)
    first.close()
    #expect(throws: Errno.connectionRefused) { try ConnectedSocket(connectingTo: "control", in: sandbox.store) }
    let second = try ListeningSocket("control", in: sandbox.store)
    try ConnectedSocket(connectingTo: "control", in: sandbox.store).close()
    try second.accept().close()
    second.close()
  }

  @Test func `a process that accepts no connections blocks no other`() throws {
    let listener = try ListeningSocket("control", in: sandbox.store)
    var waiting: [ConnectedSocket] = []
    #expect(throws: Errno.wouldBlock) {
      while waiting.count < 10_000 { waiting.append(try ConnectedSocket(connectingTo: "control", in: sandbox.store)) }
    }
    waiting.forEach { $0.close() }
    listener.close()
  }

  @Test func `a connection whose other end is closed is abandoned`() throws {
    let listener = try ListeningSocket("control", in: sandbox.store)
    let client = try ConnectedSocket(connectingTo: "control", in: sandbox.store)
    let server = try listener.accept()
    try client.send(Array("hello".utf8))
    #expect(!server.isAbandoned)
    client.close()
    #expect(server.isAbandoned)
    server.close()
    listener.close()
  }

  @Test func `a name that is too long is refused`() throws {
    let name = String(repeating: "n", count: 120)
    #expect(throws: Errno.fileNameTooLong) { try ListeningSocket(name, in: sandbox.store) }
    #expect(throws: Errno.fileNameTooLong) { try ConnectedSocket(connectingTo: name, in: sandbox.store) }
  }

  @Test func `the end wakes a process that waits for connections`() async throws {
    let listener = try ListeningSocket("control", in: sandbox.store)
    let waiting = Task.detached { try listener.accept().close() }
    listener.end()
    await #expect(throws: Errno.self) { try await waiting.value }
    listener.close()
  }
}
