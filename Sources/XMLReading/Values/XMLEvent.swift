/// A parse event. Events are in document order.
public enum XMLEvent: Hashable, Sendable {
  /// The start of an element. The position is that of its `<`.
  case start(XMLName, [XMLAttribute], at: XMLPosition)
  /// The whole text between two tags, with CDATA sections and references resolved. It is not empty.
  case text(String)
  /// The end of an element. Every started element has one, even in a truncated document.
  case end(XMLName)
}
