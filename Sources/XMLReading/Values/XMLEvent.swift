/// A part of a document, in the order of the document.
public enum XMLEvent: Hashable, Sendable {
  /// The start of an element. The position is that of its `<`.
  case start(XMLName, [XMLAttribute], at: XMLPosition)
  /// Text between two tags: all of it, with CDATA sections and references replaced. It is never empty.
  case text(String)
  /// The end of an element. Each start has one, even if the document is cut off.
  case end(XMLName)
}
