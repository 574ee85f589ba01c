internal import LosslessTOML

/// A block of a merged file.
struct MergedBlock: Sendable {
  /// The indices among the blocks of ours and theirs, including comments.
  var places: (ours: Int?, theirs: Int?)
  var isComment: Bool
  /// Whether the block starts a line, and the version that decides it.
  var line: (version: MergeVersion, isStart: Bool)
  var gap: MergeText
  var lead: [MergedItem] = []
  var indent: MergeText
  var head: MergeText
  var value: MergeText
  var container: MergedContainer?
  /// The trivia before the comma.
  var beforeComma: MergeText
  var trailing: MergeText
  var lineEnd: MergeText
  var lines: [MergedItem] = []
  var sections: [MergedItem] = []
  /// The comments at the end of a document.
  var endComments: [MergedItem] = []
}

/// The merged parts of an array or of an inline table.
struct MergedContainer: Sendable {
  var opening: MergeText
  var openingLineEnd: MergeText
  var items: [MergedItem]
  var closingGap: MergeText
  var closing: MergeText
  var closingStartsLine: Bool
  var isMultiline: Bool
  /// Whether the container spanned several lines in ours and in theirs.
  var wasMultiline: (ours: Bool, theirs: Bool)
  var hasTrailingComma: Bool
}

/// A merged block, or a conflicting key.
indirect enum MergedItem: Sendable {
  case block(MergedBlock)
  /// The block of each side; `nil` if the side has no such key.
  case conflict(path: [String], ours: MergedBlock?, theirs: MergedBlock?)
}

extension MergedItem {
  /// The item with conflicts that markers can enclose, because nothing else is on their lines.
  ///
  /// An element with conflicts inside it, or a whole list or inline table, is one conflict if its conflicts share a line.
  var withConflictsOfLines: MergedItem {
    guard case .block(let block) = self, block.hasConflictsInLines else { return self }
    return .conflict(path: [], ours: block.resolved(to: .ours), theirs: block.resolved(to: .theirs))
  }
}

extension MergedBlock {
  /// Whether elements or entries in conflict share a line with something else.
  fileprivate var hasConflictsInLines: Bool {
    container?.items.contains { item in
      switch item {
      case .block(let block): block.hasConflictsInLines && !block.isOnOwnLine
      case .conflict(_, let ours, let theirs): ![ours, theirs].allSatisfy { $0?.isOnOwnLine ?? true }
      }
    } ?? false
  }

  private var isOnOwnLine: Bool { line.isStart && !lineEnd.isEmpty }

  /// Returns the block with the versions of one side for elements and entries in conflict.
  fileprivate func resolved(to version: MergeVersion) -> MergedBlock {
    var block = self
    block.container?.items =
      container?.items.compactMap { item in
        switch item {
        case .block(let block): .block(block.resolved(to: version))
        case .conflict(_, let ours, let theirs): (version == .theirs ? theirs : ours).map { .block($0) }
        }
      } ?? []
    return block
  }
}

extension MergedBlock {
  /// The comments on their own lines in a removed list, as a block without other text; `nil` if there are none.
  var commentsOfList: MergedBlock? {
    let comments = container?.items.filter(\.isComment) ?? []
    guard !comments.isEmpty else { return nil }
    var block = self
    (block.lead, block.container) = (comments, nil)
    (block.indent, block.head, block.value) = (.empty, .empty, .empty)
    (block.beforeComma, block.trailing, block.lineEnd) = (.empty, .empty, .empty)
    return block
  }
}

extension MergedItem {
  /// Whether the item is a comment on its own line.
  var isComment: Bool { if case .block(let block) = self { block.isComment } else { false } }
}

extension MergedBlock {
  /// Makes an unchanged block of one version.
  init(_ block: TOMLBlock, of version: MergeVersion, places: (ours: Int?, theirs: Int?) = (nil, nil)) {
    func text(_ range: Range<Int>) -> MergeText { range.isEmpty ? .empty : .source(version, range) }
    func items(_ blocks: [TOMLBlock]) -> [MergedItem] {
      blocks.enumerated().map { offset, block in
        .block(MergedBlock(block, of: version, places: version == .ours ? (offset, nil) : (nil, offset)))
      }
    }
    self.places = places
    isComment = block.role == .comment
    line = (version, block.startsLine)
    gap = text(block.gap)
    lead = items(block.lead)
    indent = text(block.indent)
    head = text(block.head)
    value = text(block.value)
    // A value that is not merged by parts keeps all its bytes.
    container = nil
    beforeComma = text(block.beforeComma)
    trailing = text(block.trailing)
    lineEnd = text(block.lineEnd)
    lines = items(block.lines)
    sections = items(block.sections)
    endComments = items(block.endComments)
  }
}

extension TOMLContainer {
  /// Whether a comma follows the last element. An empty container has one if it is multiline.
  var hasTrailingComma: Bool { blocks.last { $0.role != .comment }?.hasComma ?? isMultiline }
}
