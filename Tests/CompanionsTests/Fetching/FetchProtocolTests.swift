import MixtapeModel
import Testing

@testable import Companions

@Suite struct FetchProtocolTests {
  private func expectKept<Message: JSONConvertible & Equatable>(_ message: Message) {
    let line = FetchProtocol.line(message)
    #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(FetchProtocol.message(Message.self, in: line) == message)
  }

  @Test func `messages are read as they were written`() {
    expectKept(
      FetchProtocol.Settings(
        userAgent: "8.1 \"x\"\\\n\u{7}\u{2028}ü😀", parallel: 8, parallelOfHost: 2, resolved: ["a:80:192.0.2.1"]))
    var request = FetchProtocol.Request(
      id: 1, address: "http://a/", entityTag: "\"t\"", lastModified: "m", connecting: 2, stalling: 3, total: 4, bytes: 5
    )
    expectKept(request)
    (request.offset, request.ifRange) = (6, "r")
    expectKept(request)
    expectKept(FetchProtocol.Cancellation(of: 7))
    var result = FetchProtocol.Result(id: 1, kind: .failed)
    expectKept(result)
    (result.length, result.address, result.permanentAddress, result.entityTag) = (2, "a", "b", "c")
    (result.lastModified, result.encoding, result.error, result.status) = ("d", "e", "f", 3)
    (result.retryAfter, result.text, result.offset, result.whole, result.endsWithConnection) = (4, "g", 5, 6, true)
    expectKept(result)
  }

  @Test(arguments: [
    "", "[]", "7", "{}", #"{"cancel":null}"#, #"{"cancel":"7"}"#, #"{"cancel":7.5}"#, #"{"cancel":1e99}"#,
    #"{"cancel":7"#,
    #"{"cancel":99999999999999999999}"#,
  ])
  func `a message without its members or with other types is invalid`(line: String) {
    #expect(FetchProtocol.message(FetchProtocol.Cancellation.self, in: line.utf8) == nil)
  }
}
