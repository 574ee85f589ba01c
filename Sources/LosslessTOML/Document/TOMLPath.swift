/// The path from the root of a document to one of its values.
///
///     ["episodes", 3, "rating"]
public struct TOMLPath: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// The steps, starting from the root.
  public var components: [TOMLPathComponent]

  /// Makes a path of steps.
  public init(_ components: [TOMLPathComponent]) {
    self.components = components
  }

  /// Makes a path of steps.
  public init(arrayLiteral elements: TOMLPathComponent...) {
    components = elements
  }

  /// Returns the path with one more step.
  public func appending(_ component: TOMLPathComponent) -> TOMLPath {
    TOMLPath(components + [component])
  }

  /// The path as text, such as `episodes[3].rating`. Keys have quotes where TOML requires them.
  public var description: String {
    var result = ""
    for component in components {
      switch component {
      case .key(let key): result += (result.isEmpty ? "" : ".") + LiteralWriter.key(key)
      case .index(let index): result += "[\(index)]"
      }
    }
    return result
  }
}

/// One step of a path.
public enum TOMLPathComponent: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The value under a key of a table.
  case key(String)
  /// The element at an index of an array, counted from 0.
  case index(Int)

  /// Makes a step to a key.
  public init(stringLiteral value: String) {
    self = .key(value)
  }

  /// Makes a step to an element.
  public init(integerLiteral value: Int) {
    self = .index(value)
  }
}

extension SyntaxTree {
  /// Returns the node at a path, or `nil` if nothing is there.
  func node(at path: TOMLPath) -> NodeIndex? {
    node(at: path.components[...])
  }

  func node(at components: ArraySlice<TOMLPathComponent>) -> NodeIndex? {
    var current = Self.root
    for component in components {
      guard let next = step(component, from: current) else { return nil }
      current = next
    }
    return current
  }

  private func step(_ component: TOMLPathComponent, from current: NodeIndex) -> NodeIndex? {
    switch (component, kind(current)) {
    case (.key(let key), .table), (.key(let key), .inlineTable):
      return child(of: current, key: key)
    case (.index(let index), .array), (.index(let index), .arrayOfTables):
      return index >= 0 && index < childCount(of: current) ? child(index, of: current) : nil
    default:
      return nil
    }
  }
}
