/// The text of a value in its document, and the comment after it on its line.
public struct TOMLWriting: Hashable, Sendable {
  /// The text of the value.
  public var text: [UInt8]
  /// The comment that follows on the line, with the white space before it; empty without a comment, and `nil` if something else
  /// follows.
  public var comment: [UInt8]?

  /// Makes a writing.
  public init(text: [UInt8], comment: [UInt8]?) { (self.text, self.comment) = (text, comment) }
}

extension TOMLDocument {
  /// Returns how a value is written; `nil` for a missing value, and for one that is written as several lines with headers or dotted keys.
  public func writing(at path: TOMLPath) -> TOMLWriting? {
    guard let node = tree.node(at: path), tree.kind(node) != .table, tree.kind(node) != .arrayOfTables else {
      return nil
    }
    return TOMLWriting(
      text: Array(source[tree.range(of: node)]), comment: tree.rangeOfComment(after: node).map { Array(source[$0]) })
  }

  /// Returns the bytes of a value and of the comment after it on its line; `nil` for a missing value.
  public func rangeWithComment(at path: TOMLPath) -> SourceRange? {
    guard let node = tree.node(at: path) else { return nil }
    let range = tree.range(of: node)
    guard tree.kind(node) != .table, tree.kind(node) != .arrayOfTables else { return SourceRange(range) }
    return SourceRange(range.lowerBound..<(tree.rangeOfComment(after: node)?.upperBound ?? range.upperBound))
  }

  /// Writes values with other texts of the same meaning, and with other comments on their lines.
  ///
  /// A comment is ignored if something else follows the value on its line. Of an array, either the text or elements can be written.
  /// O(*n*).
  ///
  /// - Throws: `TOMLEditError` with the code `noSuchValue` or `meaningChanged`. The document is then unchanged.
  public mutating func write(_ writings: [TOMLPath: TOMLWriting]) throws(TOMLEditError) {
    var (splices, values): ([Splice], [NodeIndex: TOMLLiteral]) = ([], [:])
    for (path, writing) in writings {
      guard let node = tree.node(at: path) else { throw TOMLEditError(code: .noSuchValue, path: path) }
      if !source[tree.range(of: node)].elementsEqual(writing.text) {
        values[node] = TOMLLiteral(TOMLValue(tree: tree, node: node))
        splices.append(Splice(tree.range(of: node), with: writing.text))
      }
      if let place = tree.rangeOfComment(after: node), let comment = writing.comment {
        splices.append(Splice(place, with: comment))
      }
    }
    try commit(splices, at: []) { check, old, new in
      check.isSame(old, new, after: MeaningCheck.Changes(replaced: values))
    }
  }

  /// Adds comments on their own lines: directly above a value or a table with a header that starts its line, else at the end.
  ///
  /// - Parameter comments: The comments with the paths of what follows them; see ``subjects(of:)``.
  /// - Returns: The comments that were added at the end.
  /// - Throws: `TOMLEditError`. The document is then unchanged.
  public mutating func add(_ comments: [(text: [UInt8], above: TOMLPath?)]) throws(TOMLEditError) -> [[UInt8]] {
    var (splices, atEnd): ([Splice], [[UInt8]]) = ([], [])
    for (text, path) in comments {
      guard let start = path.flatMap(tree.node(at:)).flatMap(tree.startOfLine) else {
        atEnd.append(text)
        continue
      }
      let line = source[Lines.indentation(ofLineAt: start, in: source)] + text + Lines.lineEnd(in: source, near: start)
      splices.append(Splice(inserting: line, at: Lines.start(ofLineAt: start, in: source)))
    }
    let lineEnd = Lines.lineEnd(in: source, near: source.count)
    let start = source.isEmpty || source.last == .lineFeed ? [] : lineEnd
    if !atEnd.isEmpty { splices.append(Splice(inserting: start + atEnd.flatMap { $0 + lineEnd }, at: source.count)) }
    try commit(splices, at: []) { check, old, new in check.isSame(old, new, after: MeaningCheck.Changes()) }
    return atEnd
  }

  /// Returns the paths of the values and of the tables with headers that start the line below comments on their own lines, if only
  /// comments are between. O(*n*).
  public func subjects(of comments: [SourceRange]) -> [SourceRange: TOMLPath] {
    let ranges = Set(comments)
    var starts: [SourceRange: Int32] = [:]
    for token in tree.tokens.indices where tree.tokens[token].kind == .comment {
      let range = SourceRange(tree.range(ofToken: Int32(token)))
      let indentation = Lines.indentation(ofLineAt: range.lowerBound, in: source)
      guard ranges.contains(range), indentation.upperBound == range.lowerBound else { continue }
      starts[range] = tree.startOfLine(below: Int32(token))
    }
    let wanted = Set(starts.values)
    var nodes: [Int32: NodeIndex] = [:]
    for node in tree.nodes.indices.map(NodeIndex.init) where node != SyntaxTree.root {
      guard let token = tree.firstToken(of: node), wanted.contains(token) else { continue }
      // A table in braces and its first key can start at one place.
      nodes[token] = nodes[token] ?? node
    }
    return starts.compactMapValues { nodes[$0].map(tree.path(to:)) }
  }
}

extension SyntaxTree {
  /// Returns the place of the comment after a value on its line, which is empty without a comment; `nil` if something else follows.
  fileprivate func rangeOfComment(after node: NodeIndex) -> Range<Int>? {
    var (start, token) = (self.node(node).end, self.node(node).end)
    if tokens[Int(token)].kind == .whitespace { token += 1 }
    if tokens[Int(token)].kind == .comma {
      start = token + 1
      token = tokens[Int(start)].kind == .whitespace ? start + 1 : start
    }
    switch tokens[Int(token)].kind {
    case .comment: return offset(ofToken: start)..<offset(ofToken: token + 1)
    case .newline, .endOfFile: return offset(ofToken: start)..<offset(ofToken: start)
    default: return nil
    }
  }

  /// Returns the token that starts the first line below a comment that is not a comment, after white space and a comma.
  fileprivate func startOfLine(below comment: Int32) -> Int32 {
    var token = comment
    while tokens[Int(token)].kind == .comment {
      token += 1
      if tokens[Int(token)].kind == .newline { token += 1 }
      if tokens[Int(token)].kind == .whitespace { token += 1 }
    }
    if tokens[Int(token)].kind == .comma { token += tokens[Int(token) + 1].kind == .whitespace ? 2 : 1 }
    return token
  }

  /// Returns the first token of the entry, the element or the header of a node; `nil` for a table that only dotted keys or the headers
  /// of others name.
  fileprivate func firstToken(of node: NodeIndex) -> Int32? {
    switch kind(node) {
    case .table: self.node(node).flags.contains(.header) ? self.node(node).first : nil
    case .arrayOfTables: nil
    default: self.node(node).key >= 0 ? firstKeyToken(of: node) : self.node(node).first
    }
  }

  /// Returns the offset of the entry, the element or the header of a node, if it is the first on its line.
  fileprivate func startOfLine(of node: NodeIndex) -> Int? {
    guard let token = firstToken(of: node) else { return nil }
    let start = offset(ofToken: token)
    return Lines.indentation(ofLineAt: start, in: source).upperBound == start ? start : nil
  }

  fileprivate func path(to node: NodeIndex) -> TOMLPath {
    var (components, current): ([TOMLPathComponent], NodeIndex) = ([], node)
    while current != Self.root {
      let parent = self.node(current).parent
      let siblings = children(of: parent)
      components.append(
        isArray(parent)
          ? .index((siblings.firstIndex(of: current) ?? siblings.startIndex) - siblings.startIndex)
          : .key(key(of: current)))
      current = parent
    }
    return TOMLPath(components.reversed())
  }
}
