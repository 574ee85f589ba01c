import Libxml2

/// A push parser of libxml2. Frees it with itself.
final class ParserContext {
  /// The parser.
  let pointer: xmlParserCtxtPtr

  /// Makes a parser that reads UTF-8, opens nothing, and goes on after errors; `nil` without memory.
  ///
  /// - Parameter receiver: The object that the callbacks get. It has to outlive the parser.
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

  /// Stops the parser. Safe during a callback.
  func stop() { xmlStopParser(pointer) }

  /// Whether the parser stopped, at the end of the document or at a fault.
  var hasStopped: Bool { pointer.pointee.instate == XML_PARSER_EOF }

  /// Whether an attribute is being parsed.
  var isInAttribute: Bool { pointer.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE }

  /// Lets the parser treat references after an error as before it: otherwise it drops `&amp;`.
  func forgetErrors() { pointer.pointee.wellFormed = 1 }

  /// The number of bytes that the parser has read; `nil` after it stopped.
  var offset: Int? {
    guard !hasStopped, let input = pointer.pointee.input?.pointee, let current = input.cur, let base = input.base else {
      return nil
    }
    return Int(input.consumed) + (current - base)
  }
}
