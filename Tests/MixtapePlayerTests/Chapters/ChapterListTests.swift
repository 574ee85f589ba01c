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

@Suite struct ChapterFileTests {
  private func list(_ json: String) -> ChapterList? { ChapterList(json: Array(json.utf8)) }

  @Test func `a file of Podcasting 2.0 is read`() {
    let json = """
      {
        "version": "1.2.0", "title": "Episode 7", "author": "John Doe",
        "chapters": [
          {"startTime": 0, "title": "Intro", "img": "https://example.org/a.jpg"},
          {"startTime": 168.5, "title": "Hearing Aids", "url": "https://example.org/", "endTime": 200},
          {"startTime": 260, "toc": false, "img": "https://example.org/ad.jpg"},
          {"startTime": 410, "title": "Progress\\nReport", "toc": true, "location": {"name": "Sea", "geo": "geo:1,2"}}
        ]
      }
      """
    #expect(
      list(json)
        == ChapterList([
          Chapter("Intro", at: .zero), Chapter("Hearing Aids", at: .milliseconds(168_500)),
          Chapter("Progress Report", at: .seconds(410)),
        ]))
  }

  @Test func `only usable chapters are kept, in order`() {
    let json = """
      {"chapters": [{"startTime": 90, "title": "b"}, {"startTime": -1, "title": "x"}, {"title": "x"}, 7, null, [], "x",
      {"startTime": null}, {"startTime": 1e12}, {"startTime": "soon"}, {"startTime": "nan"}, {"startTime": true},
      {"startTime": "60.5", "title": 7}, {"startTime": 0, "title": "a", "toc": "no"}, {"startTime": 90, "title": "c"}]}
      """
    #expect(
      list(json)
        == ChapterList([Chapter("a", at: .zero), Chapter(at: .milliseconds(60_500)), Chapter("b", at: .seconds(90))]))
  }

  @Test(arguments: [
    "", "{", "[]", "7", "null", "{}", #"{"chapters": {}}"#, #"{"chapters": 7}"#, "<html></html>",
    #"{"chapters": [{"startTime": NaN}]}"#, String(repeating: "[", count: 100_000),
    #"{"chapters":"# + String(repeating: "[", count: 100_000), "\u{0}\u{1}",
  ]) func `other files are not read`(json: String) {
    #expect(list(json) == nil)
  }

  @Test func `a byte order mark is ignored, and bytes that are not UTF-8 are replaced`() {
    let (start, end) = (#"{"chapters":[{"startTime":0,"title":"a"#, #"b"}]}"#)
    let json: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(start.utf8) + [0xFF] + Array(end.utf8)
    #expect(ChapterList(json: json)?.chapters == [Chapter("a\u{FFFD}b", at: .zero)])
  }

  @Test func `a list without chapters is empty`() {
    #expect(list(#"{"version": "1.2.0", "chapters": []}"#) == ChapterList.none)
  }

  @Test func `size, number and titles are limited`() throws {
    let title = String(repeating: "long ", count: 100)
    let many = (0..<1_500).map { #"{"startTime":\#($0),"title":"\#(title)"}"# }.joined(separator: ",")
    let json = #"{"chapters":[\#(many)]}"#
    let chapters = try #require(list(json)).chapters
    #expect(chapters.count == ChapterList.capacity)
    #expect(chapters.allSatisfy { $0.title.unicodeScalars.count <= Chapter.longestTitle })
    #expect(list(json + String(repeating: " ", count: ChapterList.largestFile)) == nil)
  }
}
