import TestSupport
import Testing

@testable import StoreBrowser

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(Array(text.utf8)) + decoder.flush()
  }

  private static let cases: [(String, [Key])] = [
    ("q?/ ", [.character("q"), .character("?"), .character("/"), .character(" ")]),
    ("é夜🎲", [.character("é"), .character("夜"), .character("🎲")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
    (
      "\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[7~\u{1B}[8~",
      [.home, .end, .pageUp, .pageDown, .delete, .home, .end]
    ),
    ("\u{1B}[1;5C\u{1B}[3;2~\u{1B}[Z", [.right, .delete, .backTab]),
    // Function keys and replies of the terminal are ignored and do not become text.
    ("\u{1B}[15~\u{1B}OP\u{1B}[[A\u{1B}[?1;2cx", [.character("x")]),
    ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}x", [.escape, .character("x")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[", [.escape]),
    ("\u{1B}[200~a\r\nb\u{1B}[31m\u{1B}[201~x", [.pasted("a b[31m"), .character("x")]),
    ("\u{1B}[200~\u{1B}[201~", []),
    ("\u{9B}A", [.character("A")]),
    (
      "\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[<64;1;1M\u{1B}[<65;200;300M",
      [
        .mouse(MouseEvent(.press, column: 11, row: 4)), .mouse(MouseEvent(.wheelUp, column: 0, row: 0)),
        .mouse(MouseEvent(.wheelDown, column: 199, row: 299)),
      ]
    ),
    // Other buttons and invalid reports are ignored.
    (
      "\u{1B}[<2;1;1M\u{1B}[<0;0;1M\u{1B}[<0;99999999999999999999;1Mx\u{1B}[<M\u{1B}[<1;2Ay",
      [.character("x"), .character("y")]
    ),
  ]

  @Test(arguments: cases) func `bytes become keys`(_ text: String, _ expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test func `invalid UTF-8 is ignored`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0x80, 0xC3, 0x41, 0xC3, 0xA9, 0xE5, 0x1B]) == [.character("A"), .character("é")])
    #expect(decoder.flush() == [.escape])
  }

  @Test(arguments: cases) func `bytes can be split anywhere`(_ text: String, _ expected: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let first = decoder.decode(bytes[..<cut])
      let rest = decoder.decode(bytes[cut...])
      #expect(first + rest + decoder.flush() == keys(text))
    }
  }

  @Test func `an escape byte waits for further bytes`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.decode(Array("[A".utf8)) == [.up])
    #expect(!decoder.isWaiting)
    #expect(decoder.decode(Array("\u{1B}[200~abc".utf8)) == [])
    #expect(!decoder.isWaiting)
  }

  @Test func `a paste without end uses limited memory`() {
    var decoder = KeyDecoder()
    _ = decoder.decode(Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "x"), count: 70_000))
    let keys = decoder.decode(Array("\u{1B}[201~".utf8))
    #expect(keys == [.pasted(String(repeating: "x", count: 65_536))])
  }
}

@Suite struct ListCursorTests {
  @Test(arguments: [
    (Key.down, 1), (.character("j"), 1), (.up, 0), (.character("k"), 0), (.end, 9), (.character("G"), 9),
    (.pageDown, 3), (.control("f"), 3), (.pageUp, 0), (.home, 0),
  ])
  func `keys move the cursor`(_ key: Key, _ row: Int) {
    var cursor = ListCursor()
    let moves = cursor.move(key, count: 10, page: 4)
    #expect(moves && cursor.row == row)
  }

  @Test func `other keys do not move it, and an empty list has no other row`() {
    var cursor = ListCursor()
    let moves = (cursor.move(.enter, count: 10, page: 4), cursor.move(.down, count: 0, page: 4))
    #expect(moves == (false, true) && cursor.row == 0)
  }

  @Test func `the list scrolls as little as possible`() {
    var cursor = ListCursor()
    cursor.select(6)
    cursor.fit(count: 10, height: 4)
    #expect(cursor.visible(count: 10, height: 4) == 3..<7)
    cursor.select(4)
    cursor.fit(count: 10, height: 4)
    #expect(cursor.visible(count: 10, height: 4) == 3..<7)
    cursor.fit(count: 2, height: 4)
    #expect(cursor.row == 1 && cursor.visible(count: 2, height: 4) == 0..<2)
  }

  @Test func `a press selects a row, and the wheel scrolls`() {
    var cursor = ListCursor()
    cursor.handle(MouseEvent(.press, column: 0, row: 5), top: 2, count: 10, height: 4)
    #expect(cursor.row == 3 && cursor.first == 0)
    cursor.handle(MouseEvent(.wheelDown, column: 0, row: 5), top: 2, count: 10, height: 4)
    #expect(cursor.row == 3 && cursor.first == 3)
    cursor.handle(MouseEvent(.press, column: 0, row: 90), top: 2, count: 10, height: 4)
    #expect(cursor.row == 3)
  }
}
