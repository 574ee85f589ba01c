import TestSupport
import Testing

@testable import Feeds

struct LimitTests {
  @Test func `an entity bomb does not expand`() {
    let bomb = "<!DOCTYPE r [<!ENTITY a 'lol'><!ENTITY b '&a;&a;'><!ENTITY c '&c;'>]><r x='&b;'>&a;&b;&c;</r>"
    #expect(outline(bomb) == "<r x=&b;>lol&b;&c;</r>")
    #expect(faults(bomb).count == 2)
  }

  @Test func `references that are dropped because of the limit have one fault`() {
    let content = String(repeating: "x", count: 60_000)
    let references = String(repeating: "<a x='&e;'>&e;</a>", count: 20)
    #expect(
      faults("<!DOCTYPE r [<!ENTITY e '\(content)'>]><r>\(references)</r>").map { $0.drop { $0 != " " } } == [
        " entities expand to more than 1048576 bytes"
      ])
  }

  @Test func `an entity with markup or with another entity stays as it is`() {
    let document = "<!DOCTYPE r [<!ENTITY a '<b/>'><!ENTITY c '&d;'><!ENTITY d ''>]><r>&a;&c;</r>"
    #expect(outline(document) == "<r>&a;&c;</r>")
    #expect(
      faults(document).map { String($0.drop { $0 != " " }.dropFirst()) } == [
        "the entity &a; contains markup or another entity", "the entity &c; contains markup or another entity",
      ])
  }

  /// A walk that searches an end again for each start would take hours.
  @Test(.timeLimit(.generous), arguments: ["<?a ", "<!DOCTYPE a ", "<!-- ", "<![CDATA[", "<a b='", "<a b=", "</a "])
  func `many starts without ends`(start: String) {
    #expect(!faults(String(repeating: start, count: 50_000)).isEmpty)
  }

  @Test func `many references stay within the limit`() {
    let content = String(repeating: "x", count: 10_000)
    let references = String(repeating: "&e;", count: 10_000)
    let text = outline("<!DOCTYPE r [<!ENTITY e '\(content)'>]><r>\(references)</r>")
    #expect(text.utf8.count <= 1 << 20 + 100)
  }

  /// picoFeed issue 138, and a test of feedparser.
  @Test func `entities that feeds declare`() {
    let document = "<!DOCTYPE r [<!ENTITY nbsp '&#160;'><!ENTITY id 'tag:e.org,'>]><r x='&id;1'>a&nbsp;b &id;1</r>"
    #expect(outline(document) == "<r x=tag:e.org,1>a\u{A0}b tag:e.org,1</r>")
    #expect(faults(document).isEmpty)
  }

  /// XML 1.0, appendix D.
  @Test(arguments: [
    ("A &#38;#38; B", "A & B"), ("(&#38;#38;) (&#38;#38;#38;) (&amp;amp;)", "(&) (&#38;) (&amp;)"),
    ("&#38;#60;b&#62;", "<b>"), ("&#38;#x263A;", "☺"), ("&#38;#0;&#38;#xD800;x", "x"), ("AT&#38;T", "AT&T"),
  ])
  func `references to characters in entities`(value: String, text: String) {
    let document = "<!DOCTYPE r [<!ENTITY e '\(value)'>]><r x='&e;'>&e;</r>"
    #expect(outline(document) == "<r x=\(text)>\(text)</r>")
    #expect(faults(document).isEmpty)
  }

  @Test func `an empty entity is no text`() {
    let reader = XMLEventReader(Array("<!DOCTYPE r [<!ENTITY e ''>]><r>&e;<b/></r>".utf8))
    var texts: [String] = []
    while let event = reader.next() {
      if case .text(let text) = event { texts.append(text) }
    }
    #expect(texts.isEmpty)
  }

  @Test func `external entities are not loaded`() {
    let document = "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><r>&e;</r>"
    #expect(outline(document) == "<r>&e;</r>")
    #expect(faults(document).contains { $0.contains("the external entity e is not read") })
  }

  @Test func `external document types are not loaded`() {
    #expect(outline("<!DOCTYPE r SYSTEM 'file:///etc/passwd' [%p;]><r>1</r>") == "<r>1</r>")
  }

  @Test func `ten thousand nested elements are skipped`() {
    let document = String(repeating: "<a>", count: 10_000) + "x" + String(repeating: "</a>", count: 10_000)
    let text = outline(document)
    #expect(text.utf8.count == 256 * 7)
    #expect(faults(document) == ["1:771 elements nested deeper than 256 are skipped"])
    #expect(outline(String(repeating: "<a>", count: 50_000)).utf8.count == 256 * 7)
  }

  @Test(.timeLimit(.generous), arguments: ["<?", "<!DOCTYPE[", "<a b='", "<!--"])
  func `markup without an end is read in linear time`(markup: String) {
    #expect(!faults(String(repeating: markup, count: 100_000)).isEmpty)
  }

  @Test func `the number of attributes is limited`() {
    let attributes = (0..<100_000).map { " a\($0)='\($0)'" }.joined()
    let text = outline("<r\(attributes)/>")
    #expect(text.hasSuffix(" a999=999></r>"))
    #expect(faults("<r\(attributes)/>") == ["1:10784 only the first 1000 attributes of a tag are read"])
  }

  @Test func `elements after deeply nested ones are read`() {
    let deepest = String(repeating: "<a>", count: 12_000) + String(repeating: "</a>", count: 12_000)
    #expect(outline("<r>\(deepest)<b/></r>").hasSuffix("<b></b></r>"))
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    #expect(outline("<r>\(deep)<b/></r>").hasSuffix("<b></b></r>"))
  }

  @Test(arguments: [100, 200_000]) func `the search for an end tag is limited`(count: Int) {
    let reader = XMLEventReader(Array("<r><a>\(String(repeating: "<b/>", count: count))</r>".utf8))
    var found: Bool?
    while let event = reader.next() {
      if case .start(let name, _, _) = event, name.local == "a" { found = reader.hasEndTag }
    }
    #expect(found == (count > 100))
  }

  @Test func `long texts and attributes are truncated`() {
    let limits = XMLLimits(text: 10)
    #expect(outline("<a x='012345678901'>abcdefghijkl</a>", limits: limits) == "<a x=0123456789>abcdefghij</a>")
    #expect(faults("<a>abcdefghijkl</a>", limits: limits) == ["1:4 texts longer than 10 bytes are truncated"])
  }

  @Test func `the text of nested elements is truncated`() {
    let reader = XMLEventReader(Array("<a>12<b>3456</b>7<b>89012</b><b>34</b></a>".utf8), limits: XMLLimits(text: 10))
    var text: String?
    while let event = reader.next() {
      if case .start(let name, _, _) = event, name.local == "a" {
        text = reader.readText(separatedBy: { $0.local == "b" })
      }
    }
    #expect(text == "12 3456 7 ")
    #expect(reader.diagnostics.map(\.message) == ["texts longer than 10 bytes are truncated"])
  }

  @Test func `long texts and attributes are truncated between characters`() {
    let limits = XMLLimits(text: 10)
    let text = "<a x='012345678é9'>abcdefghié<![CDATA[x]]>y</a>"
    #expect(outline(text, limits: limits) == "<a x=012345678>abcdefghi</a>")
  }

  /// A place for each of them would take gigabytes.
  @Test(arguments: ["&", "<", "& ", "]]>"]) func `the number of repairs is limited`(fault: String) {
    let (kept, dropped) = (String(repeating: fault, count: 10), String(repeating: fault, count: 50))
    let document = "<r><a>\(kept)\n\(dropped)\n</a><b>&amp;\(dropped)</b>\n<c x='1'>&amp;</c></x></r>"
    let limits = XMLLimits(repairs: 10)
    let text = outline(document, limits: limits)
    #expect(text.hasPrefix("<r><a>\(kept)\n") && text.hasSuffix("\n<c x=1>&</c></r>"), "\(text)")
    #expect(text.utf8.count(where: { $0 == UInt8(ascii: " ") }) >= 100)
    let faults = faults(document, limits: limits)
    #expect(faults.contains { $0.hasSuffix(" more than 10 faults of the markup; texts are cut at others") })
    #expect(faults.contains { $0.hasPrefix("4:") && $0.hasSuffix("</x> has no start tag") }, "\(faults)")
    let repair = MarkupRepair(Array(document.utf8), limit: 10)
    #expect(repair.insertions.count == 10)
    #expect(repair.text?.count ?? 0 <= document.utf8.count + 10 * MarkupFault.greatestGrowth)
  }

  @Test func `the number of elements is limited`() {
    let limits = XMLLimits(elements: 3)
    #expect(outline("<r><a/><b/><c/></r>", limits: limits) == "<r><a></a><b></b></r>")
    #expect(
      faults("<r><a/><b/><c/></r>", limits: limits).first?.hasSuffix(
        " more than 3 elements; the rest of the document is ignored") == true)
  }

  /// libxml2 keeps the elements that have no end tag.
  @Test func `many elements without end tags are closed by their siblings`() {
    let document = "<r>" + String(repeating: "<a><item>", count: 120_000) + "<b/></r>"
    let reader = XMLEventReader(Array(document.utf8), siblings: ["item"])
    var (starts, ends) = (0, 0)
    while let event = reader.next() {
      switch event {
      case .start: starts += 1
      case .end: ends += 1
      case .text: break
      }
    }
    #expect(starts == 240_002 && ends == starts)
  }

  /// A place for each fault of a tag would take gigabytes.
  @Test(arguments: ["&", "<"]) func `an attribute with many faults is read`(character: String) {
    let value = String(repeating: character, count: 30_000)
    #expect(outline("<a><b c='\(value)' d='e'/></a>") == "<a><b c=\(value) d=e></b></a>")
  }

  @Test func `long documents are truncated`() {
    #expect(outline("<a>1</a><b/>", limits: XMLLimits(bytes: 8)) == "<a>1</a>")
    #expect(faults("<a>1</a><b/>", limits: XMLLimits(bytes: 8)) == ["1:1 only the first 8 bytes are read"])
  }

  @Test func `the number of faults is limited`() {
    let document = "<r>" + String(repeating: "</x>&", count: 5000) + "</r>"
    #expect(faults(document).count == 100)
    #expect(faults(document, limits: XMLLimits(recoveries: 10)).contains { $0.contains("\"&\" is not") })
  }

  @Test func `a thousand recoveries are quick`() {
    let items = String(repeating: "<item><t>x</item>", count: 1000)
    #expect(outline("<r>\(items)</r>").utf8.count == 1000 * 21 + 7)
  }
}
