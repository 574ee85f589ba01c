/// Writes a header with the entries below it.
struct SectionWriter {
  /// The line end between the lines of a section.
  let lineEnd: [UInt8]
  /// The header of another table of the array, if the writer was made for an array.
  private(set) var header = ""
  private var headerIndent: [UInt8] = []
  private var entryIndent: [UInt8] = []

  init(lineEnd: [UInt8]) {
    self.lineEnd = lineEnd
  }

  /// Makes a writer of tables in the style of an array of tables.
  init(like array: NodeIndex, in tree: SyntaxTree) {
    let source = tree.source
    let opening = tree.offset(ofToken: tree.node(array).first)
    lineEnd = Lines.lineEnd(in: source, near: opening)
    header = "[[" + tree.headerName(of: array, adding: []) + "]]"
    headerIndent = Array(source[Lines.indentation(ofLineAt: opening, in: source)])
    guard let first = tree.children(of: array).first, let entry = tree.children(of: first).first else { return }
    let key = tree.offset(ofToken: tree.node(entry).key)
    entryIndent = Array(source[Lines.indentation(ofLineAt: key, in: source)])
  }

  /// Returns comments, a header and entries, without a line end after the last.
  func body(_ header: String, _ table: TOMLInlineTable, below comments: [[UInt8]] = []) -> [UInt8] {
    var result: [UInt8] = []
    for comment in comments { result += headerIndent + comment + lineEnd }
    result += headerIndent + header.utf8
    for entry in table.entries {
      result += lineEnd + entryIndent + "\(LiteralWriter.key(entry.key)) = \(LiteralWriter.text(entry.value))".utf8
    }
    return result
  }
}
