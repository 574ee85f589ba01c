import MixtapeModel
import TestSupport
import Testing

@testable import Feeds

struct FeedTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("<b>bold</b> &amp; &eacute;&#8217;&#x27;", "bold & é’'"),
    ("a < b <3 <unknown>", "a < b <3 <unknown>"),
    ("<p>one</p><p>two</p>", " one  two "), ("x<br/>y", "x y"), ("&amp;lt;", "&lt;"), ("&#150;&#0;", "–&#0;"),
    ("AT&T &nosuch; &", "AT&T &nosuch; &"), ("&copy 2024 &lt;x&gt ?a&copy=1", "© 2024 <x> ?a&copy=1"),
    ("&#55357;&#56832;&#xD83D;&#xDE00;&#55357;", "😀😀&#55357;"), ("\u{97}\u{81}&#8217", "—’"),
    ("<script>alert(1)</script>Hi <STYLE x>p {}</style >you<script>!", " Hi  you !"),
    ("<a href=\"x>y\">Link</a><a href=\"x>open</a>", "Linkopen"), ("<marquee>a</marquee>", " a "),
    ("it's <b class='x'>b</b>", "it's b"),
    ("<!-- c -->x", "x"), ("a<!-- b", "a"), ("a<!-- -- x >b", "ab"), ("<!DOCTYPE html PUBLIC '-'>a", " a"),
    ("a<!b", "a<!b"), ("<b", "<b"), ("<a href='x'>y</a>", "y"),
  ])
  func `HTML becomes text`(html: String, text: String) { #expect(HTMLText.plain(html) == text) }

  /// A walk that searches an end again for each start would take hours.
  @Test(
    .timeLimit(.generous),
    arguments: ["<!--", "x<!--", "<b ", "<b a='", "</p", "&#", "<!-- -", "<a>", "<a href='>'", "<script>"])
  func `many starts without ends`(start: String) {
    let text = String(repeating: start, count: 100_000)
    #expect(HTMLText.plain(text).utf8.count <= text.utf8.count)
  }

  @Test func `a text that is too long is not an address`() {
    let path = String(repeating: "a/", count: 5_000)
    #expect(AddressReference.resolve("https://example.org/\(path)", base: nil) == nil)
    #expect(AddressReference.resolve("https://example.org/a", base: path) == "https://example.org/a")
  }

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
      ("Ann Other (ann@example.org)", "Ann Other"), ("\"Other, Ann\" <ann@example.org>", "Other, Ann"),
      ("ann@example.org Ann Other", "Ann Other"), ("Ann <ann@a.org>, Bo <bo@b.org>", "Ann, Bo"),
      ("R@dio Sky", "R@dio Sky"),
      ("mailto:ann@example.org", nil), ("Ann - ann@example.org", "Ann"),
    ] as [(String, String?)])
  func `person names`(text: String, name: String?) { #expect(PersonName.of(text) == name) }
}
