internal import MixtapeModel
internal import SystemPackage

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
