/// A parse event. Events are in document order.
public enum XMLEvent: Hashable, Sendable {
  /// The start of an element. The position is that of its `<`.
  case start(XMLName, [XMLAttribute], at: XMLPosition)
  /// The whole text between two tags, with CDATA sections and references resolved. It is not empty.
  case text(String)
  /// The end of an element. Every started element has one, even in a truncated document.
  case end(XMLName)
}

/// A name of an element or attribute, with its namespace resolved.
public struct XMLName: Hashable, Sendable {
  /// The local name.
  public let local: String
  /// The namespace URI; `nil` without a namespace, or if the prefix is not declared.
  public let namespace: String?
  /// The prefix as written. It is not part of comparisons.
  public let prefix: String?
  /// The index of the name in its document: equal for equal names with equal prefixes. It is not part of comparisons.
  public let index: Int

  /// Makes a name.
  public init(_ local: String, namespace: String? = nil, prefix: String? = nil, index: Int = 0) {
    self.local = local
    self.namespace = namespace
    self.prefix = prefix
    self.index = index
  }

  /// The qualified name, as written.
  public var written: String { prefix.map { "\($0):\(local)" } ?? local }

  /// Compares local names and namespaces.
  public static func == (left: XMLName, right: XMLName) -> Bool {
    left.local == right.local && left.namespace == right.namespace
  }

  /// Hashes the local name and the namespace.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(local)
    hasher.combine(namespace)
  }
}

/// An attribute of an element. Namespace declarations are not attributes.
public struct XMLAttribute: Hashable, Sendable {
  /// The name.
  public let name: XMLName
  /// The value, with references resolved.
  public let value: String

  /// Makes an attribute.
  public init(_ name: XMLName, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [XMLAttribute] {
  /// The value of the first attribute with a local name and no namespace. If no name matches exactly, case is ignored.
  public subscript(local: String) -> String? {
    let plain = lazy.filter { $0.name.namespace == nil && $0.name.prefix == nil }
    if let attribute = plain.first(where: { $0.name.local == local }) { return attribute.value }
    let isSame = { (name: String) in
      name.utf8.count == local.utf8.count && name.lowercased() == local.lowercased()
    }
    return plain.first { isSame($0.name.local) }?.value
  }

  /// The `xml:base`: the address that relative ones in the element begin with.
  package var xmlBase: String? { first { $0.name.local == "base" && $0.name.prefix == "xml" }?.value }
}

/// A position in a document, for messages.
public struct XMLPosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Compares lines, then columns.
  public static func < (left: XMLPosition, right: XMLPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A fault in a document. The reader continues after it.
public struct XMLDiagnostic: Hashable, Sendable {
  /// The position.
  public let position: XMLPosition
  /// The message, without a full stop.
  public let message: String
  /// Whether a part of the document is lost.
  public let isLoss: Bool

  /// Makes a diagnostic.
  public init(_ message: String, at position: XMLPosition, isLoss: Bool = false) {
    self.isLoss = isLoss
    self.position = position
    self.message = message
  }
}

/// The limits of a document. The reader truncates larger parts, and reports it.
public struct XMLLimits: Hashable, Sendable {
  /// The maximum size of the document in bytes.
  public var bytes: Int
  /// The maximum depth of elements. Deeper elements are skipped.
  public var depth: Int
  /// The maximum length of a text or an attribute value in bytes.
  public var text: Int
  /// The maximum number of elements. The rest of the document is ignored.
  public var elements: Int
  /// The maximum number of characters that are escaped, and of other insertions. In texts with more of them, the rest is dropped.
  public var repairs: Int
  /// The maximum total length of expanded references to declared entities in bytes.
  public var expansion: Int
  /// The maximum number of diagnostics.
  public var diagnostics: Int
  /// The maximum number of times that the parser restarts after an error.
  public var recoveries: Int

  /// Makes limits.
  public init(
    bytes: Int = 64 << 20, depth: Int = 256, text: Int = 4 << 20, elements: Int = 4_000_000, repairs: Int = 1_000_000,
    expansion: Int = 1 << 20, diagnostics: Int = 100, recoveries: Int = 10_000
  ) {
    self.bytes = bytes
    self.depth = depth
    self.text = text
    self.elements = elements
    self.repairs = repairs
    self.expansion = expansion
    self.diagnostics = diagnostics
    self.recoveries = recoveries
  }
}

/// A fault in the decoded text.
struct DocumentFault {
  /// The offset in the decoded and repaired text.
  var offset: Int
  /// The message.
  let message: String
  /// Whether a part of the document is lost.
  var isLoss = false
}
