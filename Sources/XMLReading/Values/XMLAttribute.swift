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
  /// The value of the first attribute with a local name and no namespace.
  public subscript(local: String) -> String? {
    first { $0.name.local == local && $0.name.namespace == nil && $0.name.prefix == nil }?.value
  }
}
