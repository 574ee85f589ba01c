import Foundation
import MixtapeModel
import Testing

@testable import mixtape

@Suite struct JSONPrintingTests {
  private static let sample: JSONNode = [
    "text": "a\"b\\c\n\t\r\u{1B}\u{202E}ü夜🎲\u{0}",
    "numbers": [.integer(Int64.min), .decimal(1.5), .decimal(.nan)],
    "nothing": .null, "yes": true, "empty": [], "none": [:],
  ]

  @Test func `the compact form is one line`() {
    #expect(
      Self.sample.compact == #"""
        {"text":"a\"b\\c\n\t\r\u001b\u202eü夜🎲\u0000","numbers":[-9223372036854775808,1.5,null],"nothing":null,"yes":true,"empty":[],"none":{}}
        """#)
  }

  @Test(
    arguments: [
      (.seconds(2541), 2541), (.milliseconds(1_234), 1.234), (.microseconds(2_999_600), 3),
      (.milliseconds(-1_500), -1.5),
      (.zero, 0),
    ] as [(Duration, Double)])
  func `seconds are rounded to milliseconds`(time: Duration, seconds: Double) {
    #expect(time.roundedSeconds == seconds)
  }

  @Test func `the pretty form is indented`() {
    let value: JSONNode = ["a": [1, ["b": .null]], "c": []]
    #expect(
      value.pretty == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": []
        }
        """)
  }

  @Test func `another JSON parser reads the same values`() throws {
    for text in [Self.sample.compact, Self.sample.pretty] {
      let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(object["text"] as? String == "a\"b\\c\n\t\r\u{1B}\u{202E}ü夜🎲\u{0}")
      #expect((object["numbers"] as? [Any])?.count == 3)
      #expect(try JSONReader.read(Array(text.utf8)) == Self.sample)
    }
  }

  @Test(
    arguments: [
      ("{\"a\": 1,}", "expected a key", 8), ("[1 2]", "expected `,` or `]`", 3), ("\"a", "the string has no end", 2),
      ("01", "a number has no zeros at its start", 1), ("[] x", "unexpected text after the end of the document", 3),
      ("\"\u{1}\"", "control character in a string", 1), ("tru", "expected a value", 0),
    ])
  func `an error of the reader has a place`(text: String, message: String, offset: Int) {
    let failure = #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Array(text.utf8)) }
    #expect(failure == JSONReader.Failure(message: message, offset: offset))
  }

  @Test func `bytes that are not UTF-8 are an error, unless the caller decodes them`() throws {
    let failure = #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22, 0x41, 0xFF, 0x22]) }
    #expect(failure == JSONReader.Failure(message: "the string is not UTF-8", offset: 0))
    let repaired = try JSONReader.read([0x22, 0x41, 0xFF, 0x22]) { String(decoding: $0, as: UTF8.self) }
    #expect(repaired == "A\u{FFFD}")
  }
}
