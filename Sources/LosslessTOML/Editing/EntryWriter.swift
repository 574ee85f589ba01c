/// Writes new entries in the style of their neighbours.
struct EntryWriter {
  let tree: SyntaxTree

  private var source: [UInt8] { tree.source }

  /// Returns the entry of a table that a new entry goes after: the entry `sibling`, else the last one. `nil` if the
  /// section of the table has no entry.
  func neighbour(in table: NodeIndex, after sibling: String?) -> NodeIndex? {
    let named = sibling.flatMap { tree.child(of: table, key: $0) }.flatMap { tree.lastEntry(from: $0) }
    return named ?? tree.lastEntry(below: table)
  }

  /// Makes an entry on a new line, below the line of `neighbour` and with its indentation.
  func line(_ keys: [String], _ value: TOMLLiteral, in table: NodeIndex, below neighbour: NodeIndex) -> Splice {
    let start = tree.entryStart(of: neighbour)
    let indentation = Lines.indentation(ofLineAt: start, in: source)
    let prefix = source[start..<tree.startOfKey(of: neighbour, in: table)]
    let end = Lines.end(ofLineAt: tree.range(of: neighbour).upperBound, in: source)
    return line(source[indentation] + prefix + text(keys, value), at: end)
  }

  /// Makes an entry on the line below the header of a table without entries.
  func firstLine(_ keys: [String], _ value: TOMLLiteral, of table: NodeIndex) -> Splice {
    let header = tree.offset(ofToken: tree.node(table).first)
    let indentation = Lines.indentation(ofLineAt: header, in: source)
    return line(source[indentation] + text(keys, value), at: Lines.end(ofLineAt: header, in: source))
  }

  /// Makes an entry above the first header of a document without entries there, followed by a blank line.
  func firstLineOfRoot(_ keys: [String], _ value: TOMLLiteral) -> Splice {
    let layout = HeaderLayout(tree)
    guard let first = layout.sections.first else { return line(text(keys, value), at: source.count) }
    let lineEnd = Lines.lineEnd(in: source, near: 0)
    // A comment at the very start is about the file rather than about its first table.
    let offset = layout.isPreambleEmpty && layout.preambleGap.isEmpty ? first.headerLine : first.body.lowerBound
    return Splice(inserting: text(keys, value) + lineEnd + lineEnd, at: offset)
  }

  /// Makes a section with one entry, for the table at `names` below `table`.
  ///
  /// A table that only the headers of its subtables imply gets its header above the first of them.
  func section(_ names: [String], of table: NodeIndex, _ keys: [String], _ value: TOMLLiteral) -> Splice {
    let layout = HeaderLayout(tree)
    let writer = HeaderWriter(lineEnd: Lines.lineEnd(in: source, near: source.count))
    let header = "[" + tree.headerName(of: table, adding: names) + "]"
    let entries = keys.map { TOMLInlineTable.Entry(key: $0, value: value) }
    let body = writer.body(header, TOMLInlineTable(entries))
    var pieces = layout.pieces(adding: body, below: table, in: tree)
    if names.isEmpty, let first = layout.sections.firstIndex(where: { tree.isAncestor(table, of: $0.node) }) {
      pieces = layout.sections.indices.map(HeaderLayout.Piece.existing)
      pieces.insert(.new(body), at: first)
    }
    return Splice(0..<source.count, with: layout.assembled(pieces, in: source))
  }

  /// Makes an entry of an inline table, on the line of the entry that it goes after.
  func inlineEntry(
    _ keys: [String], _ value: TOMLLiteral, in table: NodeIndex, of inline: NodeIndex, after sibling: String?
  ) -> Splice {
    if let neighbour = neighbour(in: table, after: sibling) {
      return inlineEntry(keys, value, in: table, after: neighbour)
    }
    let content = tree.range(of: inline).dropFirst().dropLast()
    let isBlank = source[content].allSatisfy(\.isWhitespace)
    let entry = [.space] + text(keys, value)
    return isBlank ? Splice(content, with: entry + [.space]) : Splice(inserting: entry, at: content.lowerBound)
  }

  /// Makes an entry of an inline table, on the line of `neighbour`.
  func inlineEntry(_ keys: [String], _ value: TOMLLiteral, in table: NodeIndex, after neighbour: NodeIndex) -> Splice {
    let prefix = source[tree.entryStart(of: neighbour)..<tree.startOfKey(of: neighbour, in: table)]
    return Splice(inserting: [.comma, .space] + prefix + text(keys, value), at: tree.range(of: neighbour).upperBound)
  }

  private func text(_ keys: [String], _ value: TOMLLiteral) -> [UInt8] {
    Array("\(keys.map(LiteralWriter.key).joined(separator: ".")) = \(LiteralWriter.text(value))".utf8)
  }

  /// Inserts a line at `offset`, where a line starts or the source ends. A missing final line end stays missing.
  private func line(_ text: [UInt8], at offset: Int) -> Splice {
    let lineEnd = Lines.lineEnd(in: source, near: offset > 0 ? offset - 1 : 0)
    let followsText =
      offset > 0 && source[offset - 1] != .lineFeed && !(offset == 3 && source.starts(with: Lines.byteOrderMark))
    return Splice(inserting: followsText ? lineEnd + text : text + lineEnd, at: offset)
  }
}

extension SyntaxTree {
  /// Returns the table itself if it is an inline table, or the inline table whose dotted keys create it.
  func inlineTable(around table: NodeIndex) -> NodeIndex? {
    var current = table
    while node(current).flags.contains(.dotted) { current = node(current).parent }
    return kind(current) == .inlineTable ? current : nil
  }

  /// Returns the last entry below `table`, in its section or its inline table.
  func lastEntry(below table: NodeIndex) -> NodeIndex? {
    children(of: table).compactMap { lastEntry(from: $0) }.max { node($0).first < node($1).first }
  }

  /// Returns the value itself; for a table of dotted keys, the last of its entries; `nil` for tables with headers.
  func lastEntry(from child: NodeIndex) -> NodeIndex? {
    switch kind(child) {
    case .table: node(child).flags.contains(.dotted) ? lastEntry(below: child) : nil
    case .arrayOfTables: nil
    default: child
    }
  }

  /// Returns the first token of the key of the entry of `value`, its dotted prefix included.
  func firstKeyToken(of value: NodeIndex) -> Int32 {
    var token = node(value).key
    while token > 0, tokens[Int(token) - 1].kind.isPartOfKey { token -= 1 }
    return tokens[Int(token)].kind == .whitespace ? token + 1 : token
  }

  /// Returns the offset at which the entry of `value` starts.
  func entryStart(of value: NodeIndex) -> Int { offset(ofToken: firstKeyToken(of: value)) }

  /// Returns the offset of the component that is a key of `table`, in the key of an entry below the table.
  func startOfKey(of value: NodeIndex, in table: NodeIndex) -> Int {
    var (levels, current) = (0, node(value).parent)
    while current != table, current != Node.none {
      levels += 1
      current = node(current).parent
    }
    var token = node(value).key
    while levels > 0 {
      token -= 1
      if tokens[Int(token)].kind == .dot { levels -= 1 }
    }
    while token != node(value).key, tokens[Int(token)].kind == .dot || tokens[Int(token)].kind == .whitespace {
      token -= 1
    }
    return offset(ofToken: token)
  }
}

extension Token.Kind {
  /// Whether a token can be part of a dotted key.
  var isPartOfKey: Bool {
    switch self {
    case .bareKey, .basicString, .literalString, .dot, .whitespace: true
    default: false
    }
  }
}

/// Bounds, indentation and line ends of the lines of a source.
enum Lines {
  /// Returns the offset at which the line of `offset` starts, after a byte order mark.
  static func start(ofLineAt offset: Int, in source: [UInt8]) -> Int {
    var start = offset
    while start > 0, source[start - 1] != .lineFeed { start -= 1 }
    return start == 0 && source.starts(with: byteOrderMark) ? byteOrderMark.count : start
  }

  /// Returns the offset after the line end of the line of `offset`, or the end of the source.
  static func end(ofLineAt offset: Int, in source: [UInt8]) -> Int {
    guard let lineFeed = source[offset...].firstIndex(of: .lineFeed) else { return source.count }
    return lineFeed + 1
  }

  /// Returns the white space at the start of the line of `offset`.
  static func indentation(ofLineAt offset: Int, in source: [UInt8]) -> Range<Int> {
    let start = start(ofLineAt: offset, in: source)
    let end = source[start...].firstIndex { !$0.isWhitespace } ?? source.count
    return start..<end
  }

  /// Returns the line end of the line of `offset`, else of the line before it; a line feed if the source has one line only.
  static func lineEnd(in source: [UInt8], near offset: Int) -> [UInt8] {
    let lineFeed =
      source[min(offset, source.count)...].firstIndex(of: .lineFeed)
      ?? source[..<min(offset, source.count)].lastIndex(of: .lineFeed)
    guard let lineFeed, lineFeed > 0, source[lineFeed - 1] == .carriageReturn else { return [.lineFeed] }
    return [.carriageReturn, .lineFeed]
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
