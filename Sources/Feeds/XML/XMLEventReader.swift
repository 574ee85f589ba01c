/// A pull parser for XML documents.
///
/// The reader uses libxml2. It opens no files or connections, and loads no external entities or document types. It
/// continues after each fault, and reports it in ``diagnostics``. Every start event has an end event.
/// The current element is the innermost open one.
///
/// ```swift
/// let reader = XMLEventReader(bytes)
/// while let event = reader.next() {
///   if case .start(let name, _, _) = event, name.local == "item" { … }
/// }
/// ```
///
/// Memory use is proportional to the size of the document in UTF-8.
public final class XMLEventReader {
  private let parser: DocumentParser
  private let insertions: [TextInsertion]
  private let earlyFaults: [XMLDiagnostic]
  private var cursor = LocationCursor()
  private var elementDepth = 0
  /// The element of the last start event.
  private var lastElement: Int32?
  /// Whether the document ends inside the element that the last event ends.
  public private(set) var isCutOff = false

  private static let longestLookAhead = 1 << 18

  /// Makes a reader.
  ///
  /// Reads the document as UTF-8 if it is valid UTF-8. Otherwise, the encoding is that of the byte order mark, the
  /// declaration, or `encoding`, in this order. Invalid bytes in UTF-8 are read as Windows-1252.
  ///
  /// - Parameter bytes: The document.
  /// - Parameter encoding: The name of the encoding from the server, such as the `charset` of a `Content-Type`.
  /// - Parameter siblings: Local names of elements that are never nested, such as `item`. The start of one ends an open one
  ///   of the same name and namespace.
  /// - Complexity: O(*n*) for the encoding; the document is parsed while it is read.
  public init(
    _ bytes: [UInt8], encoding: String? = nil, limits: XMLLimits = XMLLimits(), siblings: Set<String> = []
  ) {
    let isCut = bytes.count > limits.bytes
    let decoded = DecodedDocument(isCut ? Array(bytes.prefix(limits.bytes)) : bytes, encoding: encoding)
    let repair = MarkupRepair(decoded.text, limit: limits.repairs)
    insertions = repair.insertions
    var faults = decoded.faults.map {
      DocumentFault(offset: repair.offset(of: $0.offset), message: $0.message, isLoss: $0.isLoss)
    }
    faults += repair.faults
    if isCut {
      faults.append(DocumentFault(offset: 0, message: "only the first \(limits.bytes) bytes are read", isLoss: true))
    }
    let text = repair.text ?? decoded.text
    earlyFaults = Self.located(faults, in: text, repair.insertions)
    parser = DocumentParser(text: text, limits: limits, siblings: siblings)
  }

  /// Returns the next event, or `nil` at the end.
  ///
  /// - Complexity: O(*n*) in the part of the document that the event comes from.
  public func next() -> XMLEvent? {
    guard let entry = nextEntry() else { return nil }
    defer { parser.queue.removeFirst() }
    switch entry.kind {
    case .start:
      elementDepth += 1
      lastElement = entry.number
      return .start(parser.names[entry.name], attributes(in: entry.range), at: position(ofTagEndingAt: entry.offset))
    case .text: return .text(string(entry.range))
    case .end:
      elementDepth -= 1
      isCutOff = isCutOff || entry.isMissing
      return .end(parser.names[entry.name])
    }
  }

  /// Whether the element of the last start event has an end tag of its own, and no element of the siblings is inside.
  ///
  /// An element with very many events counts as one with an end tag, so that they need not be kept.
  ///
  /// - Complexity: O(*n*) in the part of the document up to the end of the element, which is parsed and kept.
  public var hasEndTag: Bool {
    guard let lastElement else { return false }
    while true {
      if let hasTag = parser.ends.hasTag(lastElement) { return hasTag }
      guard !parser.isFinished else { return false }
      guard parser.queue.count < Self.longestLookAhead else { return true }
      parser.advance()
    }
  }

  /// Skips the rest of the current element, including its end, but stops before an element that cannot be inside.
  ///
  /// After a missing end tag, the following elements appear to be inside.
  ///
  /// - Parameter isForeign: Returns whether an element cannot be inside. That element is the next event.
  /// - Returns: The number of elements that are still open: 0, or 1 for the current element and those inside if it stopped before
  ///   such an element.
  public func skipElement(until isForeign: (XMLName) -> Bool) -> Int {
    pass(until: isForeign, receive: { _ in })
  }

  /// Returns the text like ``readText(without:separatedBy:)``, but stops like ``skipElement(until:)``.
  public func readText(
    without isSilent: (XMLName) -> Bool = { _ in false }, separatedBy isSeparator: (XMLName) -> Bool = { _ in false },
    until isForeign: (XMLName) -> Bool
  ) -> (text: String, open: Int) {
    var text = ""
    let open = pass(without: isSilent, separatedBy: isSeparator, until: isForeign) { part in
      switch part {
      case .text(let range):
        // The parts of nested elements can be many.
        guard text.utf8.count + range.count <= parser.limits.text else { return parser.reportCutText() }
        if text.isEmpty { text = string(range) } else { text += string(range) }
      case .separator: if text.utf8.count < parser.limits.text { text += " " }
      }
    }
    return (text, open)
  }

  /// A part of the text in an element.
  private enum TextPart {
    case text(Range<Int>)
    /// A tag at which words end.
    case separator
  }

  private func pass(
    without isSilent: (XMLName) -> Bool = { _ in false }, separatedBy isSeparator: (XMLName) -> Bool = { _ in false },
    until isForeign: (XMLName) -> Bool, receive: (TextPart) -> Void
  ) -> Int {
    let depth = elementDepth
    /// The depth of the element whose text is left out.
    var silentDepth: Int?
    while elementDepth >= depth, elementDepth > 0, let entry = nextEntry() {
      switch entry.kind {
      case .start:
        let name = parser.names[entry.name]
        if isForeign(name) { return elementDepth - depth + 1 }
        elementDepth += 1
        guard silentDepth == nil else { break }
        if isSeparator(name) { receive(.separator) }
        if isSilent(name) { silentDepth = elementDepth }
      case .end:
        if silentDepth == elementDepth { silentDepth = nil }
        if silentDepth == nil, elementDepth > depth, isSeparator(parser.names[entry.name]) { receive(.separator) }
        elementDepth -= 1
        isCutOff = isCutOff || entry.isMissing
      case .text: if silentDepth == nil { receive(.text(entry.range)) }
      }
      parser.queue.removeFirst()
    }
    return 0
  }

  /// Skips the rest of the current element, including its end. This is faster than reading the events.
  public func skipElement() {
    _ = pass(until: { _ in false }, receive: { _ in })
  }

  /// Returns the text in the current element, including nested elements, and skips its end.
  ///
  /// - Parameters:
  ///   - isSilent: Returns whether the text of a nested element is left out.
  ///   - isSeparator: Returns whether the tags of a nested element separate words. A space stands for each of them.
  public func readText(
    without isSilent: (XMLName) -> Bool = { _ in false }, separatedBy isSeparator: (XMLName) -> Bool = { _ in false }
  ) -> String {
    readText(without: isSilent, separatedBy: isSeparator, until: { _ in false }).text
  }

  /// The faults so far, in document order; at most ``XMLLimits/diagnostics``. Losses are listed before other faults are.
  ///
  /// - Complexity: O(*n*) in the size of the document. Read them once, at the end.
  public var diagnostics: [XMLDiagnostic] {
    let late = Self.located(parser.faults, in: parser.text, insertions)
    let all = (earlyFaults + late).sorted { $0.position < $1.position }
    guard all.count > parser.limits.diagnostics else { return all }
    let losses = all.filter(\.isLoss).prefix(parser.limits.diagnostics)
    let others = all.filter { !$0.isLoss }.prefix(parser.limits.diagnostics - losses.count)
    return (losses + others).sorted { $0.position < $1.position }
  }

  private func nextEntry() -> EventQueue.Entry? {
    while !parser.isFinished, parser.queue.first == nil || parser.queue.endsInFirstText { parser.advance() }
    return parser.queue.first
  }

  private func attributes(in range: Range<Int>) -> [XMLAttribute] {
    range.map { index in
      let attribute = parser.queue.attributes[index]
      return XMLAttribute(parser.names[attribute.name], string(attribute.range))
    }
  }

  private func string(_ range: Range<Int>) -> String {
    parser.queue.bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Returns the position of the last `<` before an offset.
  private func position(ofTagEndingAt end: Int) -> XMLPosition {
    parser.text.withUnsafeBufferPointer { text in
      var start = min(end, text.count - 1)
      while start > 0, text[start] != UInt8(ascii: "<") { start -= 1 }
      return cursor.position(of: start, in: text, insertions)
    }
  }

  private static func located(_ faults: [DocumentFault], in text: [UInt8], _ insertions: [TextInsertion])
    -> [XMLDiagnostic]
  {
    var cursor = LocationCursor()
    return text.withUnsafeBufferPointer { text in
      faults.sorted { $0.offset < $1.offset }.map {
        XMLDiagnostic(
          $0.message, at: cursor.position(of: $0.offset, in: text, insertions), isLoss: $0.isLoss)
      }
    }
  }
}

/// A cursor that converts ascending offsets in a text to lines and columns.
struct LocationCursor {
  private var offset = 0
  private var line = 1
  private var column = 1
  private var insertion = 0

  /// Returns the position of an offset. Offsets before the last one return the last position.
  ///
  /// - Complexity: O(*n*) in the distance from the last offset.
  mutating func position(of target: Int, in text: UnsafeBufferPointer<UInt8>, _ insertions: [TextInsertion])
    -> XMLPosition
  {
    let end = min(target, text.count)
    while offset < end {
      if insertion < insertions.count, insertions[insertion].offset == offset {
        offset += insertions[insertion].length
        insertion += 1
        continue
      }
      let next = insertion < insertions.count ? min(end, max(offset, insertions[insertion].offset)) : end
      advance(to: next, in: text)
    }
    return XMLPosition(line: line, column: column)
  }

  private mutating func advance(to end: Int, in text: UnsafeBufferPointer<UInt8>) {
    var (line, column) = (line, column)
    var index = offset
    while index < end {
      if index + 8 <= end {
        let word = ByteWord(text, at: index)
        if word.isASCII, !word.contains(0x0A) {
          column += 8
          index += 8
          continue
        }
      }
      let byte = text[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    (self.line, self.column, offset) = (line, column, end)
  }
}
