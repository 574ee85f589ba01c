/// A name of an element or attribute, with its namespace resolved.
public struct XMLName: Hashable, Sendable {
  /// The name without a prefix.
  public let local: String
  /// The URI of the namespace; `nil` if it has none, or if its prefix is not declared.
  public let namespace: String?
  /// The prefix as written. It is not compared.
  public let prefix: String?
  /// A small number that the name has in its document: equal indices mean equal names and prefixes. It is not compared.
  public let index: Int

  /// Makes a name.
  public init(_ local: String, namespace: String? = nil, prefix: String? = nil, index: Int = 0) {
    self.local = local
    self.namespace = namespace
    self.prefix = prefix
    self.index = index
  }

  /// The name with its prefix.
  public var written: String { prefix.map { "\($0):\(local)" } ?? local }

  /// Compares local names and namespaces.
  public static func == (left: XMLName, right: XMLName) -> Bool {
    left.local == right.local && left.namespace == right.namespace
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(local)
    hasher.combine(namespace)
  }
}
