/// Events that were parsed and are not yet read, in compact form: texts are ranges of one array of bytes.
struct EventQueue {
  /// An event in compact form.
  struct Entry {
    /// The kinds of events.
    enum Kind: UInt8 {
      case start, text, end
    }

    let kind: Kind
    /// The index of the element's name.
    let name: Int32
    /// The offset in the document at the end of a start tag.
    let offset: Int
    /// The range of the text in ``EventQueue/bytes``, or of the attributes in ``EventQueue/attributes``.
    var range: Range<Int>
  }

  /// An attribute in compact form.
  struct Attribute {
    let name: Int32
    let range: Range<Int>
  }

  private var entries: [Entry] = []
  private var head = 0
  private(set) var attributes: [Attribute] = []
  private(set) var bytes: [UInt8] = []

  /// The next event.
  var first: Entry? { head < entries.count ? entries[head] : nil }

  /// Whether the next event is a text that may go on behind the parsed part of the document.
  var endsInFirstText: Bool { head == entries.count - 1 && entries[head].kind == .text }

  /// Removes the next event.
  mutating func removeFirst() {
    head += 1
    if head == entries.count { removeAll() }
  }

  /// Appends the end of an element.
  mutating func appendEnd(_ name: Int32) {
    entries.append(Entry(kind: .end, name: name, offset: 0, range: 0..<0))
  }

  /// Appends the start of an element with the attributes that were appended since `firstAttribute`.
  mutating func appendStart(_ name: Int32, offset: Int, firstAttribute: Int) {
    entries.append(Entry(kind: .start, name: name, offset: offset, range: firstAttribute..<attributes.count))
  }

  /// Appends an attribute for the next start.
  mutating func appendAttribute(_ name: Int32, _ value: UnsafeBufferPointer<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    attributes.append(Attribute(name: name, range: start..<bytes.count))
  }

  /// Appends text to the last event if that is a text, else as a new event.
  ///
  /// - Returns: The number of bytes that did not fit.
  mutating func appendText(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    let start = bytes.count
    if let last = entries.indices.last, last >= head, entries[last].kind == .text {
      let room = max(0, limit - entries[last].range.count)
      bytes.append(contentsOf: text.prefix(room))
      entries[last].range = entries[last].range.lowerBound..<bytes.count
      return max(0, text.count - room)
    }
    bytes.append(contentsOf: text.prefix(limit))
    entries.append(Entry(kind: .text, name: 0, offset: 0, range: start..<bytes.count))
    return max(0, text.count - limit)
  }

  /// Frees the memory of events that were read, if only a text is left.
  mutating func compact() {
    guard head > 0, endsInFirstText else { return }
    let text = Array(bytes[entries[head].range])
    removeAll()
    _ = text.withUnsafeBufferPointer { appendText($0, limit: .max) }
  }

  private mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    head = 0
  }
}
