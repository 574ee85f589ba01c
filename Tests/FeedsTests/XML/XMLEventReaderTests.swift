import Testing
@testable import Feeds

struct XMLEventReaderTests {
  @Test func `elements, attributes and text are events`() {
    #expect(outline("<a x='1' y=\"&lt;&#65;\">b<c/>d</a>") == "<a x=1 y=<A>b<c></c>d</a>")
    #expect(faults("<a x='1'>b<c/>d</a>").isEmpty)
  }

  @Test func `text, CDATA sections and references are one event`() {
    let reader = XMLEventReader(Array("<a>b &amp; <![CDATA[<c> & ]]>&#233;</a>".utf8))
    var texts: [String] = []
    while let event = reader.next() { if case .text(let text) = event { texts.append(text) } }
    #expect(texts == ["b & <c> & é"])
  }

  @Test func `text across chunks of the parser is one event`() {
    let long = String(repeating: "word ", count: 40_000)
    let reader = XMLEventReader(Array("<a><b/>\(long)<c/></a>".utf8))
    var texts: [String] = []
    while let event = reader.next() { if case .text(let text) = event { texts.append(text) } }
    #expect(texts == [long])
  }

  @Test func `namespaces are resolved`() {
    let text = "<r xmlns='urn:d' xmlns:p='urn:p'><p:a p:x='1' y='2'/><b xmlns=''/></r>"
    #expect(
      outline(text) == "<{urn:d}r><{urn:p}a {urn:p}x=1 y=2></{urn:p}a><b></b></{urn:d}r>")
  }

  @Test func `an undeclared prefix is kept`() {
    #expect(outline("<r><itunes:author>x</itunes:author></r>") == "<r><itunes:author>x</itunes:author></r>")
    #expect(faults("<r><itunes:author>x</itunes:author></r>").count == 1)
  }

  @Test func `positions count lines and characters`() {
    let reader = XMLEventReader(Array("<a>\n  é&b <c\n x='1'/>\n<d/></a>".utf8))
    var positions: [XMLPosition] = []
    while let event = reader.next() { if case .start(_, _, let position) = event { positions.append(position) } }
    #expect(
      positions == [.init(line: 1, column: 1), .init(line: 2, column: 7), .init(line: 4, column: 1)])
  }

  @Test func `elements can separate words`() {
    let reader = XMLEventReader(Array("<a><p>1</p>2<br/>3<b>4</b><s>5<p>6</p></s>7</a>".utf8))
    #expect(reader.next() != nil)
    let text = reader.readText(without: { $0.local == "s" }, separatedBy: { ["a", "p", "br"].contains($0.local) })
    #expect(text == " 1 2  347")
    #expect(reader.next() == nil)
  }

  @Test func `elements can be skipped and read as text`() {
    let reader = XMLEventReader(Array("<a><b>1<c>2</c></b><d>3<e>4</e>5</d></a>".utf8))
    var seen: [String] = []
    while let event = reader.next() {
      guard case .start(let name, _, _) = event else { continue }
      if name.local == "b" { reader.skipElement() }
      if name.local == "d" { seen.append(reader.readText()) }
      seen.append(name.local)
    }
    #expect(seen == ["a", "b", "345", "d"])
  }
}
