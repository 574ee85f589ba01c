import MixtapeModel
import Testing

@Suite("NameRules")
struct NameRulesTests {
  @Test(
    "accepts lower-case letters, digits and marks of all scripts",
    arguments: [
      "a", "0", "_", "morning-commute", "v1.5", "a..b", "2026-11-20", "ночь", "ελλάδα", "夜のドライブ", "हिन्दी-गाने", "เพลงไทย",
      "موسيقى", "한국어", "ქართული", "tiếng-việt", "straße", "١٢٣", "i\u{307}",
    ])
  func valid(_ name: String) {
    #expect(NameRules.violation(in: name) == nil)
  }

  @Test("an empty name")
  func empty() {
    #expect(NameRules.violation(in: "") == .empty)
  }

  @Test("the limit is 100 bytes, not characters")
  func length() {
    #expect(NameRules.violation(in: String(repeating: "a", count: 100)) == nil)
    #expect(NameRules.violation(in: String(repeating: "a", count: 101)) == .tooLong(bytes: 101))
    #expect(NameRules.violation(in: String(repeating: "夜", count: 33)) == nil)
    #expect(NameRules.violation(in: String(repeating: "夜", count: 34)) == .tooLong(bytes: 102))
    #expect(NameRules.violation(in: "a" + String(repeating: "\u{323}", count: 50)) == .tooLong(bytes: 101))
    #expect(NameRules.violation(in: String(repeating: "x", count: 10_000_000)) == .tooLong(bytes: 10_000_000))
  }

  @Test(
    "a start that hides the file, is an option, or joins the character before",
    arguments: [
      ".hidden", "-rf", "..", "-", "-\u{301}x", ".\u{301}x", "\u{301}x", "\u{93E}x", "\u{FF9E}x",
    ])
  func start(_ name: String) throws {
    #expect(NameRules.violation(in: name) == .badStart(try #require(name.first)))
  }

  @Test(
    "invalid characters",
    arguments: [
      ("Morning", "M"), ("ÉTÉ", "É"), ("ǅ", "ǅ"), ("a b", " "), ("a/b", "/"), ("a\\b", "\\"), ("../x", nil),
      ("a:b", ":"),
      ("a\nb", "\n"), ("a\u{0}b", "\u{0}"), ("a\u{7F}", "\u{7F}"), ("a\u{A0}b", "\u{A0}"), ("a\u{2028}b", "\u{2028}"),
      ("mix🎧", "🎧"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("½", "½"), ("ⅷ", "ⅷ"), ("a\u{202E}b", "\u{202E}"), ("a/\u{301}b", "/\u{301}"),
    ] as [(String, Character?)])
  func characters(_ name: String, _ bad: Character?) {
    let expected = bad.map(NameViolation.badCharacter) ?? .badStart(".")
    #expect(NameRules.violation(in: name) == expected)
  }

  @Test(
    "invisible characters",
    arguments: [
      "a\u{200D}b", "a\u{200C}b", "a\u{200B}b", "a\u{FE0F}", "a\u{34F}b", "a\u{E0100}", "a\u{115F}b", "\u{3164}",
      "a\u{AD}b",
    ])
  func invisible(_ name: String) {
    guard case .badCharacter? = NameRules.violation(in: name) else {
      Issue.record("\(String(describing: NameRules.violation(in: name)))")
      return
    }
  }

  @Test(
    "names that are not composed",
    arguments: [
      "cafe\u{301}", "\u{1112}\u{1161}\u{11AB}", "q\u{323}\u{307}x\u{307}\u{323}", "\u{2F8A6}", "क\u{93C}\u{958}",
    ])
  func notComposed(_ name: String) {
    #expect(NameRules.violation(in: name) == .notNormalized)
    #expect(!NameRules.isComposed(name))
  }

  @Test("composed names")
  func composed() {
    #expect(NameRules.isComposed("") && NameRules.isComposed("ASCII only") && NameRules.isComposed("caf\u{E9}"))
  }
}
