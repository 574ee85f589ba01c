import Libxml2

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
