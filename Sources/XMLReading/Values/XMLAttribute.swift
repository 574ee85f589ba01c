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
}
