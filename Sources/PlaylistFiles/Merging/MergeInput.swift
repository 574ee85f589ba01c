internal import LosslessTOML

/// One of the three versions of a merge.
enum MergeVersion: Sendable {
  case base, ours, theirs
}

/// The blocks of one version.
struct MergeInput: Sendable {
  let outline: TOMLOutline
  let source: [UInt8]
  /// The most frequent line end.
  let lineEnd: [UInt8]

  /// Reads a version; `nil` if it is not valid TOML.
  init?(_ document: TOMLDocument) {
    guard let outline = TOMLOutline(of: document) else { return nil }
    self.outline = outline
    source = document.source
    lineEnd = Self.lineEnd(of: source)
  }

  private static func lineEnd(of source: [UInt8]) -> [UInt8] {
    var (plain, withReturn, previous): (Int, Int, UInt8) = (0, 0, 0)
    for byte in source {
      if byte == UInt8(ascii: "\n") { if previous == UInt8(ascii: "\r") { withReturn += 1 } else { plain += 1 } }
      previous = byte
    }
    return Array(withReturn > plain ? "\r\n".utf8 : "\n".utf8)
  }
}

/// The three versions of a file.
struct MergeInputs: Sendable {
  let base: MergeInput
  let ours: MergeInput
  let theirs: MergeInput
  /// The style of line ends in the result, from the side that changed it.
  let lineEnd: [UInt8]

  init(base: MergeInput, ours: MergeInput, theirs: MergeInput) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    lineEnd = ours.lineEnd == base.lineEnd && !base.source.isEmpty ? theirs.lineEnd : ours.lineEnd
  }

  subscript(version: MergeVersion) -> MergeInput {
    switch version {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// Returns the bytes of a text.
  func bytes(_ text: MergeText) -> [UInt8] {
    switch text {
    case .bytes(let bytes): bytes
    case .source(let version, let range): Array(self[version].source[range])
    }
  }

  /// Returns the bytes of line ends and blank lines, converted from the style of the version to that of the result.
  func lineEnds(_ text: MergeText) -> [UInt8] {
    guard case .source(let version, _) = text, self[version].lineEnd != lineEnd else { return bytes(text) }
    let isPlain = self[version].lineEnd.count == 1
    var result: [UInt8] = []
    for byte in bytes(text) {
      // A line end that differs from the style of its file is unchanged.
      if isPlain, byte == UInt8(ascii: "\n"), result.last != UInt8(ascii: "\r") {
        result += lineEnd
      } else if !isPlain, byte == UInt8(ascii: "\n"), result.last == UInt8(ascii: "\r") {
        result.removeLast()
        result += lineEnd
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Returns whether two texts have the same bytes.
  func areEqual(_ first: (MergeVersion, Range<Int>), _ second: (MergeVersion, Range<Int>)) -> Bool {
    first.1.count == second.1.count && self[first.0].source[first.1].elementsEqual(self[second.0].source[second.1])
  }
}

/// A part of a merged file.
enum MergeText: Sendable {
  /// A range of a version.
  case source(MergeVersion, Range<Int>)
  /// New bytes.
  case bytes([UInt8])

  static let empty = MergeText.bytes([])
}
