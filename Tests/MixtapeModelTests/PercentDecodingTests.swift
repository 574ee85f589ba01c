import MixtapeModel
import Testing

@Suite struct PercentDecodingTests {
  @Test(arguments: [
    ("", ""), ("a/b", "a/b"), ("%41%62%2f%2F", "Ab//"), ("%C3%A4ä", "ää"), ("%2541", "%41"), ("a%20", "a "),
  ]) func `both forms decode valid escapes`(text: String, decoded: String) {
    let result = PercentDecoding(Array(text.utf8))
    #expect(result.strictText == decoded)
    #expect(result.lenientText == decoded)
    #expect(result.bytes == Array(decoded.utf8))
  }

  @Test(arguments: [
    ("%", "%"), ("a%4", "a%4"), ("%zz%41", "%zzA"), ("%%41", "%A"), ("%4%41", "%4A"), ("% 1", "% 1"), ("%+1", "%+1"),
    ("%１１", "%１１"),
  ]) func `the lenient form keeps a percent sign without two digits`(text: String, decoded: String) {
    let result = PercentDecoding(Array(text.utf8))
    #expect(result.strictText == nil)
    #expect(result.lenientText == decoded)
  }

  @Test func `bytes that are not UTF-8 are no text`() {
    let result = PercentDecoding(Array("J%F3ga".utf8))
    #expect(result.strictText == nil)
    #expect(result.lenientText == nil)
    #expect(result.bytes == [0x4A, 0xF3, 0x67, 0x61])
  }
}
