import StoreBrowser
import Testing

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
