/// The maximum number of skipped nested elements. Beyond it, the rest of the document is ignored. libxml2 uses about 50 bytes
/// for each.
private let maximumNesting = 1_000_000
/// The maximum number of elements that are closed here and still open in libxml2.
private let maximumClosedEarly = 100_000

extension DocumentParser {
  /// Receives a start tag.
  func start(
    _ key: NameTable.Key, namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>,
    attributes: UnsafeBufferPointer<UnsafePointer<UInt8>?>
  ) {
    context?.forgetErrors()
    if repeatedTags > 0 {
      repeatedTags -= 1
      return
    }
    guard !isResynchronizing else { return }
    errorOffset = nil
    let damaged = isLastAttributeDamaged ? 5 : 0
    isLastAttributeDamaged = false
    let name = names.index(of: key)
    closeSibling(names[name])
    guard closedEarly <= maximumClosedEarly else { return resynchronize(at: startOfTag) }
    guard skippedDepth == 0, open.depth < limits.depth else { return skip() }
    guard ends.count < limits.elements else {
      return giveUp("more than \(limits.elements) elements; the rest of the document is ignored")
    }
    let element = element(name, namespaces: namespaces)
    open.push(element)
    let first = queue.attributes.count
    for index in stride(from: 0, to: attributes.count - damaged, by: 5) {
      append(UnsafeBufferPointer(rebasing: attributes[index..<index + 5]))
    }
    queue.appendStart(element, offset: offset, firstAttribute: first)
  }

  /// Closes an open element that the next one cannot be inside of, as its end tag is missing.
  private func closeSibling(_ name: XMLName) {
    guard siblings.contains(name.local) else { return }
    // An element around this one either cannot have it inside, so its end tag is missing, or is not asked about.
    for element in open.elements.reversed() {
      // Those around it are known as well.
      guard ends.hasTag(element.number) == nil else { break }
      ends.end(element.number, hasTag: false)
    }
    let count = open.count(closedByStartOf: name, names)
    guard count > 0 else { return }
    report("the <\(name.written)> before this one has no end tag", at: offset)
    close(count, hasTag: false)
    closedEarly += count + skippedDepth
    skippedDepth = 0
  }

  private func skip() {
    skippedDepth += 1
    reportOnce("elements nested deeper than \(limits.depth) are skipped")
    if skippedDepth > maximumNesting { giveUp("elements are nested too deeply; the rest of the document is ignored") }
  }

  /// Appends an attribute from its local name, prefix, namespace, and the start and end of its value.
  private func append(_ parts: UnsafeBufferPointer<UnsafePointer<UInt8>?>) {
    guard let start = parts[3], let end = parts[4] else { return }
    let name = names.index(of: NameTable.Key(local: parts[0], prefix: parts[1], namespace: parts[2]))
    let value = UnsafeBufferPointer(start: start, count: end - start)
    if queue.appendAttribute(name, value, limit: limits.text) > 0 { reportCutText() }
  }

  private func element(_ name: Int32, namespaces: UnsafeBufferPointer<UnsafePointer<UInt8>?>) -> OpenElements.Element {
    var declarations: [(prefix: String, uri: String)] = []
    for index in stride(from: 0, to: namespaces.count - 1, by: 2) {
      let uri = namespaces[index + 1].map { String(cString: $0) } ?? ""
      declarations.append((namespaces[index].map { String(cString: $0) } ?? "", uri))
    }
    return OpenElements.Element(name: name, namespaces: declarations, number: ends.begin())
  }

  /// Receives an end tag.
  ///
  /// - Parameter key: The name of the element that libxml2 closes.
  func end(_ key: NameTable.Key) {
    context?.forgetErrors()
    guard !isResynchronizing else { return }
    errorOffset = nil
    if skippedDepth > 0 {
      skippedDepth -= 1
      mismatchedEnd = nil
      return
    }
    // Elements that are already closed here are still open in libxml2.
    let closed = closedEarly == 0 ? nil : names[names.index(of: key)].local
    guard let found = mismatchedEnd ?? closed else { return close(1) }
    mismatchedEnd = nil
    let count = open.count(closedBy: found, names)
    if let last = open.last, count != 1 || names[last.name].local != found {
      let expected = names[last.name].written
      report(
        count == 0 ? "</\(found)> has no start tag" : "expected </\(expected)>, found </\(found)>", at: offset)
    }
    close(count)
    if count != 1 { resynchronize() }
  }

  /// Closes the innermost elements.
  ///
  /// - Parameter hasTag: Whether the last of them has an end tag.
  private func close(_ count: Int, hasTag: Bool = true) {
    for index in 0..<count {
      guard let element = open.pop() else { return }
      ends.end(element.number, hasTag: hasTag && index == count - 1)
      queue.appendEnd(element.name)
    }
  }
}

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

/// Whether the elements of a document have end tags, by their numbers in document order.
struct ElementEnds {
  private enum State: UInt8 {
    case open, closed, unclosed
  }

  private var states: [State] = []

  /// The number of elements so far.
  var count: Int { states.count }

  /// Adds an open element, and returns its number.
  mutating func begin() -> Int32 {
    states.append(.open)
    return Int32(truncatingIfNeeded: states.count - 1)
  }

  /// Ends an element, unless it has ended before.
  mutating func end(_ element: Int32, hasTag: Bool) {
    if states[Int(element)] == .open { states[Int(element)] = hasTag ? .closed : .unclosed }
  }

  /// Returns whether an element has an end tag; `nil` as long as it is open.
  func hasTag(_ element: Int32) -> Bool? {
    switch states[Int(element)] {
    case .open: nil
    case .closed: true
    case .unclosed: false
    }
  }
}

/// An end tag, such as `</item>`.
struct EndTag {
  /// The name without its prefix.
  let local: String
  /// The offset after the tag.
  let end: Int

  private static let maximumLength = 256

  /// Reads the end tag that follows an offset, perhaps after white space; `nil` if something else follows.
  init?(in text: [UInt8], after start: Int) {
    var index = start
    while index < text.count, text[index].isXMLSpace { index += 1 }
    guard text[index...].starts(with: "</".utf8) else { return nil }
    index += 2
    guard let close = text[index...].prefix(Self.maximumLength).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    var name = text[index..<close]
    while let last = name.last, last.isXMLSpace { name.removeLast() }
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name = name[(colon + 1)...] }
    let isName = name.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
    guard let first = name.first, isName, !(0x30...0x39).contains(first) else { return nil }
    local = String(decoding: name, as: UTF8.self)
    end = close + 1
  }
}

/// The unique names in a document.
struct NameTable {
  /// A name in the representation of libxml2. In one parser, equal strings have equal addresses.
  struct Key: Equatable {
    let local: UnsafePointer<UInt8>?
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?
  }

  private var names: [XMLName] = []
  private var indices: [Spelling: Int32] = [:]
  private var recent: [(key: Key, index: Int32)?] = Array(repeating: nil, count: 256)

  private struct Spelling: Hashable {
    let name: XMLName
    let prefix: String?
  }

  var isEmpty: Bool { names.isEmpty }

  subscript(index: Int32) -> XMLName { names[Int(index)] }

  /// Returns the index of a name. Adds the name if it is new.
  mutating func index(of key: Key) -> Int32 {
    let slot = (Int(bitPattern: key.local) >> 3 ^ Int(bitPattern: key.namespace) >> 5) & 255
    if let entry = recent[slot], entry.key == key { return entry.index }
    let name = XMLName(
      key.local.map { String(cString: $0) } ?? "", namespace: key.namespace.map { String(cString: $0) },
      prefix: key.prefix.map { String(cString: $0) }, index: names.count)
    let spelling = Spelling(name: name, prefix: name.prefix)
    let index = indices[spelling] ?? Int32(truncatingIfNeeded: names.count)
    if Int(index) == names.count {
      names.append(name)
      indices[spelling] = index
    }
    recent[slot] = (key, index)
    return index
  }

  /// Clears the cache of addresses, which another parser can reuse for other strings.
  mutating func forgetAddresses() { recent = Array(repeating: nil, count: 256) }
}
