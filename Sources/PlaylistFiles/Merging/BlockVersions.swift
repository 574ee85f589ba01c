internal import LosslessTOML

/// The versions of one block.
struct BlockVersions {
  var base: TOMLBlock?
  var ours: TOMLBlock?
  var theirs: TOMLBlock?

  /// Whether the block is a document or a table with a header.
  var isSection: Bool {
    switch (ours ?? theirs)?.role {
    case .document, .table, .tableElement: true
    default: false
    }
  }

  /// Whether the block has no value of its own, or parts of it are merged one by one.
  func isMergedByPart(_ rules: any MergeRules, _ path: [String]) -> Bool {
    guard let role = (ours ?? theirs)?.role else { return true }
    switch role {
    case .document, .table, .tableElement, .comment: return true
    case .entry, .element: return isList(rules, path) || isInlineTable
    }
  }

  /// Whether the value is a list whose elements are merged.
  func isList(_ rules: any MergeRules, _ path: [String]) -> Bool {
    rules.isList(path) && [ours, theirs].allSatisfy { $0 == nil || $0?.container != nil }
  }

  /// Whether the value is an inline table on both sides.
  var isInlineTable: Bool { ours?.isInlineTable == true && theirs?.isInlineTable == true }
}

extension TOMLBlock {
  /// Whether the value is an inline table.
  fileprivate var isInlineTable: Bool {
    guard let container else { return false }
    // An array has elements; an empty array is one value, like an empty table.
    return container.blocks.contains { if case .entry = $0.role { true } else { false } }
  }

  /// All bytes of the block, with the blank lines before it.
  var extent: Range<Int> {
    let end = sections.last?.extent.upperBound ?? lines.last?.extent.upperBound ?? lineEnd.upperBound
    return gap.lowerBound..<max(end, lineEnd.upperBound, self.end.upperBound)
  }
}

/// The identity of a block among its siblings.
struct BlockIdentity: Hashable, Comparable, Sendable {
  /// The steps from the path of the parent to the block.
  let keys: [String]
  /// A text that only this block and its other versions have.
  private let text: String

  init(keys: [String], in space: String = "") {
    self.keys = keys
    text = keys.count == 1 && space.isEmpty ? keys[0] : ([space] + keys).joined(separator: "\0")
  }

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
  static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

/// The blocks of one parent in one version, with comments apart from all others.
struct SiblingList {
  let version: MergeVersion
  let blocks: [TOMLBlock]
  let source: [UInt8]
  /// The identities of the blocks other than comments.
  private(set) var identities: [BlockIdentity] = []
  /// The offsets of these blocks among all blocks.
  private(set) var offsets: [Int] = []
  /// The offsets of the comments among all blocks.
  private(set) var comments: [Int] = []

  init(
    _ blocks: [TOMLBlock], in version: MergeVersion, at path: [String], _ outline: TOMLOutline,
    _ rules: any MergeRules
  ) {
    self.version = version
    self.blocks = blocks
    source = outline.source
    identities.reserveCapacity(blocks.count)
    var counts: [[String]: Int] = [:]
    for (offset, block) in blocks.enumerated() {
      guard block.role != .comment else {
        comments.append(offset)
        continue
      }
      switch block.role {
      case .entry(let keys): identities.append(BlockIdentity(keys: keys))
      case .table(let keys): identities.append(BlockIdentity(keys: keys, in: "table"))
      case .tableElement(let array):
        let number = counts[array, default: 0]
        counts[array] = number + 1
        let name = rules.identity(of: block, at: number, in: version, of: outline, path: array)
        identities.append(BlockIdentity(keys: array + [name ?? "#\(number)"], in: "element"))
      default:
        let name = rules.identity(of: block, at: identities.count, in: version, of: outline, path: path)
        identities.append(BlockIdentity(keys: [name ?? "#\(identities.count)"]))
      }
      offsets.append(offset)
    }
  }

  /// The block at an offset among the blocks other than comments.
  subscript(offset: Int) -> TOMLBlock { blocks[offsets[offset]] }
}
