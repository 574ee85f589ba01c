internal import LosslessTOML
internal import MixtapeModel
internal import SystemPackage

/// The unit of columns that client and server agreed on.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// The text of a document in the editor, with the offsets of its lines.
struct EditorText {
  private(set) var bytes: [UInt8]
  private var lineStarts: [Int]
  private let encoding: PositionEncoding

  init(_ text: String, _ encoding: PositionEncoding) { self.init(Array(text.utf8), encoding) }

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    lineStarts = Self.lineStarts(in: bytes)
  }

  /// Replaces a range of the text.
  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
    lineStarts = Self.lineStarts(in: bytes)
  }

  /// Returns the offset of a position. A column after the end of its line is the end, a line after the last one the end of the text.
  func offset(of position: JSONNode) throws(JSONMismatch) -> Int {
    let (line, column): (Int, Int) = (try position.member("line"), try position.member("character"))
    guard line >= 0, column >= 0 else { throw JSONMismatch() }
    guard line < lineStarts.count else { return bytes.count }
    let content = content(ofLine: line)
    switch encoding {
    case .utf8:
      var offset = min(content.lowerBound + min(column, content.count), content.upperBound)
      while offset > content.lowerBound, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    case .utf16:
      var (offset, units) = (content.lowerBound, 0)
      while offset < content.upperBound {
        let width = Self.utf16Width(ofScalarAt: bytes[offset])
        guard units + width <= column else { break }
        units += width
        offset = next(after: offset, before: content.upperBound)
      }
      return offset
    }
  }

  /// Returns the offsets of a range.
  func offsets(of range: JSONNode) throws(JSONMismatch) -> Range<Int> {
    guard let start = range["start"], let end = range["end"] else { throw JSONMismatch() }
    let (lower, upper) = (try offset(of: start), try offset(of: end))
    guard lower <= upper else { throw JSONMismatch() }
    return lower..<upper
  }

  /// Returns the position of an offset.
  func position(of offset: Int) -> JSONNode {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    let before = bytes[lineStarts[line]..<offset]
    let column =
      switch encoding {
      case .utf8: before.count
      case .utf16: before.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + Self.utf16Width(ofScalarAt: $1) }
      }
    return .object([("line", line.json), ("character", column.json)])
  }

  /// Returns the range of offsets as positions.
  func range(_ range: Range<Int>) -> JSONNode {
    .object([("start", position(of: range.lowerBound)), ("end", position(of: range.upperBound))])
  }

  /// Returns the number of the line that contains an offset, from 0.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the offset of the start of a line.
  func start(ofLine line: Int) -> Int { line < lineStarts.count ? lineStarts[line] : bytes.count }

  /// Returns the offsets of a line without its line ending.
  func content(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns the start of the next line with a key or a header, or the end of the text.
  func startOfStatement(afterLineOf offset: Int) -> Int {
    let next = lineStarts.indices.dropFirst(line(at: offset) + 1).first { startsStatement(bytes[content(ofLine: $0)]) }
    return next.map(start(ofLine:)) ?? bytes.count
  }

  private func startsStatement(_ line: ArraySlice<UInt8>) -> Bool {
    if line.first == UInt8(ascii: "[") { return true }
    let key = line.prefix { $0 > 0x20 && !"=\"',#".utf8.contains($0) }
    return !key.isEmpty && line[key.endIndex...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "=")
  }

  /// Returns a part of the text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func next(after offset: Int, before end: Int) -> Int {
    var next = offset + 1
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  private static func utf16Width(ofScalarAt byte: UInt8) -> Int { byte >= 0xF0 ? 2 : 1 }

  /// A line ends with a line feed, a carriage return, or both.
  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      if byte == 0x0A || (byte == 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] != 0x0A)) {
        starts.append(offset + 1)
      }
    }
    return starts
  }
}

extension EditorText {
  /// Returns a part of a string of a rule as the rule has it, without the escapes of a string in double quotes.
  func ruleText(_ range: Range<Int>, _ quote: UInt8) -> String {
    quote == UInt8(ascii: "\"") ? text(range).removingEscapes : text(range)
  }
}

extension String {
  /// The text with its quotes and backslashes escaped, as in a string in double quotes.
  var escapingQuotes: String {
    reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) }
  }

  /// The text without the backslashes of ``escapingQuotes``.
  fileprivate var removingEscapes: String {
    var isEscaped = false
    return reduce(into: "") { result, character in
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
  }
}

extension [UInt8] {
  static let byteOrderMark: Self = [0xEF, 0xBB, 0xBF]

  /// The text without a byte order mark. Editors remove it, and write it again.
  var withoutByteOrderMark: [UInt8] { starts(with: Self.byteOrderMark) ? Array(dropFirst(3)) : self }

  /// The text with line feeds in the place of carriage returns and line feeds, and without a byte order mark.
  var inPlainForm: [UInt8] {
    let text = withoutByteOrderMark
    return text.indices.filter { text[$0] != 0x0D || $0 + 1 == text.count || text[$0 + 1] != 0x0A }.map { text[$0] }
  }
}

/// A replacement of a range of a document, with positions in its text.
struct TextEdit {
  let json: JSONNode

  init(_ range: Range<Int>, _ new: String, in text: EditorText) {
    json = .object([("range", text.range(range)), ("newText", new.json)])
  }
}

extension EditorText {
  /// Returns edits that make a text of this one. Lines that are equal stay untouched, so that the editor keeps marks on them.
  func edits(to new: [UInt8]) -> [TextEdit] {
    let (old, new) = (Self.lines(of: bytes), Self.lines(of: new.withoutByteOrderMark))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (middle, replacement) = (old[start..<old.count - end], new[start..<new.count - end])
    guard middle.count == replacement.count else {
      return [edit(of: Array(middle), at: start, to: Array(replacement.joined()))]
    }
    return zip(middle, replacement).enumerated().compactMap { place, lines in
      lines.0 == lines.1 ? nil : edit(of: [lines.0], at: start + place, to: Array(lines.1))
    }
  }

  private func edit(of lines: [ArraySlice<UInt8>], at line: Int, to new: [UInt8]) -> TextEdit {
    let start = lines.first?.startIndex ?? (bytes.isEmpty ? 0 : self.start(ofLine: line))
    let range = start..<(lines.last?.endIndex ?? start)
    return TextEdit(range, String(decoding: new, as: UTF8.self), in: self)
  }

  /// Returns the lines of a text with their endings.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
