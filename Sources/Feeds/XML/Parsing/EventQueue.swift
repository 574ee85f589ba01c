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
    /// Whether the end of the text was cut off.
    var isCut = false
    /// Whether the document ends before the end of the element.
    var isMissing = false
    /// The number of a started element in ``ElementEnds``.
    var number: Int32 = 0
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

  /// The number of events.
  var count: Int { entries.count - head }

  /// Whether the next event is a text that may go on behind the parsed part of the document.
  var endsInFirstText: Bool { head == entries.count - 1 && entries[head].kind == .text }

  /// Whether the last event is a text that already has the maximum length.
  var endsInCutText: Bool { entries.last?.isCut ?? false }

  /// Removes the next event.
  mutating func removeFirst() {
    head += 1
    if head == entries.count { removeAll() }
  }

  /// Appends the end of an element.
  mutating func appendEnd(_ name: Int32, isMissing: Bool = false) {
    entries.append(Entry(kind: .end, name: name, offset: 0, range: 0..<0, isMissing: isMissing))
  }

  /// Appends the start of an element with the attributes that were appended since `firstAttribute`.
  mutating func appendStart(_ element: OpenElements.Element, offset: Int, firstAttribute: Int) {
    let range = firstAttribute..<attributes.count
    entries.append(Entry(kind: .start, name: element.name, offset: offset, range: range, number: element.number))
  }

  /// Appends an attribute for the next start, and cuts its value at a whole character.
  ///
  /// - Returns: The number of bytes that did not fit.
  mutating func appendAttribute(_ name: Int32, _ value: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    let start = bytes.count
    let count = Self.characterBoundary(in: value, atMost: limit)
    bytes.append(contentsOf: value.prefix(count))
    attributes.append(Attribute(name: name, range: start..<bytes.count))
    return value.count - count
  }

  /// Appends text to the last event if that is a text, else as a new event, and cuts it at a whole character.
  ///
  /// - Returns: The number of bytes that did not fit.
  mutating func appendText(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    if entries.last?.kind != .text || entries.count == head {
      entries.append(Entry(kind: .text, name: 0, offset: 0, range: bytes.count..<bytes.count))
    }
    let last = entries.count - 1
    let room = entries[last].isCut ? 0 : limit - entries[last].range.count
    let count = Self.characterBoundary(in: text, atMost: room)
    bytes.append(contentsOf: text.prefix(count))
    entries[last].range = entries[last].range.lowerBound..<bytes.count
    entries[last].isCut = entries[last].isCut || count < text.count
    return text.count - count
  }

  /// Returns the number of bytes of the longest part of UTF-8 text of at most `limit` bytes that ends with a whole character.
  private static func characterBoundary(in text: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int {
    guard limit < text.count else { return text.count }
    var end = limit
    while end > 0, UTF8.isContinuation(text[end]) { end -= 1 }
    return end
  }

  /// Frees the memory of events that were read, if only a text is left.
  mutating func compact() {
    guard head > 0, endsInFirstText else { return }
    var entry = entries[head]
    let text = Array(bytes[entry.range])
    removeAll()
    entry.range = 0..<text.count
    bytes.append(contentsOf: text)
    entries.append(entry)
  }

  private mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    head = 0
  }
}
