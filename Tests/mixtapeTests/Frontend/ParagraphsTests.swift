import StoreBrowser
import Testing

@testable import mixtape

/// Long texts, such as descriptions.
@Suite struct ParagraphsTests {
  private func lines(_ texts: [String?], width: Int? = 20) -> [String] {
    Paragraphs.lines(texts.map { ("notes", $0) }, width: width).map { $0.rendered(colored: false) }
  }

  @Test func `words are wrapped, and paragraphs kept`() {
    #expect(
      lines(["Where to see the northern lights.\n\nAnd why."]) == [
        "", "notes:", "Where to see the", "northern lights.", "And why.",
      ])
  }

  @Test func `missing and empty texts have no lines`() {
    #expect(lines([nil, "", "x"]) == ["", "notes:", "x"])
  }

  @Test func `a long word has its own line`() {
    let word = String(repeating: "a", count: 30)
    #expect(lines(["b \(word) c"]) == ["", "notes:", "b", word, "c"])
  }

  @Test func `wide characters count twice`() {
    #expect(lines(["夜の散歩夜の散歩 夜の散歩"]) == ["", "notes:", "夜の散歩夜の散歩", "夜の散歩"])
  }

  @Test func `control characters are not printed`() {
    #expect(!lines(["a\u{1B}[31mb"]).joined().contains("\u{1B}"))
  }
}
