import Feeds
import Testing

struct RecoveryTests {
  @Test(arguments: [
    ("<a>AT&T &nbsp;&foo; x&b=1</a>", "<a>AT&T \u{A0}&foo; x&b=1</a>"),
    ("<a u='?a=1&b=2&amp;c=3&eacute;'/>", "<a u=?a=1&b=2&c=3é></a>"),
    ("<a>1 < 2 <3 <- </a>", "<a>1 < 2 <3 <- </a>"),
    ("<r><a><t>x</a><a><t>y</t></a></r>", "<r><a><t>x</t></a><a><t>y</t></a></r>"),
    ("<r><a>x</b></a><a>y</b></a><a>z</a></r>", "<r><a>x</a><a>y</a><a>z</a></r>"),
    ("<r>x</b></b></b><a>&amp;</a></r>", "<r>x<a>&</a></r>"),
    ("<r><pubDate>x</pubdate><a/></r>", "<r><pubDate>x</pubDate><a></a></r>"),
    ("<r><a>xy", "<r><a>xy</a></r>"),
    ("<r><a x='1", "<r><a></a></r>"),
    ("<r><a x='1' y='2", "<r><a x=1></a></r>"), ("<r><a x='1<b>2'/></r>", "<r><a x=1<b>2></a></r>"),
    ("<r><a x='1<b></b>' y='2'/></r>", "<r><a x=1<b></b> y=2></a></r>"),
    // The quote before the second value is not the end of the first.
    ("<r><a x='1><b y='2'/></r>", "<r><a><b y=2></b></a></r>"),
    ("<r><a x=1 y=b&c/><a x=http://h/></r>", "<r><a x=1 y=b&c></a><a x=http://h></a></r>"),
    ("<a x='1<2' y='3'/>", "<a x=1<2 y=3></a>"), ("<a x='1'y='2' z/>", "<a x=1 y=2 z=></a>"),
    ("<a x='1 y='2' z='3'/>", "<a>2' z='3'/></a>"), ("<a>x ]]> y</a>", "<a>x ]]> y</a>"),
    // bitlove-ui#24
    ("<a x='&#55357;&#56832;'>&#xD83D;&#xDE00;&#xD83D;</a>", "<a x=😀>😀</a>"),
    ("<r/><s>1</s>", "<r></r><s>1</s>"),
    ("junk <r>1</r> junk", "<r>1</r>"),
    (" <?xml version='1.0'?><r>1</r>", "<r>1</r>"),
    ("<r><a/><!DOCTYPE html><b>&amp;</b></r>", "<r><a></a><!DOCTYPE html><b>&</b></r>"),
    (
      "<r><p xmlns:q='urn:q'><q:a>1</x><q:b>2</q:b></p></r>",
      "<r><p><{urn:q}a>1<{urn:q}b>2</{urn:q}b></{urn:q}a></p></r>"
    ),
    ("", ""), ("no tags", ""),
  ])
  func `valid parts around faults are read`(document: String, events: String) {
    #expect(outline(document) == events)
  }

  @Test func `faults have positions`() {
    #expect(
      faults("<r>\n <a>x & y</a>\n <b>1</c></b>\n</r>") == [
        "2:7 \"&\" is not escaped as \"&amp;\"", "3:10 </c> has no start tag",
      ])
    #expect(faults("") == ["1:1 empty document"])
    #expect(faults("<r><a>") == ["1:7 the document ends inside <a>"])
    #expect(faults("<r><a/>\n") == ["2:1 the document ends inside <r>"])
    #expect(faults("<r><a/> \n\t") == ["2:2 the document ends inside <r>"])
    #expect(faults("<r/>\n \n") == [])
    #expect(faults("<r/>\nx") == ["2:1 content after the end of the document"])
    #expect(faults("<r><![CDATA[ x <a/></r>") == ["1:13 markup has no end"])
  }

  @Test func `the last attribute of an unclear tag is dropped and reported as a loss`() {
    let reader = XMLEventReader(Array("<r><a x='1' y='2".utf8))
    #expect(!reader.isCutOff)
    while reader.next() != nil {}
    #expect(reader.isCutOff)
    #expect(
      reader.diagnostics.filter(\.isLoss).map(\.message) == [
        "the value of an attribute has no end", "the document ends inside <a>",
      ])
  }

  @Test func `a document with all ends is not cut off`() {
    let reader = XMLEventReader(Array("<r><a>x</r>".utf8))
    while reader.next() != nil {}
    #expect(!reader.isCutOff)
  }

  @Test func `an element that is never nested ends the open one`() {
    let items = String(repeating: "<item><t>x</t>", count: 400)
    let reader = XMLEventReader(Array("<r>\(items)</r><s>1</s>".utf8), siblings: ["item"])
    var depths: [Int] = []
    var depth = 0
    while let event = reader.next() {
      switch event {
      case .start(let name, _, _):
        depth += 1
        if name.local == "item" { depths.append(depth) }
      case .end: depth -= 1
      case .text: break
      }
    }
    #expect(depths == Array(repeating: 2, count: 400))
    #expect(!reader.isCutOff)
    #expect(reader.diagnostics.filter(\.isLoss).isEmpty)
  }

  @Test(arguments: [
    ("<r><a>1</a><i/></r>", true), ("<r><a>1<b></a><i/></r>", true), ("<r><a/><i/></r>", true),
    ("<r><a>1<b></b></A><i/></r>", true), ("<r><a>1<i/></r>", false), ("<r><a>1<i/></a></r>", false),
    ("<r><a>1<b/></r>", false), ("<r><a>1", false), ("<r><a>1</b><i/></r>", false),
  ])
  func `whether an element has an end tag is known at its start`(document: String, hasEndTag: Bool) {
    let reader = XMLEventReader(Array(document.utf8), siblings: ["i"])
    var found: Bool?
    while let event = reader.next() {
      if case .start(let name, _, _) = event, name.local == "a" { found = reader.hasEndTag }
    }
    #expect(found == hasEndTag)
  }

  @Test func `a look ahead loses no events`() {
    let long = String(repeating: "<b>text</b>", count: 20_000)
    let reader = XMLEventReader(Array("<r><a>\(long)</r>".utf8))
    var count = 0
    while let event = reader.next() {
      if case .start(let name, _, _) = event {
        #expect(reader.hasEndTag == (name.local == "b" || name.local == "r"))
        count += 1
      }
    }
    #expect(count == 20_002)
  }

  @Test func `an extra end tag after missing ones closes nothing else`() {
    let document = "<r><item><t>1</t><item><t>2</t></item></item><item>3</item></r>"
    let reader = XMLEventReader(Array(document.utf8), siblings: ["item"])
    var count = 0
    while let event = reader.next() { if case .start(let name, _, _) = event, name.local == "item" { count += 1 } }
    #expect(count == 3)
    #expect(
      reader.diagnostics.map(\.message) == ["the <item> before this one has no end tag", "</item> has no start tag"])
  }

  @Test func `many extra end tags cost no restart`() {
    let limits = XMLLimits(recoveries: 5)
    #expect(outline("<r>\(String(repeating: "</x> ", count: 1000))<a/></r>", limits: limits).hasSuffix("<a></a></r>"))
  }

  @Test func `truncated documents are read to the end`() {
    let document = Array(
      "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'x'>]><r a='&e;'><!-- c --><b>é&amp;<![CDATA[d]]></b></r>".utf8)
    for length in document.indices {
      let reader = XMLEventReader(Array(document[..<length]))
      var depth = 0
      while let event = reader.next() {
        if case .start = event { depth += 1 }
        if case .end = event { depth -= 1 }
      }
      #expect(depth == 0)
      #expect(!reader.diagnostics.isEmpty, "cut at \(length)")
    }
  }
}
