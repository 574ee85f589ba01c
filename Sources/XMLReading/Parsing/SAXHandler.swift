import Libxml2

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
