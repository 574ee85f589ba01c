internal import LosslessTOML

/// A writer of tables in certain forms.
struct TableWriter {
  private typealias Text = TableContent.Text

  private let forms: TableForms
  private let lineEnd: [UInt8]

  init(_ forms: TableForms, _ lineEnd: [UInt8]) { (self.forms, self.lineEnd) = (forms, lineEnd) }

  /// Returns the first lines of a document, and its sections.
  func texts(of document: TableContent) -> (lines: [UInt8], sections: [UInt8]) {
    let (lines, below) = lines(of: document, at: [])
    return (lines, below.flatMap { section($0.content, at: $0.path) })
  }

  /// Returns the lines of a table, and the tables below it that have headers.
  ///
  /// - Parameter keys: The keys before those of the entries.
  private func lines(
    of table: TableContent, at path: [String], after keys: [String] = []
  ) -> (text: [UInt8], below: [(path: [String], content: TableContent)]) {
    var (text, below): ([UInt8], [(path: [String], content: TableContent)]) = ([], [])
    for (key, content) in table.entries {
      let (path, keys) = (path + [key], keys + [key])
      switch content {
      case .value(let value):
        text += value.gap
        text += lines(of: value.comments)
        for part in [Self.text(of: keys)[...], value.equals, value.text, value.trailing, lineEnd[...]] { text += part }
      case .table(let content):
        switch forms[path] ?? .section {
        case .section, .implicit: below.append((path, content))
        case .dotted:
          let inside = lines(of: content, at: path, after: keys)
          text += lines(of: content.comments + [content.trailing]) + inside.text + lines(of: content.rest)
          below += inside.below
        case .inline:
          text += lines(of: content.allComments) + Self.text(of: keys) + Array(" = ".utf8)
          text += inlineTable(content, at: path)
          text += content.trailing
          text += lineEnd
        }
      }
    }
    return (text, below)
  }

  /// Returns comments on their own lines.
  private func lines(of comments: [Text]) -> [UInt8] {
    comments.map(\.comment).filter { !$0.isEmpty }.flatMap { $0.withoutTrailingSpace + lineEnd }
  }

  /// Returns a table with its header, if it has one, and the tables below it.
  private func section(_ table: TableContent, at path: [String]) -> [UInt8] {
    let (lines, below) = lines(of: table, at: path)
    let body = lines + self.lines(of: table.rest)
    let isNamed = table.header != nil || !body.isEmpty || !(table.comments + [table.trailing]).allSatisfy(\.isEmpty)
    var text: [UInt8] = []
    if isNamed || below.isEmpty {
      text += table.header?.gap ?? lineEnd[...]
      text += self.lines(of: table.comments)
      text += table.header?.text ?? Array("[\(Self.name(of: path))]".utf8)[...]
      text += table.trailing
      text += lineEnd + body
    }
    return text + below.flatMap { section($0.content, at: $0.path) }
  }

  private func inlineTable(_ table: TableContent, at path: [String]) -> [UInt8] {
    let entries = entries(of: table, at: path)
    guard !entries.isEmpty else { return Array("{}".utf8) }
    return Array("{ ".utf8) + Array(entries.joined(separator: Array(", ".utf8))) + Array(" }".utf8)
  }

  /// Returns the entries of an inline table.
  private func entries(of table: TableContent, at path: [String], after keys: [String] = []) -> [[UInt8]] {
    table.entries.flatMap { key, content -> [[UInt8]] in
      let (path, keys) = (path + [key], keys + [key])
      switch content {
      case .value(let value): return [Self.text(of: keys) + Array(value.equals) + Array(value.text)]
      case .table(let content) where forms[path] == .dotted: return entries(of: content, at: path, after: keys)
      case .table(let content): return [Self.text(of: keys) + Array(" = ".utf8) + inlineTable(content, at: path)]
      }
    }
  }

  private static func text(of keys: [String]) -> [UInt8] { Array(name(of: keys).utf8) }

  /// Returns a dotted key.
  private static func name(of keys: [String]) -> String {
    TOMLPath(keys.map(TOMLPathComponent.key)).description
  }
}
