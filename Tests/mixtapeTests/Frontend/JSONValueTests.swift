import Foundation
import Testing

@testable import mixtape

@Suite struct JSONValueTests {
  private static let sample: JSONValue = [
    "text": "a\"b\\c\n\t\r\u{1B}\u{202E}ü夜🎲\u{0}",
    "numbers": [.integer(.min), .number(1.5), .number(.nan)],
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
    let value: JSONValue = ["a": [1, ["b": .null]], "c": []]
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
    }
  }
}
