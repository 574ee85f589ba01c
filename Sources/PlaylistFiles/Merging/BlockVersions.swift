internal import LosslessTOML
internal import MixtapeModel

/// The versions of one block. At least one side has the block.
struct BlockVersions {
  let base: TOMLBlock?
  let ours: TOMLBlock?
  let theirs: TOMLBlock?
  /// The indices of the blocks among their siblings in ours and theirs, including comments.
  let places: (ours: Int?, theirs: Int?)
  /// The block of ours, or that of theirs if ours has none.
  private let block: TOMLBlock

  /// Makes versions; `nil` if neither side has the block.
  init?(base: TOMLBlock?, ours: TOMLBlock?, theirs: TOMLBlock?, places: (ours: Int?, theirs: Int?)) {
    guard let block = ours ?? theirs else { return nil }
    (self.base, self.ours, self.theirs, self.places, self.block) = (base, ours, theirs, places, block)
  }

  /// Makes the versions of an item of merged siblings; `nil` if neither side has the block.
  init?(
    _ item: ListMerge<BlockIdentity>.Item, _ base: SiblingList, _ ours: SiblingList, _ theirs: SiblingList
  ) {
    self.init(
      base: item.base.map { base[$0] }, ours: item.ours.map { ours[$0] }, theirs: item.theirs.map { theirs[$0] },
      places: (item.ours.map { ours.offsets[$0] }, item.theirs.map { theirs.offsets[$0] }))
  }

  /// Makes the versions of a document, which every version has.
  init(_ document: (MergeVersion) -> TOMLBlock) {
    block = document(.ours)
    (base, ours, theirs, places) = (document(.base), block, document(.theirs), (nil, nil))
  }

  /// The block of ours without changes, or that of theirs if ours has none.
  var unmerged: MergedBlock { MergedBlock(block, of: ours == nil ? .theirs : .ours, places: places) }

  /// Returns the block of one side without changes; `nil` if the side has none.
  func block(of side: MergeVersion) -> MergedBlock? {
    guard let block = side == .theirs ? theirs : ours else { return nil }
    return MergedBlock(block, of: side, places: places)
  }

  /// Whether the block is a document or a table with a header.
  var isSection: Bool {
    switch block.role {
    case .document, .table, .tableElement: true
    default: false
    }
  }

  /// Whether the block has one value: an entry or an element.
  var isValue: Bool {
    switch block.role {
    case .entry, .element: true
    default: false
    }
  }

  /// Returns whether the value is a list whose elements are merged.
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
    // The elements of an array are not entries. Empty arrays and tables are merged as one value.
    return container.blocks.contains { if case .entry = $0.role { true } else { false } }
  }

  /// The range of the block, including the blank lines before it.
  var extent: Range<Int> {
    let end = sections.last?.extent.upperBound ?? lines.last?.extent.upperBound ?? lineEnd.upperBound
    return gap.lowerBound..<max(end, lineEnd.upperBound, self.end.upperBound)
  }
}

/// The identity of a block among its siblings, equal in all versions.
struct BlockIdentity: Hashable, Comparable, Sendable {
  /// The text that identifies the block.
  private let text: String
  /// The keys, if they are not the text alone: long lists have many elements of one key.
  private let path: [String]?

  init(key: String) { (text, path) = (key, nil) }

  init(keys: [String], in space: String = "") {
    (text, path) =
      keys.count == 1 && space.isEmpty ? (keys[0], nil) : (([space] + keys).joined(separator: "\0"), keys)
  }

  /// The keys from the parent to the block.
  var keys: [String] { path ?? [text] }

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
  /// Compares by ``NaturalOrder``, as merges of playlists and podcasts do, so that both give the same lists.
  static func < (left: Self, right: Self) -> Bool { NaturalOrder.precedes(left.text, right.text) }
}

/// The blocks of one parent in one version. Comments are separate.
struct SiblingList {
  let version: MergeVersion
  let blocks: [TOMLBlock]
  let source: [UInt8]
  /// The identities of all blocks except comments.
  private(set) var identities: [BlockIdentity] = []
  /// The indices of these blocks among all blocks.
  private(set) var offsets: [Int] = []
  /// The indices of the comments among all blocks.
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
        let name =
          rules.identity(of: block, at: identities.count, in: version, of: outline, path: path)
          ?? outline.value(of: block).map { String(decoding: TOMLLiteral($0).text, as: UTF8.self) }
        identities.append(BlockIdentity(key: name ?? "#\(identities.count)"))
      }
      offsets.append(offset)
    }
  }

  /// The block at an index among all blocks except comments.
  subscript(offset: Int) -> TOMLBlock { blocks[offsets[offset]] }

  /// Returns the range of the block at an index among all blocks except comments.
  func extent(at offset: Int) -> Range<Int> { blocks[offsets[offset]].extent }
}
