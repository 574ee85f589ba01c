/// The open elements at a point of a document, outermost first.
struct OpenElements {
  /// An open element.
  struct Element {
    let name: Int32
    /// The declared namespaces by prefix; the prefix of the default namespace is empty.
    let namespaces: [(prefix: String, uri: String)]
    /// Its number in ``ElementEnds``.
    let number: Int32
  }

  private(set) var elements: [Element] = []

  /// The number of open elements.
  var depth: Int { elements.count }

  /// The innermost element.
  var last: Element? { elements.last }

  mutating func push(_ element: Element) { elements.append(element) }

  /// Closes the innermost element, and returns it.
  mutating func pop() -> Element? { elements.popLast() }

  /// Returns the number of elements that an end tag closes, by its local name: 0 if no such element is open.
  ///
  /// If no name matches exactly, case is ignored.
  func count(closedBy local: String, _ names: borrowing NameTable) -> Int {
    let locals = elements.map { names[$0.name].local }
    let match =
      locals.lastIndex(of: local)
      ?? locals.lastIndex { $0.utf8.count == local.utf8.count && $0.lowercased() == local.lowercased() }
    return match.map { locals.count - $0 } ?? 0
  }

  /// Returns the number of elements that end at the start of an element with the same name.
  func count(closedByStartOf name: XMLName, _ names: borrowing NameTable) -> Int {
    elements.lastIndex { names[$0.name] == name }.map { elements.count - $0 } ?? 0
  }

  /// Returns the start tags of all open elements, for a parser that starts inside them.
  func startTags(_ names: borrowing NameTable) -> [UInt8] {
    var tags: [UInt8] = []
    for element in elements {
      tags += Array("<\(names[element.name].written)".utf8)
      for (prefix, uri) in element.namespaces {
        tags += Array(prefix.isEmpty ? " xmlns=\"".utf8 : " xmlns:\(prefix)=\"".utf8)
        for byte in uri.utf8 {
          switch byte {
          case UInt8(ascii: "&"): tags += Array("&amp;".utf8)
          case UInt8(ascii: "<"): tags += Array("&lt;".utf8)
          case UInt8(ascii: "\""): tags += Array("&quot;".utf8)
          default: tags.append(byte)
          }
        }
        tags.append(UInt8(ascii: "\""))
      }
      tags.append(UInt8(ascii: ">"))
    }
    return tags
  }
}
