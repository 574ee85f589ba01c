/// A TOML 1.1 document that keeps every byte it was read from.
///
/// Reading never fails: what breaks the grammar becomes a diagnostic, and what is sound around it can still be read.
/// Editing changes the bytes it has to and no others; see `set(_:at:after:)` and what stands beside it.
///
///     var document = TOMLDocument(parsing: Array(#"name = "Morning""#.utf8))
///     document.root["name"]?.string  // "Morning"
///     try document.set("Evening", at: ["name"])
///
/// Views such as `root` stay valid when the document is edited afterwards: they go on showing what was there.
public struct TOMLDocument: Sendable {
  /// What was read; replaced as a whole by every edit.
  var tree: SyntaxTree

  /// Reads a source. O(*n*).
  public init(parsing source: [UInt8]) {
    tree = SyntaxTree(parsing: source)
  }

  /// The bytes of the document, exactly as they were read, with the edits made since.
  public var source: [UInt8] { tree.source }

  /// What is wrong with the source, in its order.
  ///
  /// There is at most one error of the grammar for each line, and at most a thousand altogether.
  public var diagnostics: [Diagnostic] { tree.diagnostics }

  /// Whether the source is valid TOML.
  public var isValid: Bool { !tree.diagnostics.contains { $0.severity == .error } }

  /// The table at the top of the document.
  ///
  /// Where the source has errors, it holds what the sound lines say.
  public var root: TOMLTable { TOMLTable(tree: tree, node: SyntaxTree.root) }

  /// The value at a path, or `nil` if there is none.
  public subscript(path: TOMLPath) -> TOMLValue? {
    tree.node(at: path).map { TOMLValue(tree: tree, node: $0) }
  }
}
