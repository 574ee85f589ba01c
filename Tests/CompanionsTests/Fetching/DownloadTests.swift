import Companions
import Foundation
import TestSupport
import Testing

@testable import mixtape_fetch

/// The transfer of files in parts.
@Suite(.timeLimit(.generous)) struct DownloadTests {
  private let trial = FetchTrial()

  @Test func `a file larger than all buffers arrives in order`() throws {
    let content = (0..<640).flatMap { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 65_536) }
    let server = try WebServer { _ in .status(200, body: content) }
    var received: [UInt8] = []
    var events: [DownloadEvent] = []
    try trial.fetcher.download([DownloadRequest(server.address("/"), bytes: content.count)]) { _, event in
      if case .part(let bytes) = event { received += bytes } else { events.append(event) }
      return true
    }
    #expect(received == content)
    #expect(events == [.started(DownloadStart(length: content.count)), .finished])
  }

  @Test func `a download is cancelled, and others go on`() throws {
    let server = try WebServer { request in
      request.target == "/endless"
        ? WebReply([.send(WebReply.header(200, []) + [UInt8](repeating: 1, count: 100_000)), .wait]) : .text("sound")
    }
    var events: [[DownloadEvent]] = [[], []]
    let requests = ["/endless", "/"].map { DownloadRequest(server.address($0), bytes: 1_000_000) }
    try trial.fetcher.download(requests) { index, event in
      events[index].append(event)
      if index == 0, case .part = event { return false }
      return true
    }
    #expect(events[0].count == 2)
    #expect(events[1] == [.started(DownloadStart(length: 5)), .part(Array("sound".utf8)), .finished])
  }

  @Test func `more bytes than allowed are not received`() throws {
    let server = try WebServer { request in
      request.target == "/stated"
        ? .status(200, body: [UInt8](repeating: 1, count: 2_000))
        : WebReply([.send(WebReply.header(200, []) + [UInt8](repeating: 1, count: 2_000)), .close])
    }
    for path in ["/stated", "/unstated"] {
      var last: DownloadEvent?
      try trial.fetcher.download([DownloadRequest(server.address(path), bytes: 1_000)]) { _, event in
        last = event
        return true
      }
      guard case .failed(let error)? = last else {
        Issue.record("\(path) was received")
        continue
      }
      #expect(error.code == .tooLarge)
    }
  }

  @Test func `files of this machine and invalid addresses are not downloaded`() throws {
    var events: [DownloadEvent] = []
    let addresses = ["file:///etc/passwd", "ftp://a/b", "a"]
    try trial.fetcher.download(addresses.map { DownloadRequest($0, bytes: 1) }) { _, event in
      events.append(event)
      return true
    }
    let expected: [FetchError.Code] = [.unsupportedScheme, .unsupportedScheme, .invalidAddress]
    #expect(events == expected.map { .failed(FetchError($0)) })
  }

  @Test(
    arguments: [
      ("bytes 100-199/200", 100, 200), ("bytes 0-0/*", 0, nil), ("BYTES  5-9/10", 5, 10),
    ] as [(String, Int, Int?)])
  func `valid ranges`(text: String, start: Int, whole: Int?) throws {
    let range = try #require(Received.range(text))
    #expect(range.start == start && range.whole == whole)
  }

  @Test(arguments: [
    "", "bytes", "bytes 5-4/10", "bytes 5-9/9", "bytes */10", "bytes -5/10", "items 0-1/2", "bytes 0-1",
    "bytes 99999999999999999999-99999999999999999999/*", "bytes 0-1/99999999999999999999",
  ])
  func `invalid ranges`(text: String) { #expect(Received.range(text) == nil) }
}
