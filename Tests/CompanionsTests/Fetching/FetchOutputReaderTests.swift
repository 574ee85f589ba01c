import FileSystem
import TestSupport
import Testing

@testable import Companions

/// Valid and invalid output of the program.
@Suite struct FetchOutputReaderTests {
  private let greeting = FetchProtocol.companion.greeting(library: "libcurl/8")

  /// Reads output in pieces, for the requests 0 and 1 with bodies of at most 10 bytes.
  private func read(
    _ text: String, piece: Int = .max
  ) throws(CompanionProgramError.Reason) -> [FetchOutputReader.Answer] {
    let requests = [0, 1].map { id in
      FetchProtocol.Request(id: id, address: "http://a/", connecting: 1, stalling: 1, total: 1, bytes: 10)
    }
    var download = FetchProtocol.Request(id: 5, address: "http://a/", connecting: 1, stalling: 1, total: 1, bytes: 10)
    download.offset = 0
    var reader = FetchOutputReader(requests + [download])
    var output = CompanionOutput(of: FetchProtocol.companion)
    var items: [FetchOutputReader.Answer] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output.append(Array(rest.prefix(piece)))
      while let item = try reader.next(in: &output) { items.append(item) }
      rest = rest.dropFirst(piece)
    }
    return items
  }

  private static let started = #"{"id":5,"kind":"started","length":0}"# + "\n"
  private static let part = #"{"id":5,"kind":"part","length":5}"# + "\nabcde"

  @Test(arguments: [1, 2, 7, .max]) func `a download arrives in parts`(piece: Int) throws {
    let end = #"{"id":5,"kind":"fetched","length":0}"# + "\n"
    let items = try read(greeting + Self.started + Self.part + Self.part + end, piece: piece)
    #expect(items.map(\.result.kind) == [.started, .part, .part, .fetched])
    #expect(items.flatMap(\.body) == Array("abcdeabcde".utf8))
  }

  @Test(arguments: [1, 2, 7, .max]) func `output arrives in pieces of any size`(piece: Int) throws {
    let text =
      greeting + #"{"id":1,"kind":"fetched","length":5}"# + "\na\nb\nc" + #"{"id":0,"kind":"notModified","length":0}"#
      + "\n"
    let items = try read("warning: odd\n" + text, piece: piece)
    #expect(items.map(\.result.id) == [1, 0])
    #expect(items.map(\.body) == [Array("a\nb\nc".utf8), []])
  }

  @Test(arguments: [
    (#"{"id":0,"kind":"fetched","length":11}"#, "a body has an invalid length"),
    (#"{"id":0,"kind":"fetched","length":-1}"#, "a body has an invalid length"),
    (#"{"id":0,"kind":"fetched","length":9223372036854775807}"#, "a body has an invalid length"),
    (#"{"id":0,"kind":"notModified","length":1}"#, "a body has an invalid length"),
    (#"{"id":0,"kind":"fetched","length":1e400}"#, "a line is not a result"),
    (#"{"id":2,"kind":"fetched","length":0}"#, "a result belongs to no request"),
    (#"{"id":0,"kind":"other","length":0}"#, "a line is not a result"),
    ("hello", "a line is not a result"),
    (#"{"id":0,"kind":"started","length":0}"#, "a result is not expected"),
    (#"{"id":0,"kind":"part","length":1}"#, "a result is not expected"),
    (#"{"id":5,"kind":"part","length":1}"#, "a result is not expected"),
    (#"{"id":5,"kind":"fetched","length":0}"#, "a result is not expected"),
    (#"{"id":5,"kind":"started","length":1}"#, "a body has an invalid length"),
    (started + #"{"id":5,"kind":"part","length":0}"#, "a body has an invalid length"),
    (started + #"{"id":5,"kind":"part","length":11}"#, "a body has an invalid length"),
    (started + part + #"{"id":5,"kind":"part","length":6}"#, "a body has an invalid length"),
    (started + #"{"id":5,"kind":"started","length":0}"#, "a result is not expected"),
    (started + #"{"id":5,"kind":"fetched","length":1}"#, "a body has an invalid length"),
    (started + #"{"id":5,"kind":"notModified","length":0}"#, "a result is not expected"),
    (
      #"{"id":0,"kind":"failed","length":0}"# + "\n" + #"{"id":0,"kind":"failed","length":0}"#,
      "a result belongs to no request"
    ),
  ])
  func `output that breaks the protocol`(line: String, reason: String) {
    #expect(throws: CompanionProgramError.Reason.invalidOutput(reason)) { try read(greeting + line + "\n") }
  }

  @Test func `results become responses`() {
    let request = FeedRequest("http://a/")
    var result = FetchProtocol.Result(id: 3, kind: .failed)
    result.error = "timed-out"
    result.retryAfter = .max
    result.text = "slow\n"
    let response = FeedResponse(FetchOutputReader.Answer(result: result, body: []), to: request)
    #expect(response.index == 3)
    #expect(response.error == FetchError(.timedOut, retryAfter: .seconds(30 * 86_400), text: "slow\u{FFFD}"))
    var fetched = FetchProtocol.Result(id: 0, kind: .fetched)
    fetched.address = "http://b/\u{1B}"
    fetched.permanentAddress = "javascript:1"
    let strange = FeedResponse(FetchOutputReader.Answer(result: fetched, body: []), to: request)
    #expect(strange.finalAddress == "http://a/" && strange.permanentAddress == nil)
  }

  @Test func `limits are rounded and bounded for the program`() {
    let wide = FetchLimits(connecting: .seconds(Int64.max), stalling: .milliseconds(1), total: .zero, bytes: .max)
    let request = FetchProtocol.Request(FeedRequest("http://a/", limits: wide), id: 0)
    #expect(request.connecting == 86_400_000 && request.stalling == 1 && request.total == 1)
    #expect(request.bytes == FetchLimits.greatestSize)
  }
}
