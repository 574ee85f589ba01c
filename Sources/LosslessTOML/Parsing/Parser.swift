extension SyntaxTree {
  /// Parses `source`. O(*n*).
  convenience init(parsing source: [UInt8]) {
    let parsed = Parser.parse(source)
    self.init(
      source: source, tokens: parsed.tokens, nodes: parsed.nodes, keys: parsed.keys, diagnostics: parsed.diagnostics)
  }
}

/// Reads a source in one pass, from its first byte to its last.
///
/// The parser never stops at an error. It reports the error and continues at the next element of an array or the next
/// line. It reports one error per line, so that one mistake gives one diagnostic. It also invalidates all nodes of such a
/// line, so that no value from it becomes part of the document.
struct Parser {
  /// The result of a parse.
  struct Output {
    var tokens: [Token]
    var nodes: [Node]
    var keys: KeyIndex
    var diagnostics: [Diagnostic]
  }

  let bytes: SourceBytes
  let end: Int
  var cursor = 0
  var tokens: [Token] = []
  var nodes: [Node] = []
  var keys = KeyIndex()
  var diagnostics: [Diagnostic] = []
  /// The tokens of the keys that are being read, those of inner tables last.
  var path: [Int32] = []
  /// Whether an error was reported since the line began.
  var lineHasError = false
  /// The number of nodes when the line began.
  var firstNodeOfLine = 0
  /// The table that entries are added to, and its depth.
  var section: NodeIndex = SyntaxTree.root
  var sectionDepth = 0
  /// The number of arrays, and of inline tables, that are open around the cursor.
  var openArrays = 0
  var openInlineTables = 0
  /// Set when a container is not closed. The containers around it then end without a further error.
  var abandonsContainers = false
  /// Set when there are no more closing quotes of a kind, so that the rest of the source is searched only once.
  var lacksBasicClosing = false
  var lacksLiteralClosing = false

  /// The maximum number of bytes of a source: offsets have 32 bits.
  static let sizeLimit = Int(Int32.max) - 1

  /// Reads `source`. A source of more bytes than `sizeLimit` gives an empty document with one diagnostic.
  static func parse(_ source: [UInt8], sizeLimit: Int = sizeLimit) -> Output {
    guard source.count <= sizeLimit else { return oversized(source.count, limit: sizeLimit) }
    return source.withSourceBytes { bytes in
      var parser = Parser(bytes)
      parser.parseDocument()
      return Output(
        tokens: parser.tokens, nodes: parser.nodes, keys: parser.keys, diagnostics: parser.diagnostics.inSourceOrder)
    }
  }

  private init(_ bytes: SourceBytes) {
    self.bytes = bytes
    end = bytes.count
    // A typical playlist has a token for every 6 bytes and a node for every 30.
    tokens.reserveCapacity(bytes.count / 5 + 16)
    nodes.reserveCapacity(bytes.count / 25 + 16)
  }

  private mutating func parseDocument() {
    appendNode(.table, parent: Node.none)
    if end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      appendToken(.byteOrderMark, length: 3)
    }
    while cursor < end { parseLine() }
    tokens.append(Token(kind: .endOfFile, start: end))
    nodes[0].end = Int32(tokens.count - 1)
  }

  private mutating func parseLine() {
    lineHasError = false
    abandonsContainers = false
    firstNodeOfLine = nodes.count
    skipWhitespace()
    switch bytes.byte(at: cursor) {
    case .lineFeed, .hash: finishLine()
    case .carriageReturn where isLineEnd(cursor): finishLine()
    case .leftBracket: parseHeader()
    default: if cursor < end { parseEntry() }
    }
  }

  private static func oversized(_ count: Int, limit: Int) -> Output {
    let diagnostic = Diagnostic(
      id: "toml.file-too-large", severity: .error, range: SourceRange(0..<0),
      message: "the file has \(count) bytes; expected no more than \(limit)")
    let root = Node(kind: .table, parent: Node.none, key: -1, first: 0, end: 0)
    return Output(
      tokens: [Token(kind: .endOfFile, start: 0)], nodes: [root], keys: KeyIndex(), diagnostics: [diagnostic])
  }
}

// MARK: - Tokens and nodes

extension Parser {
  /// Adds a token of `length` bytes at the cursor, and moves the cursor past it.
  @inline(__always)
  mutating func appendToken(_ kind: Token.Kind, length: Int, hasEscapes: Bool = false) {
    tokens.append(Token(kind: kind, start: cursor, hasEscapes: hasEscapes))
    cursor += length
  }

  /// Adds a token from the cursor up to `next`, and moves the cursor there.
  @inline(__always)
  mutating func appendToken(_ kind: Token.Kind, upTo next: Int, hasEscapes: Bool = false) {
    appendToken(kind, length: next - cursor, hasEscapes: hasEscapes)
  }

  /// Adds a node that starts at the next token. Its end is one token later until it is set.
  @discardableResult @inline(__always)
  mutating func appendNode(_ kind: Node.Kind, parent: NodeIndex) -> NodeIndex {
    let first = Int32(truncatingIfNeeded: tokens.count)
    nodes.append(Node(kind: kind, parent: parent, key: -1, first: first, end: first + 1))
    return NodeIndex(truncatingIfNeeded: nodes.count - 1)
  }

  /// Adds a node for the last token.
  @inline(__always)
  mutating func appendLeaf(_ kind: Node.Kind, parent: NodeIndex) -> NodeIndex {
    let end = Int32(truncatingIfNeeded: tokens.count)
    nodes.append(Node(kind: kind, parent: parent, key: -1, first: end - 1, end: end))
    return NodeIndex(truncatingIfNeeded: nodes.count - 1)
  }

  /// Returns the range of a token. The last token ends at the cursor.
  func range(ofToken index: Int32) -> Range<Int> {
    let next = Int(index) + 1
    return Int(tokens[Int(index)].start)..<(next < tokens.count ? Int(tokens[next].start) : cursor)
  }

  /// Excludes a node from the document.
  mutating func invalidate(_ node: NodeIndex) {
    if node != Node.none { nodes[Int(node)].flags.insert(.invalid) }
  }
}

extension Parser {
  /// Returns whether a line feed, or a carriage return with its line feed, is at `offset`.
  @inline(__always)
  func isLineEnd(_ offset: Int) -> Bool {
    let byte = bytes.byte(at: offset)
    return byte == .lineFeed || byte == .carriageReturn && bytes.byte(at: offset + 1) == .lineFeed
  }

  @inline(__always)
  mutating func skipWhitespace() {
    guard bytes.byte(at: cursor).isWhitespace else { return }
    var next = cursor + 1
    while bytes.byte(at: next).isWhitespace { next += 1 }
    appendToken(.whitespace, upTo: next)
  }

  /// Parses the line end at the cursor, if there is one, and invalidates the nodes of the line if it had an error.
  mutating func consumeLineEnd() {
    if cursor < end {
      appendToken(.newline, length: bytes[cursor] == .carriageReturn ? 2 : 1)
    }
    if lineHasError {
      for node in firstNodeOfLine..<nodes.count { invalidate(NodeIndex(node)) }
      lineHasError = false
    }
    firstNodeOfLine = nodes.count
  }

  /// Parses the rest of the line of a statement: white space, a comment, the line end.
  ///
  /// - Returns: Whether the line has no error.
  @discardableResult
  mutating func finishLine() -> Bool {
    skipWhitespace()
    if bytes.byte(at: cursor) == .hash { scanComment() }
    if cursor < end, !isLineEnd(cursor) {
      reportUnexpected("toml.expected-line-end", expected: "the end of the line") { $0.adviceOnTextAfterValue }
      skipRestOfLine()
    }
    let isValid = !lineHasError
    consumeLineEnd()
    return isValid
  }

  /// Makes one invalid token of the rest of the line.
  mutating func skipRestOfLine() {
    let next = endOfLine(from: cursor)
    if next > cursor { appendToken(.invalid, upTo: next) }
  }

  /// Returns the offset of the next line end, or the end of the source.
  func endOfLine(from offset: Int) -> Int {
    var next = offset
    while next < end, !isLineEnd(next) { next += 1 }
    return next
  }

  /// Returns the offset of the first byte after the line end at `offset` that is not white space; `nil` at the end of the
  /// source.
  func lineStart(after offset: Int) -> Int? {
    var next = offset + (bytes[offset] == .carriageReturn ? 2 : 1)
    while bytes.byte(at: next).isWhitespace { next += 1 }
    return next < end ? next : nil
  }

  /// Parses white space, comments and line ends, which may stand between the elements of an array.
  ///
  /// - Returns: Whether a line ended.
  @inline(__always)
  mutating func skipTrivia() -> Bool {
    var crossedLine = false
    while true {
      switch bytes.byte(at: cursor) {
      case .space, .tab: skipWhitespace()
      case .hash: scanComment()
      case .lineFeed:
        consumeLineEnd()
        crossedLine = true
      case .carriageReturn where isLineEnd(cursor):
        consumeLineEnd()
        crossedLine = true
      default: return crossedLine
      }
    }
  }

  /// Parses the comment at the cursor, up to its line end.
  mutating func scanComment() {
    var offset = cursor + 1
    while true {
      offset = ByteScan.special(.lineFeed, .lineFeed, from: offset, in: bytes)
      guard offset < end, !isLineEnd(offset) else { break }
      offset += checkedLength(at: offset, in: "a comment")
    }
    appendToken(.comment, upTo: offset)
  }

  /// Returns the length of the character at `offset`, at which the scan of a comment or a string stopped.
  ///
  /// Reports a byte that is not allowed there, and counts it as one byte.
  @inline(__always)
  mutating func checkedLength(at offset: Int, in place: StaticString) -> Int {
    if bytes[offset] == .tab { return 1 }
    if bytes[offset] >= 0x80 {
      let length = ByteScan.sequenceLength(at: offset, in: bytes)
      if length > 0 { return length }
    }
    reportForbidden(at: offset, in: place)
    return 1
  }

  @inline(never)
  private mutating func reportForbidden(at offset: Int, in place: StaticString) {
    let range = offset..<offset + 1
    switch bytes[offset] {
    case 0x80...:
      report("toml.invalid-utf8", range) { $0.invalidUTF8Message(at: offset) }
    case .carriageReturn:
      report("toml.bare-carriage-return", range) { _ in
        "found a carriage return in \(place); expected a line feed after it"
      }
    default:
      let name = "U+" + bytes[offset].hexadecimal(digits: 4)
      report("toml.control-character", range) { _ in
        "found the control character \(name) in \(place); expected no control character but a tab"
      }
    }
  }
}
