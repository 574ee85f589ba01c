import Libxml2

/// A parser of one document that continues after errors that stop libxml2.
///
/// In libxml2, an end tag of any name closes the innermost element, and some errors end the document. This parser keeps
/// its own list of open elements. If libxml2 differs, it continues with a new libxml2 parser, which reads the start
/// tags of the open elements and the rest of the document.
final class DocumentParser {
  let text: [UInt8]
  let limits: XMLLimits
  var queue = EventQueue()
  var names = NameTable()
  var open = OpenElements()
  /// Whether the elements so far have end tags.
  var ends = ElementEnds()
  var entities = EntityTable()
  let entityStorage: EntityStorage
  /// The faults in the order of the text.
  var faults: [DocumentFault] = []
  /// The number of expected start tags that repeat open elements.
  var repeatedTags = 0
  /// The number of open elements beyond the limit.
  var skippedDepth = 0
  /// The name in the last mismatched end tag, until its end event.
  var mismatchedEnd: String?
  /// The offset of the last error; `nil` after an event.
  var errorOffset: Int?
  /// Whether the limit of expanded entities was exceeded.
  var hasLongEntities = false
  /// The messages that are reported only once.
  var reportedOnce: Set<String> = []
  /// Whether the last attribute of the next start tag is not as it is written.
  var isLastAttributeDamaged = false
  /// The number of open elements of libxml2 that are already closed here.
  var closedEarly = 0
  /// The local names of elements that are never nested.
  let siblings: Set<String>
  /// Whether the whole document is in the queue.
  private(set) var isFinished = false

  private(set) var context: ParserContext?
  private var resumption: Int?
  /// The offset in the text of the next byte to parse.
  private var feedOffset: Int
  /// The difference between offsets in the text and in the input of the parser.
  private var offsetDifference = 0
  private var lastStart = 0
  private var recoveries = 0
  private var repeatedBytes = 0
  /// The number of bytes that stopped parsers of libxml2 got and the next ones get again.
  private var droppedBytes = 0
  private var pieceSize = firstPieceSize

  private static let firstPieceSize = 1 << 15
  private static let maximumRepeatedBytes = 64 << 20
  private static let maximumDroppedBytes = 512 << 20

  /// Makes a parser of a text in UTF-8.
  init(text: [UInt8], limits: XMLLimits, siblings: Set<String> = []) {
    self.siblings = siblings
    self.text = text
    self.limits = limits
    entityStorage = EntityStorage(limit: limits.expansion)
    feedOffset = 0
    let start = text.firstIndex(of: UInt8(ascii: "<")) ?? text.count
    noteBeginning(text[..<start])
    start < text.count ? begin(at: start) : finish()
  }

  /// The offset of the parser in the text.
  var offset: Int { context?.offset.map { min($0 + offsetDifference, text.count) } ?? errorOffset ?? feedOffset }

  /// Parses the next piece of the document.
  func advance() {
    guard let context, !isFinished else { return }
    queue.compact()
    if feedOffset < text.count {
      let piece = feedOffset..<min(text.count, feedOffset + pieceSize)
      let offset = context.offset
      feedOffset = piece.upperBound
      text.withUnsafeBufferPointer { context.feed(UnsafeBufferPointer(rebasing: $0[piece])) }
      // With each piece, libxml2 searches a tag without an end again from its start.
      pieceSize = context.offset == offset ? 2 * pieceSize : Self.firstPieceSize
      if let resumption {
        resume(at: resumption)
      } else if context.hasStopped {
        resume(at: max(errorOffset ?? feedOffset, lastStart + 1))
      }
      return
    }
    errorOffset = nil
    context.feed(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    if let resumption = resumption ?? errorOffset.map({ max($0, lastStart + 1) }), resumption < text.count {
      resume(at: resumption)
    } else {
      finish()
    }
  }

  /// Stops the parser of libxml2. A new one continues at an offset, by default the current one.
  func resynchronize(at place: Int? = nil) {
    resumption = place ?? offset
    context?.stop()
  }

  /// The offset of the tag that was parsed last.
  var startOfTag: Int { text[..<min(offset, text.count)].lastIndex(of: UInt8(ascii: "<")) ?? offset }

  /// Stops parsing, and ignores the rest of the document.
  func giveUp(_ reason: String) {
    report(reason, at: offset, isLoss: true)
    resumption = text.count
    context?.stop()
  }

  /// Adds a fault. Faults beyond the limit need no message.
  func report(_ message: @autoclosure () -> String, at offset: Int, isLoss: Bool = false) {
    // The end of the document is reported last, and must not get lost among other faults.
    guard faults.count < limits.diagnostics || isLoss && faults.last?.isLoss == false else { return }
    if faults.count >= limits.diagnostics { faults.removeLast() }
    faults.append(DocumentFault(offset: offset, message: message(), isLoss: isLoss))
  }

  /// Whether the parser was stopped. Its last errors are then ignored.
  var isResynchronizing: Bool { resumption != nil }

  /// Starts a parser at an offset, with the start tags of the open elements.
  private func begin(at start: Int) {
    let tags = open.startTags(names)
    repeatedTags = open.depth
    repeatedBytes += tags.count
    feedOffset = start
    pieceSize = Self.firstPieceSize
    lastStart = start
    offsetDifference = start - tags.count
    resumption = nil
    errorOffset = nil
    mismatchedEnd = nil
    skippedDepth = 0
    closedEarly = 0
    isLastAttributeDamaged = false
    names.forgetAddresses()
    context = ParserContext(receiver: self)
    if !tags.isEmpty { tags.withUnsafeBufferPointer { context?.feed($0) } }
    if context == nil { finish() }
  }

  /// Continues at an offset; outside all elements, at the next tag after it.
  private func resume(at offset: Int) {
    var start = skippingExtraEnds(from: min(offset, text.count))
    if open.depth == 0 { start = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count }
    recoveries += 1
    droppedBytes += max(0, feedOffset - start)
    guard start < text.count else { return finish() }
    guard recoveries <= limits.recoveries, repeatedBytes <= Self.maximumRepeatedBytes,
      droppedBytes <= Self.maximumDroppedBytes
    else {
      report("too many faults; the rest of the document is ignored", at: start, isLoss: true)
      return finish()
    }
    begin(at: start)
  }

  /// Returns the offset after end tags that close no element, so that they cost no restart.
  private func skippingExtraEnds(from start: Int) -> Int {
    var offset = start
    while let tag = EndTag(in: text, after: offset), open.count(closedBy: tag.local, names) == 0 {
      report("</\(tag.local)> has no start tag", at: tag.end)
      offset = tag.end
    }
    return offset
  }

  private func finish() {
    guard !isFinished else { return }
    if names.isEmpty, feedOffset > 0 { report("the document has no element", at: 0) }
    if let element = open.last {
      report("the document ends inside <\(names[element.name].written)>", at: text.count, isLoss: true)
    }
    while let element = open.pop() {
      ends.end(element.number, hasTag: false)
      queue.appendEnd(element.name, isMissing: true)
    }
    isFinished = true
    context = nil
  }

  private func noteBeginning(_ beginning: ArraySlice<UInt8>) {
    let hasText = beginning.contains { $0 > 0x20 }
    if beginning.count == text.count {
      report(hasText ? "not XML: no tag found" : "empty document", at: 0)
    } else if hasText {
      report("text before the first tag is ignored", at: 0)
    } else if !beginning.isEmpty, text[beginning.endIndex...].starts(with: "<?xml ".utf8) {
      report("white space before the XML declaration", at: 0)
    }
  }
}

/// The owner of a push parser of libxml2.
final class ParserContext {
  /// The parser.
  let pointer: xmlParserCtxtPtr

  /// Makes a parser for UTF-8 that opens no files and continues after errors; `nil` if there is not enough memory.
  ///
  /// - Parameter receiver: The receiver of the callbacks. It must outlive the parser.
  init?(receiver: DocumentParser) {
    XMLLibrary.start()
    var handler = SAXHandler.make()
    guard let pointer = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(receiver).toOpaque(), nil, 0, nil)
    else { return nil }
    let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_NOENT, XML_PARSE_IGNORE_ENC]
    xmlCtxtUseOptions(pointer, options.reduce(0) { $0 | Int32($1.rawValue) })
    self.pointer = pointer
  }

  deinit {
    if let document = pointer.pointee.myDoc { xmlFreeDoc(document) }
    xmlFreeParserCtxt(pointer)
  }

  /// Parses more of the document.
  func feed(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool = false) {
    bytes.withMemoryRebound(to: CChar.self) {
      _ = xmlParseChunk(pointer, $0.baseAddress, Int32(truncatingIfNeeded: $0.count), isLast ? 1 : 0)
    }
  }

  /// Stops the parser. Callbacks may call it.
  func stop() { xmlStopParser(pointer) }

  /// Whether the parser has stopped, at the end of the document or at a fault.
  var hasStopped: Bool { pointer.pointee.instate == XML_PARSER_EOF }

  /// Whether an attribute is being parsed.
  var isInAttribute: Bool { pointer.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE }

  /// Whether a start tag is being parsed, if an error is about attributes.
  var isInElement: Bool {
    switch pointer.pointee.instate {
    case XML_PARSER_CONTENT, XML_PARSER_START_TAG, XML_PARSER_ATTRIBUTE_VALUE: true
    default: false
    }
  }

  /// Resets the error state. After an error, libxml2 drops `&amp;`.
  func forgetErrors() { pointer.pointee.wellFormed = 1 }

  /// The number of parsed bytes; `nil` after the parser has stopped.
  var offset: Int? {
    guard !hasStopped, let input = pointer.pointee.input?.pointee, let current = input.cur, let base = input.base else {
      return nil
    }
    return Int(input.consumed) + (current - base)
  }
}

/// The SAX callbacks of libxml2, which forward to a ``DocumentParser``.
enum SAXHandler {
  /// Makes the table of callbacks.
  static func make() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    // XML_SAX2_MAGIC, whose type Swift cannot import.
    handler.initialized = 0xDEED_BEAF
    handler.startElementNs = { data, local, prefix, uri, namespaceCount, namespaces, count, _, attributes in
      receiver(data)?.start(
        NameTable.Key(local: local, prefix: prefix, namespace: uri),
        namespaces: UnsafeBufferPointer(start: namespaces, count: 2 * Int(namespaceCount)),
        attributes: UnsafeBufferPointer(start: attributes, count: 5 * Int(count)))
    }
    handler.endElementNs = { data, local, prefix, uri in
      receiver(data)?.end(NameTable.Key(local: local, prefix: prefix, namespace: uri))
    }
    handler.characters = receiveText
    // libxml2 detects ignorable white space unless both callbacks are equal.
    handler.ignorableWhitespace = receiveText
    handler.getEntity = { data, name in name.flatMap { receiver(data)?.entity(named: String(cString: $0)) } }
    handler.entityDecl = { data, name, type, _, _, content in
      guard let name else { return }
      receiver(data)?.declare(String(cString: name), isInternal: Int(type) == 1, content: UnsafePointer(content))
    }
    handler.serror = { data, error in
      guard let error = error?.pointee else { return }
      receiver(data)?.receive(
        xmlParserErrors(UInt32(bitPattern: error.code)), level: error.level,
        names: (error.str1.map { String(cString: $0) } ?? "", error.str2.map { String(cString: $0) } ?? ""))
    }
    return handler
  }

  private static let receiveText: charactersSAXFunc = { data, text, count in
    guard let text else { return }
    receiver(data)?.text(UnsafeBufferPointer(start: text, count: Int(count)))
  }

}

/// Returns the parser from the user data of a callback.
private func receiver(_ data: UnsafeMutableRawPointer?) -> DocumentParser? {
  data.map { Unmanaged<DocumentParser>.fromOpaque($0).takeUnretainedValue() }
}
