import Testing
import XMLReading

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
    ("<r><a x='1", "<r><a x=1></a></r>"),
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
