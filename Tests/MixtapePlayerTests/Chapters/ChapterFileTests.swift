import MixtapePlayer
import Testing

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
