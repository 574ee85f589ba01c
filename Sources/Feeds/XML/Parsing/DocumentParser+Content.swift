import Libxml2

extension DocumentParser {
  /// Receives text, or a part of it.
  func text(_ text: UnsafeBufferPointer<UInt8>) {
    context?.forgetErrors()
    guard skippedDepth == 0, open.depth > 0, !isResynchronizing else { return }
    errorOffset = nil
    // An entity can be empty.
    guard !text.isEmpty, !queue.endsInCutText else { return }
    if queue.appendText(text, limit: limits.text) > 0 { reportCutText() }
  }

  /// Returns the entity for a reference. An unknown entity contains the text of the reference.
  func entity(named name: String) -> xmlEntityPtr? {
    guard let context else { return nil }
    // libxml2 asks for each entity after its declaration, which can refer to later ones.
    guard open.depth > 0 || context.isInAttribute else { return nil }
    context.forgetErrors()
    if !hasLongEntities, !entityStorage.contains(name) { entityStorage.insert(name, text: textOfEntity(named: name)) }
    let entity = entityStorage.entity(name, isInAttribute: context.isInAttribute)
    if entityStorage.isExhausted {
      if !hasLongEntities { reportLongEntities() }
      hasLongEntities = true
    } else if entity == nil {
      reportOnce("too many entities")
    }
    return entity
  }

  /// Receives the declaration of an entity.
  func declare(_ name: String, isInternal: Bool, content: UnsafePointer<UInt8>?) {
    guard isInternal, let content else { return report("the external entity \(name) is not read", at: offset) }
    entities.declare(name, UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
  }

  /// Receives an error of libxml2.
  func receive(_ code: xmlParserErrors, level: xmlErrorLevel, names: (first: String, second: String)) {
    guard !isResynchronizing, repeatedTags == 0, level.rawValue > XML_ERR_WARNING.rawValue else { return }
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH:
      mismatchedEnd = names.second
      return
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_DOCUMENT_EMPTY:
      // `finish()` reports open elements.
      break
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      // `entity(named:)` reports it.
      break
    case XML_ERR_DOCUMENT_END:
      // `finish()` reports open elements.
      guard text[offset...].contains(where: { $0 > 0x20 }) else { return }
      report(open.depth == 0 ? "content after the end of the document" : "markup has no end", at: offset)
    case XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_LT_IN_ATTRIBUTE, XML_ERR_SPACE_REQUIRED:
      // libxml2 gives the beginning of the value, which may look like a whole one.
      let isLoss = context?.isInElement == true
      if isLoss { isLastAttributeDamaged = true }
      reportError(code, names, isLoss: isLoss)
    default: reportError(code, names)
    }
    errorOffset = offset
  }

  /// Reports an error of libxml2. Further errors at the same place are its consequences.
  private func reportError(_ code: xmlParserErrors, _ names: (first: String, second: String), isLoss: Bool = false) {
    guard errorOffset != offset else { return }
    report(ParserErrorWording.message(for: code, names: names), at: offset, isLoss: isLoss)
  }

  /// Reports once that a text or an attribute is longer than the limit.
  func reportCutText() { reportOnce("texts longer than \(limits.text) bytes are truncated") }

  /// Reports a fault unless it was reported before.
  func reportOnce(_ message: String) {
    if reportedOnce.insert(message).inserted { report(message, at: offset) }
  }

  private func textOfEntity(named name: String) -> [UInt8] {
    guard entities.declares(name) else {
      reportOnce("the entity &\(name); is not declared")
      return HTMLEntities.character(named: name).map { Array(String(Character($0)).utf8) } ?? Array("&\(name);".utf8)
    }
    if let text = entities.text(of: name) { return text }
    reportOnce("the entity &\(name); contains markup or another entity")
    return Array("&\(name);".utf8)
  }

  /// Reports entities that were made to fill the memory. Many of them have one cause, so they are reported once.
  private func reportLongEntities() {
    reportOnce("entities expand to more than \(limits.expansion) bytes")
  }
}

/// The messages for errors of libxml2, whose own messages are about its functions.
enum ParserErrorWording {
  /// Returns the message for an error.
  ///
  /// - Parameter names: The names that libxml2 reports with the error.
  static func message(for code: xmlParserErrors, names: (first: String, second: String)) -> String {
    switch code {
    case XML_NS_ERR_UNDEFINED_NAMESPACE: "the prefix \"\(names.first)\" of \(names.second) is not declared"
    case XML_ERR_GT_REQUIRED where !names.first.isEmpty: "the tag <\(names.first)> has no \">\""
    case XML_ERR_INVALID_CHAR, XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF:
      "a reference to a character that XML does not allow"
    default: messages[code.rawValue] ?? "invalid XML"
    }
  }

  private static let messages: [UInt32: String] = [
    XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue: "the value of an attribute has no quotes",
    XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue: "the value of an attribute has no end",
    XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue: "an attribute has no value",
    XML_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute occurs twice",
    XML_NS_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute occurs twice",
    XML_ERR_LT_IN_ATTRIBUTE.rawValue: "the value of an attribute contains \"<\"",
    XML_ERR_SPACE_REQUIRED.rawValue: "white space is missing in a tag",
    XML_ERR_GT_REQUIRED.rawValue: "a tag has no \">\"",
    XML_ERR_NAME_REQUIRED.rawValue: "a name is missing",
    XML_ERR_NAME_TOO_LONG.rawValue: "a name is too long",
    XML_NS_ERR_QNAME.rawValue: "a name is invalid",
    XML_NS_ERR_COLON.rawValue: "a name is invalid",
    XML_NS_ERR_XML_NAMESPACE.rawValue: "a namespace is invalid",
    XML_NS_ERR_EMPTY.rawValue: "a namespace is empty",
    XML_ERR_MISPLACED_CDATA_END.rawValue: "\"]]>\" outside a CDATA section",
    XML_ERR_CDATA_NOT_FINISHED.rawValue: "a CDATA section has no end",
    XML_ERR_COMMENT_NOT_FINISHED.rawValue: "a comment has no end",
    XML_ERR_HYPHEN_IN_COMMENT.rawValue: "\"--\" in a comment",
    XML_ERR_PI_NOT_STARTED.rawValue: "an invalid processing instruction",
    XML_ERR_PI_NOT_FINISHED.rawValue: "a processing instruction has no end",
    XML_ERR_RESERVED_XML_NAME.rawValue: "an XML declaration inside the document",
    XML_ERR_XMLDECL_NOT_STARTED.rawValue: "the XML declaration is invalid",
    XML_ERR_XMLDECL_NOT_FINISHED.rawValue: "the XML declaration is invalid",
    XML_ERR_VERSION_MISSING.rawValue: "the XML declaration has no version",
    XML_ERR_UNKNOWN_VERSION.rawValue: "the version of XML is unknown",
    XML_ERR_ENCODING_NAME.rawValue: "the name of the encoding is invalid",
    XML_ERR_DOCTYPE_NOT_FINISHED.rawValue: "the document type has no end",
    XML_ERR_INTERNAL_ERROR.rawValue: "a part of the document is too long",
  ]
}
