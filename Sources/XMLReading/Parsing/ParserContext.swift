import Libxml2

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
