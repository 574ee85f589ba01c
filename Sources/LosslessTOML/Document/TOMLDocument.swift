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
