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
