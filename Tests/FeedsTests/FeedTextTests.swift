import Testing

@testable import Feeds

struct FeedTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("<b>bold</b> &amp; &eacute;&#8217;&#x27;", "bold & é’'"),
    ("a < b <3 <unknown>", "a < b <3 <unknown>"),
    ("<p>one</p><p>two</p>", " one  two "), ("x<br/>y", "x y"), ("&amp;lt;", "&lt;"), ("&#150;&#0;", "–&#0;"),
    ("AT&T &nosuch; &", "AT&T &nosuch; &"), ("<!-- c -->x", "x"), ("<b", "<b"), ("<a href='x'>y</a>", "y"),
  ])
  func `HTML becomes text`(html: String, text: String) { #expect(HTMLText.plain(html) == text) }

  @Test func `text becomes one line`() {
    #expect(" a\n\t b\u{0}\u{2028}c ".oneLine() == "a b c")
    #expect("".oneLine() == "")
    #expect(String(repeating: "é", count: 300).oneLine(limit: 101).utf8.count == 100)
  }

  @Test(
    arguments: [
      ("https://a/b/c.mp3", nil, "https://a/b/c.mp3"), ("c.mp3", "https://a/b/feed.xml", "https://a/b/c.mp3"),
      ("/c.mp3", "https://a/b/feed.xml", "https://a/c.mp3"),
      ("../c.mp3?x=1", "https://a/b/d/feed.xml", "https://a/b/c.mp3?x=1"),
      ("//h/c.mp3", "http://a/", "http://h/c.mp3"), ("//h/c.mp3", nil, "https://h/c.mp3"), ("c.mp3", nil, nil),
      ("", "https://a", nil),
      ("?x", "https://a/b?y", "https://a/b?x"), (" https://a/b c.mp3\n", nil, "https://a/b%20c.mp3"),
      ("feed://a/b", nil, "https://a/b"), ("c.mp3", "https://a", "https://a/c.mp3"),
      ("feed:https://a/b", nil, "https://a/b"),
      ("c.mp3", "file:///x/feed.xml", "file:///x/c.mp3"),
    ] as [(String, String?, String?)])
  func `addresses are resolved`(reference: String, base: String?, address: String?) {
    #expect(AddressReference.resolve(reference, base: base) == address)
  }

  @Test(
    arguments: [
      ("ann@example.org (Ann Other)", "Ann Other"), ("Ann <ann@example.org>", "Ann"), ("Ann", "Ann"),
      ("ann@example.org", nil), ("", nil), ("<b>Ann</b>", "Ann"),
    ] as [(String, String?)])
  func `person names`(text: String, name: String?) { #expect(PersonName.of(text) == name) }
}
