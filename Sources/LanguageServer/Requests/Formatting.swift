internal import LosslessTOML
internal import MixtapeModel

extension LanguageServer {
  /// Returns the edits that put each episode of a playlist on its own line, with comments in one column. Everything else keeps its
  /// bytes.
  func formatting(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    guard let layout = EpisodeLayout(document) else { return .array([]) }
    return .array(document.text.edits(to: layout.formatted).map(\.json))
  }
}

/// The lines of the array of episodes, with one episode on each.
struct EpisodeLayout {
  /// The text with the array in the layout.
  let formatted: [UInt8]

  /// Makes the layout; `nil` if the document has no episodes or is not valid TOML.
  init?(_ document: OpenDocument) {
    guard document.kind == .playlist || document.kind == .template, document.document.isValid,
      let array = document.document.root[PlaylistKey.episodes.rawValue]?.array, !array.isEmpty
    else { return nil }
    let separated = Self.separated(array, document.text.bytes)
    formatted = Self.withAlignedComments(separated.bytes, in: separated.array)
  }

  /// Returns the text with a line break before each element that has none, and before the bracket at the end.
  private static func separated(_ array: TOMLArray, _ bytes: [UInt8]) -> (bytes: [UInt8], array: Range<Int>) {
    let range = array.range.offsets
    let breaks = array.map(\.range.lowerBound) + [range.upperBound - 1]
    let lineEnding: [UInt8] =
      bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false ? [0x0D, 0x0A] : [0x0A]
    let indentation = Self.indentation(of: array, bytes) ?? [0x20, 0x20]
    var result = Array(bytes[..<range.lowerBound])
    var end = range.lowerBound
    for (place, start) in breaks.enumerated() {
      var part = Array(bytes[end..<start])
      let isLast = place == breaks.count - 1
      if isLast || !startsLine(part) {
        while part.last == 0x20 || part.last == 0x09 { part.removeLast() }
        if part.last != 0x0A { part += lineEnding }
        if !isLast { part += indentation }
      }
      result += part
      end = start
    }
    result.append(bytes[end])
    let length = result.count - range.lowerBound
    return (result + bytes[(end + 1)...], range.lowerBound..<range.lowerBound + length)
  }

  /// Returns the blanks before the first element that begins a line.
  private static func indentation(of array: TOMLArray, _ bytes: [UInt8]) -> [UInt8]? {
    for element in array {
      let before = bytes[..<element.range.lowerBound]
      let start = before.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? 0
      if before[start] == 0x0A { return Array(before[(start + 1)...]) }
    }
    return nil
  }

  /// Returns whether the text before an element ends with a line break and blanks. Some lists have their commas there.
  private static func startsLine(_ bytes: [UInt8]) -> Bool {
    bytes.last { $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: ",") } == 0x0A
  }

  /// Returns the text with the comments behind elements in one column.
  private static func withAlignedComments(_ bytes: [UInt8], in array: Range<Int>) -> [UInt8] {
    let text = EditorText(bytes, .utf8)
    let comments = TOMLDocument(parsing: bytes).comments.map(\.lowerBound).filter(array.contains)
    let trailing = comments.compactMap { start -> (content: Range<Int>, comment: Int)? in
      let line = text.content(ofLine: text.line(at: start)).lowerBound
      let end = bytes[line..<start].lastIndex { $0 != 0x20 && $0 != 0x09 }
      return end.flatMap { $0 < array.lowerBound || bytes[$0] == UInt8(ascii: "[") ? nil : (line..<$0 + 1, start) }
    }
    let width = trailing.map { text.text($0.content).count }.max() ?? 0
    var result: [UInt8] = []
    var end = 0
    for (content, comment) in trailing {
      result += bytes[end..<content.upperBound]
      result += Array(repeating: 0x20, count: width + 1 - text.text(content).count)
      end = comment
    }
    return result + bytes[end...]
  }
}
