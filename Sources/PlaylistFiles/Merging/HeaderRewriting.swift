internal import LosslessTOML

/// A version in which the tables of an array have headers instead of braces.
///
/// The tables and all comments of the array go below the other keys of the document. A comment after the braces of a table goes to the
/// line of its header, and so before the comments in the braces. The other comments of the array keep their order.
struct HeaderRewriting {
  private typealias Text = ArraySlice<UInt8>

  private let input: MergeInput
  private let key: String
  private let lineEnd: [UInt8]

  init(of key: String, in input: MergeInput, _ lineEnd: [UInt8]) {
    (self.key, self.input, self.lineEnd) = (key, input, lineEnd)
  }

  /// The version; `nil` if the key has no array in brackets.
  var rewritten: MergeInput? {
    let blocks = input.outline.root.lines
    guard let entry = blocks.first(where: { $0.role == .entry([key]) }), let array = entry.container,
      let end = blocks.last?.extent.upperBound
    else { return nil }
    var output = Array(input.source[..<entry.extent.lowerBound] + input.source[entry.extent.upperBound..<end])
    if let last = output.last, last != UInt8(ascii: "\n") { output += lineEnd }
    output += sections(
      of: array, after: comments(in: array.opening), isStart: output.count == input.outline.root.head.count)
    output += lines(comments(in: entry.trailing)) + input.source[end...]
    guard let result = MergeInput(TOMLDocument(parsing: output)), result.value(at: [key]) == input.value(at: [key])
    else {
      return nil
    }
    return result
  }

  /// Returns a section for each table of the array, and the comments after the last one.
  private func sections(of array: TOMLContainer, after opening: [Text], isStart: Bool) -> [UInt8] {
    var (output, above): ([UInt8], [Text]) = ([], opening)
    for block in array.blocks {
      guard let table = block.container else {
        above += comments(in: block.value)
        continue
      }
      if !isStart || !output.isEmpty { output += lineEnd }
      output += lines(above) + Array("[[\(TOMLPath([.key(key)]))]]".utf8) + comment(block.trailing) + lineEnd
      output += entries(of: table) + lines(comments(in: block.beforeComma))
      above = []
    }
    return output + lines(above)
  }

  /// Returns the entries of a table on lines of their own.
  private func entries(of table: TOMLContainer) -> [UInt8] {
    table.blocks.reduce(into: lines(comments(in: table.opening))) { output, block in
      output += lines(comments(in: block.beforeComma)) + input.source[block.head] + input.source[block.value]
      output += comment(block.trailing) + lineEnd
    }
  }

  // MARK: Comments

  /// Returns comments on their own lines.
  private func lines(_ comments: [Text]) -> [UInt8] { comments.flatMap { $0 + lineEnd } }

  /// Returns the comments in a text between values.
  private func comments(in range: Range<Int>) -> [Text] {
    input.source[range].split { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }.map(\.comment)
      .map(\.withoutTrailingSpace).filter { !$0.isEmpty }
  }

  /// Returns the text after a value if it is a comment.
  private func comment(_ range: Range<Int>) -> Text {
    let text = input.source[range]
    return text.contains(UInt8(ascii: "#")) ? text.withoutTrailingSpace : []
  }
}
