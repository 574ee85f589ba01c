import Dispatch
import FileSystem
import Foundation
import MixtapeModel
import Synchronization
import SystemPackage
import Testing

@testable import MixtapePlayer

/// The other end of a service's connection, played by a test.
final class FakeMPV: Sendable {
  private let socket: ConnectedSocket
  private let received = Mutex((buffer: LineBuffer(maximumLength: 1_000_000), lines: [String]()))

  init(_ socket: ConnectedSocket) { self.socket = socket }

  /// Returns the next line that the service sends. Waits for it for a limited time.
  func next() throws -> String {
    while true {
      if let line = received.withLock({ $0.lines.isEmpty ? nil : $0.lines.removeFirst() }) { return line }
      var wanted = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      try #require(poll(&wanted, 1, 10_000) == 1, "the service says nothing")
      let bytes = try #require(try socket.receive())
      try #require(!bytes.isEmpty, "the service has closed the connection")
      received.withLock { received in
        received.lines += received.buffer.append(bytes).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Reads lines until one contains a text, and answers all requests.
  @discardableResult
  func next(with text: String, file: Int? = nil) throws -> String {
    while true {
      let line = try next()
      let data = file.map { #""data":{"playlist_entry_id":\#($0)},"# } ?? ""
      let digits = line.split(separator: #""request_id":"#).last?.prefix(while: \.isNumber)
      try say(#"{\#(data)"request_id":\#(try #require(digits)),"error":"success"}"#)
      if line.contains(text) { return line }
    }
  }

  /// Sends a line.
  func say(_ line: String) throws { try send(line + "\n") }

  /// Sends a text unchanged, as fast as the service reads it.
  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var wanted = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
      try #require(poll(&wanted, 1, 10_000) == 1, "the service reads nothing")
      // A writable socket has room for this many bytes.
      try socket.send(Array(rest.prefix(4_096)))
      rest = rest.dropFirst(4_096)
    }
  }

  /// Ends the connection.
  func close() throws { try socket.descriptor.close() }

  /// Plays the next loaded file, like mpv.
  func playNext(file: Int = 1) throws {
    try next(with: "loadfile", file: file)
    try say(#"{"event":"property-change","id":4,"data":"null"}"#)
    for event in [#""start-file","playlist_entry_id":\#(file)"#, #""file-loaded""#, #""playback-restart""#] {
      try say(#"{"event":\#(event)}"#)
    }
  }
}

/// The reports of a service, in order.
final class ReportLog: Sendable {
  private let reports = Mutex<[MusicServiceReport]>([])
  private let arrival = DispatchSemaphore(value: 0)
  /// Keeps a reference, because a service without references ends.
  private let service: any MusicService

  init(of service: any MusicService) {
    self.service = service
    service.listen { [weak self] report in
      self?.reports.withLock { $0.append(report) }
      self?.arrival.signal()
    }
  }

  /// Returns the next report. Waits for it for a limited time.
  func next(sourceLocation: SourceLocation = #_sourceLocation) throws -> MusicServiceReport {
    try #require(arrival.wait(timeout: .now() + 20) == .success, "nothing is reported", sourceLocation: sourceLocation)
    return reports.withLock { $0.removeFirst() }
  }

  /// The reports that were not returned yet.
  var rest: [MusicServiceReport] { reports.withLock { $0 } }
}
