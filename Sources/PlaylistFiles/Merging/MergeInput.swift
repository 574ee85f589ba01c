internal import LosslessTOML

/// One of the three versions of a merge.
enum MergeVersion: CaseIterable, Sendable {
  case base, ours, theirs
}

/// The blocks of one version.
///
/// An instance is shared by all parts of a merge, which look up ranges of it for each block.
final class MergeInput: Sendable {
  let outline: TOMLOutline
  let source: [UInt8]
  private let document: TOMLDocument

  /// Reads a version; `nil` if it is not valid TOML.
  init?(_ document: TOMLDocument) {
    guard let outline = TOMLOutline(of: document) else { return nil }
    self.outline = outline
    self.document = document
    source = document.source
  }

  /// Returns the value at a path of keys.
  func value(at path: [String]) -> TOMLLiteral? {
    document[TOMLPath(path.map(TOMLPathComponent.key))].map(TOMLLiteral.init)
  }
}

/// The three versions of a file.
struct MergeInputs: Sendable {
  let base: MergeInput
  let ours: MergeInput
  let theirs: MergeInput
  /// The line end of all versions.
  let lineEnd: [UInt8]

  init(base: MergeInput, ours: MergeInput, theirs: MergeInput, lineEnd: [UInt8]) {
    (self.base, self.ours, self.theirs, self.lineEnd) = (base, ours, theirs, lineEnd)
  }

  subscript(version: MergeVersion) -> MergeInput {
    switch version {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// Returns the bytes of a text.
  func bytes(_ text: MergeText) -> ArraySlice<UInt8> {
    switch text {
    case .bytes(let bytes): bytes[...]
    case .source(let version, let range): self[version].source[range]
    }
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

  /// A text without bytes. It is a range, because copies of a range cost less.
  static var empty: MergeText { .source(.base, 0..<0) }
}
