extension SyntaxTree {
  /// Parses `source`. O(*n*).
  convenience init(parsing source: [UInt8]) {
    let parsed = Parser.parse(source)
    self.init(
      source: source, tokens: parsed.tokens, nodes: parsed.nodes, keys: parsed.keys, diagnostics: parsed.diagnostics)
  }
}
