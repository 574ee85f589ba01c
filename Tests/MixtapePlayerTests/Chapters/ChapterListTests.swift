import Testing

@testable import MixtapePlayer

@Suite struct ChapterListTests {
  /// Chapters that start at 0:00, 1:00 and 2:00.
  private let list = ChapterList([
    Chapter("Two", at: .seconds(60)), Chapter("One", at: .zero), Chapter("Three", at: .seconds(120)),
  ])

  @Test func `chapters are in the order of their starts, which are distinct`() {
    #expect(list.chapters.map(\.title) == ["One", "Two", "Three"])
    let doubled = ChapterList([Chapter("a", at: .seconds(5)), Chapter("b", at: .seconds(5)), Chapter("c", at: .zero)])
    #expect(doubled.chapters.map(\.title) == ["c", "a"])
    #expect(ChapterList.none.isEmpty && ChapterList.none.index(at: .seconds(1)) == nil)
  }

  @Test func `the number of chapters is limited`() {
    let list = ChapterList((0..<5_000).map { Chapter(at: .seconds($0)) })
    #expect(list.chapters.count == ChapterList.capacity)
  }

  @Test(arguments: [
    ("  On\n the \u{7}\u{2028}sea \t", "On the sea"), ("", ""), ("\n", ""),
    (String(repeating: " a", count: 300), String(repeating: "a ", count: 100)),
    (String(repeating: "e\u{301}", count: 300), String(repeating: "e\u{301}", count: 100)),
  ]) func `titles are on one line of limited length`(_ written: String, _ title: String) {
    let chapter = Chapter(written, at: .seconds(-1))
    #expect(chapter.title == title && chapter.title.unicodeScalars.count <= Chapter.longestTitle)
    #expect(chapter.start == .zero)
  }

  @Test(
    arguments: [
      (0, 0), (59, 0), (59.95, 1), (60, 1), (119, 1), (120, 2), (1e9, 2),
    ] as [(Double, Int)]) func `a position is in a chapter`(_ seconds: Double, _ index: Int)
  {
    #expect(list.index(at: .seconds(seconds)) == index)
  }

  @Test func `before the first chapter, there is none`() {
    let later = ChapterList([Chapter(at: .seconds(10))])
    #expect(later.index(at: .seconds(9)) == nil)
    #expect(later.start(after: .seconds(9)) == .seconds(10) && later.start(after: .seconds(10)) == nil)
    #expect(later.start(before: .seconds(9)) == .zero && later.start(before: .seconds(11)) == .zero)
    #expect(later.start(before: .seconds(14)) == .seconds(10))
  }

  @Test(
    arguments: [
      (0, 60, 0), (30, 60, 0), (59.95, 120, 0), (60, 120, 0), (62.9, 120, 0), (63, 120, 60), (119, 120, 60),
      (121, nil, 60), (200, nil, 120),
    ] as [(Double, Int?, Int)])
  func `steps lead to the next chapter, and back to the start or the chapter before`(
    _ seconds: Double, _ next: Int?, _ previous: Int
  ) {
    #expect(list.start(after: .seconds(seconds)) == next.map { .seconds($0) })
    #expect(list.start(before: .seconds(seconds)) == .seconds(previous))
  }

  @Test func `at a higher speed, a chapter is current earlier`() throws {
    let fast = try #require(PlaybackSpeed(rawValue: 4))
    #expect(list.index(at: .seconds(58.5), speed: fast) == 1 && list.index(at: .seconds(58.5)) == 0)
    #expect(list.start(after: .seconds(58.5), speed: fast) == .seconds(120))
    #expect(list.start(before: .seconds(118.5), speed: fast) == .seconds(60))
  }
}
