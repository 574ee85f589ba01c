internal import LosslessTOML

/// The tables below a key of a version, taken out of its text.
struct TableRewriting {
  private typealias Text = TableContent.Text

  private let input: MergeInput
  private let key: String
  private let lineEnd: [UInt8]
  private let written: WrittenTables

  /// The content of the document below the key.
  private var content = TableContent()
  /// The ranges of the entries in the first lines of the document, with the comments directly above them.
  private var lines: [Range<Int>] = []
  /// The blank lines before the first of them.
  private var gap: Text = []
  /// The ranges of the sections.
  private var sections: [Range<Int>] = []

  init(of key: String, in input: MergeInput, _ lineEnd: [UInt8]) {
    (self.key, self.input, self.lineEnd) = (key, input, lineEnd)
    written = WrittenTables(input)
  }

  /// Returns the version with other forms of the tables; `nil` if that is impossible.
  func rewritten(in forms: TableForms) -> MergeInput? {
    if forms.allow(written, from: [key]) { return input }
    var reading = self
    reading.readLines(in: forms)
    reading.readSections(in: forms)
    let document = TOMLDocument(parsing: reading.source(writtenBy: TableWriter(forms, lineEnd)))
    guard let result = MergeInput(document) else { return nil }
    let tables = WrittenTables(result)
    let hasSameValues =
      tables.values.count == written.values.count
      && written.values.allSatisfy { path, range in
        tables.values[path].map { result.source[$0] == input.source[range] } ?? false
      }
    return hasSameValues && forms.allow(tables, from: [key]) ? result : nil
  }

  // MARK: Writing

  private func source(writtenBy writer: TableWriter) -> [UInt8] {
    let root = input.outline.root
    let end = root.lines.last?.extent.upperBound ?? root.head.upperBound
    var new = writer.texts(of: content)
    if !new.lines.isEmpty { new.lines = Array(gap) + new.lines.drop { lineEnd.contains($0) } }
    func edits(_ ranges: [Range<Int>], _ text: [UInt8]) -> [(range: Range<Int>, text: [UInt8])] {
      let places = ranges.isEmpty ? [end..<end] : ranges
      return places.enumerated().map { ($1, $0 == 0 ? text : []) }
    }
    var (output, place): ([UInt8], Int) = ([], 0)
    for edit in edits(lines, new.lines) + edits(sections, new.sections) {
      output += input.source[place..<edit.range.lowerBound]
      if output.count > root.head.count {
        if !edit.text.isEmpty, output.last != UInt8(ascii: "\n") { output += lineEnd }
        output += edit.text
      } else {
        // A document does not begin with blank lines.
        output += edit.text.drop { lineEnd.contains($0) }
      }
      place = edit.range.upperBound
    }
    return output + input.source[place...]
  }

  // MARK: Reading

  private mutating func readLines(in forms: TableForms) {
    // The comments directly above an entry go with it, but the first comment of a file is about the file.
    var (above, isHead): ([TOMLBlock], Bool) = ([], true)
    for block in input.outline.root.lines {
      if !block.gap.isEmpty { (above, isHead) = ([], block.gap.lowerBound == input.outline.root.head.upperBound) }
      guard case .entry(let keys) = block.role else {
        if !isHead { above.append(block) }
        continue
      }
      if keys.first == key {
        if lines.isEmpty { gap = text((above.first ?? block).gap) }
        lines += (above + [block]).map(\.extent)
        add(block, at: keys, above, in: forms)
      }
      (above, isHead) = ([], false)
    }
  }

  private mutating func readSections(in forms: TableForms) {
    let all = input.outline.root.sections
    for (number, section) in all.enumerated() {
      guard case .table(let path) = section.role, path.first == key else { continue }
      // Comments at the end of the file, and those below a blank line, stay where they are.
      let entries = (section.lines.lastIndex { $0.role != .comment } ?? -1) + 1
      let comments = number == all.count - 1 ? 0 : section.lines[entries...].prefix { $0.gap.isEmpty }.count
      let taken = section.lines[..<(entries + comments)]
      sections.append(section.gap.lowerBound..<(taken.last?.extent ?? section.lineEnd).upperBound)
      let header = (text(section.gap), text(section.head))
      let (lead, trailing) = (section.lead.map { text($0.value) }, comment(section.trailing))
      content.update(at: path[...]) { table in
        table.header = header
        table.comments += lead
        table.trailing = trailing
      }
      add(taken, below: path, in: forms)
    }
  }

  private mutating func add(_ blocks: ArraySlice<TOMLBlock>, below path: [String], in forms: TableForms) {
    var above: [TOMLBlock] = []
    for block in blocks {
      guard case .entry(let keys) = block.role else {
        above.append(block)
        continue
      }
      add(block, at: path + keys, above, in: forms)
      above = []
    }
    let rest = above.map { text($0.value) }
    content.update(at: path[...]) { $0.rest += rest }
  }

  private mutating func add(_ block: TOMLBlock, at path: [String], _ above: [TOMLBlock], in forms: TableForms) {
    let inside = text(block.beforeComma).split { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
    let comments = above.map { text($0.value) } + inside.map(\.comment)
    let trailing = comment(block.trailing)
    if written.forms[path] == .inline, forms[path] != .inline || !forms.allow(written, from: path) {
      let opening = block.container.map { text($0.opening).comment } ?? []
      content.update(at: path[...]) { table in
        table.comments += comments + [opening]
        table.trailing = trailing
      }
      return add(block.container?.blocks[...] ?? [], below: path, in: forms)
    }
    let head = text(block.head)
    let sign = head.lastIndex(of: UInt8(ascii: "=")) ?? head.endIndex
    let equals = head[head[..<sign].withoutTrailingSpace.endIndex...]
    let table = Array(path.dropLast())
    let gap = written.forms[table] == forms[table] ? text((above.first ?? block).gap) : []
    content.add(
      TableContent.Value(
        gap: gap, comments: comments, equals: equals, text: text(block.value), trailing: trailing),
      at: path)
  }

  private func text(_ range: Range<Int>) -> Text { input.source[range] }

  /// Returns a text with a comment; an empty text if there is only white space.
  private func comment(_ range: Range<Int>) -> Text {
    let text = text(range)
    return text.contains(UInt8(ascii: "#")) ? text : []
  }
}
