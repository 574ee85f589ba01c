import LosslessTOML
import TestSupport
import Testing

@Suite("Outlines of documents")
struct OutlineTests {
  @Test(arguments: [
    "", "\n\n", "# only", "a = 1", "a = 1 # one\n\n\n", "\u{FEFF}# x\r\na.b.c = 1\r\n\r\n[t] # y\r\n  z = [1, 2]\r\n",
    "a = [\n  1, # one\n\n  # own\n  2\n\n  , 3, 4 ] # end\n", "a = [ # open\n]\n", "a = []\nb = [ ]\nc = {}\n",
    "a = [[1, 2], { x = 1, y.z = [3] }]\n", "# top\n\n# of t\n[t]\n[[e]] # 1\nx = 1\n[e.s]\ny = 1\n\n[[e]]\n\n[u]\n ",
    "a = { x = 1, # c\n  y = 2 }\n", "[a.b]\n[a]\nc.d = 1\n", "a = [1\n,2]",
    "a = [\n    1 # one\n  # own\n  , 2, 3\n  , # of the comma\n  4\n  ,\n]\n", "a = { x = 1 # c\n , y = 2\n , }\n",
  ])
  func theBlocksCoverTheSource(text: String) throws {
    try expectCover(Array(text.utf8))
  }

  @Test func theBlocksCoverRandomDocuments() throws {
    var random = SeededGenerator()
    for _ in 0..<TestSteps.count(2_000) {
      try expectCover(DocumentGenerator(&random).source, random.comment)
    }
  }

  @Test func aDocumentWithErrorsHasNoOutline() {
    #expect(TOMLOutline(of: TOMLDocument(parsing: Array("a = ".utf8))) == nil)
  }

  @Test func blocksKnowTheirRoles() throws {
    let text = "# c\na.b = [1]\n[t.'u v']\n[[e]]\n[e.s]\n"
    let outline = try #require(TOMLOutline(of: TOMLDocument(parsing: Array(text.utf8))))
    let root = outline.root
    #expect(root.lines.map(\.role) == [.comment, .entry(["a", "b"])])
    #expect(root.lines[1].container?.blocks.map(\.role) == [.element])
    #expect(root.sections.map(\.role) == [.table(["t", "u v"]), .tableElement(["e"])])
    #expect(root.sections[1].sections.map(\.role) == [.table(["e", "s"])])
    #expect(outline.value(of: root.lines[1])?.array?.first?.integer == 1)
  }

  @Test func aCommaBeforeTheFirstElementOfALineBelongsToTheLine() throws {
    let text = "a = [\n    1 # one\n  # own\n  , 2, 3 # three\n  , # of the comma\n    4 ]"
    let outline = try #require(TOMLOutline(of: TOMLDocument(parsing: Array(text.utf8))))
    let blocks = try #require(outline.root.lines.first?.container?.blocks)
    func texts(_ range: KeyPath<TOMLBlock, Range<Int>>) -> [String] {
      blocks.map { String(decoding: outline.source[$0[keyPath: range]], as: UTF8.self) }
    }
    #expect(blocks.map(\.role) == [.element, .comment, .element, .element, .element])
    #expect(texts(\.indent) == ["    ", "  ", "  , ", " ", "    "])
    #expect(blocks.map(\.hasComma) == [false, false, true, true, false])
    #expect(texts(\.beforeComma) == ["", "", "", " # three\n  ", ""])
    #expect(texts(\.trailing) == [" # one", "", "", " # of the comma", ""])
  }

  @Test func commentsAtTheEndCanBelongToTheDocument() throws {
    let text = "[t]\n# of t\na = 1\n[[e]]\n[e.s]\nb = 1\n\n# end 1\n# end 2\n\n"
    let root = try #require(TOMLOutline(of: TOMLDocument(parsing: Array(text.utf8)))).rootWithEndComments
    #expect(root.endComments.map(\.role) == [.comment, .comment])
    #expect(root.sections[0].lines.count == 2 && root.sections[1].sections[0].lines.count == 1)
    let plain = try #require(TOMLOutline(of: TOMLDocument(parsing: Array("a = 1\n# end".utf8)))).rootWithEndComments
    #expect(plain.lines.count == 1 && plain.endComments.count == 1)
  }

  private func expectCover(_ source: [UInt8], _ comment: Comment? = nil) throws {
    let outline = try #require(TOMLOutline(of: TOMLDocument(parsing: source)), comment)
    for root in [outline.root, outline.rootWithEndComments] {
      let text = ranges(of: root).flatMap { source[$0] }
      #expect(
        text == source,
        "\(comment?.rawValue ?? "")\n\(String(decoding: source, as: UTF8.self))\n→\n\(String(decoding: text, as: UTF8.self))"
      )
    }
  }

  /// Returns the ranges of a block in the order of the source, with a comma as one byte.
  private func ranges(of block: TOMLBlock) -> [Range<Int>] {
    var value = [block.value]
    if let container = block.container {
      value =
        [container.opening, container.openingLineEnd] + container.blocks.flatMap(ranges)
        + [container.closingGap, container.closing]
    }
    let comma =
      block.hasComma ? [block.beforeComma, block.beforeComma.upperBound..<block.beforeComma.upperBound + 1] : []
    return [block.gap] + block.lead.flatMap(ranges) + [block.indent, block.head] + value + comma
      + [block.trailing, block.lineEnd] + block.lines.flatMap(ranges) + block.sections.flatMap(ranges)
      + block.endComments.flatMap(ranges) + [block.end]
  }
}
