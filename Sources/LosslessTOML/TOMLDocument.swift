/// A TOML 1.1 document that keeps every byte of its source.
///
/// Reading never fails: an error in the source becomes a diagnostic, and the valid lines around it can still be read.
/// An edit changes the bytes of the value concerned and no others; see `set(_:at:after:)`, `remove(_:)` and
/// `rearrange(_:as:)`.
///
///     var document = TOMLDocument(parsing: Array(#"name = "Morning""#.utf8))
///     document.root["name"]?.string  // "Morning"
///     try document.set("Evening", at: ["name"])
///
/// Views such as `root` show the document at the time they were made. Later edits do not change them.
public struct TOMLDocument: Sendable {
  /// The parsed source. Every edit replaces it as a whole.
  var tree: SyntaxTree

  /// Reads a source. O(*n*).
  public init(parsing source: [UInt8]) {
    tree = SyntaxTree(parsing: source)
  }

  /// The bytes of the document as they were read, with all edits applied.
  public var source: [UInt8] { tree.source }

  /// The errors and warnings, in the order of the source.
  ///
  /// There is at most one error of the grammar for each line, and at most 1,000 in total.
  public var diagnostics: [Diagnostic] { tree.diagnostics }

  /// Whether the source is valid TOML.
  public var isValid: Bool { !tree.diagnostics.contains { $0.severity == .error } }

  /// The table at the top of the document.
  ///
  /// If the source has errors, it holds the entries of the valid lines.
  public var root: TOMLTable { TOMLTable(tree: tree, node: SyntaxTree.root) }

  /// The value at a path, or `nil` if nothing is there.
  public subscript(path: TOMLPath) -> TOMLValue? {
    tree.node(at: path).map { TOMLValue(tree: tree, node: $0) }
  }
}

extension TOMLDocument {
  /// The ranges of all comments, in order, each from its `#` to the end of the line. O(*n*).
  public var comments: [SourceRange] {
    tree.comments.map { SourceRange(tree.range(ofToken: $0)) }
  }
}

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
