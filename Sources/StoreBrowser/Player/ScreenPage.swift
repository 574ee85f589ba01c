/// The lines of a screen. A small screen shows only the more important ones.
struct ScreenPage {
  /// Lines that are shown or hidden together.
  struct Block {
    let lines: [StyledText]
    /// The rank. Blocks with higher ranks are hidden first.
    let rank: Int
  }

  /// A list that takes the remaining rows.
  struct List {
    let heading: StyledText?
    let items: [StyledText]
    /// The item that is always visible.
    var cursor: Int?
  }

  private enum Part {
    case block(Block)
    case list(List)

    var hasCursor: Bool { if case .list(let list) = self { list.cursor != nil } else { false } }
  }

  private var parts: [Part] = []

  mutating func append(_ line: StyledText, rank: Int) { append([line], rank: rank) }

  mutating func append(_ lines: [StyledText], rank: Int) { parts.append(.block(Block(lines: lines, rank: rank))) }

  mutating func append(_ list: List) {
    if !list.items.isEmpty { parts.append(.list(list)) }
  }

  /// Returns the lines for a screen of the given height. With a list they fill the screen.
  func lines(rows: Int) -> [StyledText] {
    let (ranks, left) = shownRanks(rows: rows)
    var heights = heights(for: left)[...]
    return parts.flatMap { part in
      switch part {
      case .block(let block): ranks.contains(block.rank) ? block.lines : []
      case .list(let list): list.lines(rows: heights.popFirst() ?? 0)
      }
    }
  }

  /// Returns the ranks of the blocks that fit, and the number of remaining rows.
  private func shownRanks(rows: Int) -> (ranks: Set<Int>, left: Int) {
    // The row of the cursor is more important than the lines around the list.
    let reserved = rows >= 3 && parts.contains(where: \.hasCursor) ? 1 : 0
    var (ranks, left): (Set<Int>, Int) = ([], rows - reserved)
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    for rank in Set(blocks.map(\.rank)).sorted() {
      let count = blocks.filter { $0.rank == rank }.reduce(0) { $0 + $1.lines.count }
      guard count <= left else { break }
      left -= count
      ranks.insert(rank)
    }
    return (ranks, left + reserved)
  }

  /// Returns the number of rows for each list. The first list gets all it needs, but leaves some rows for the next one. A list
  /// without space for an item gets no rows.
  private func heights(for rows: Int) -> [Int] {
    let lists = parts.compactMap { if case .list(let list) = $0 { list } else { nil } }
    var left = rows
    var heights: [Int] = []
    for (index, list) in lists.enumerated() {
      let others = lists[(index + 1)...]
      var height = min(list.height, max(left - others.reduce(0) { $0 + $1.height }, left * 2 / 3))
      if let next = others.first, left - height < next.leastHeight { height = min(list.height, left) }
      if height < list.leastHeight { height = 0 }
      heights.append(height)
      left -= height
    }
    // The last list takes the unused rows, so that the last lines stay at the bottom.
    if let last = heights.indices.last { heights[last] += left }
    return heights
  }
}

extension ScreenPage.List {
  /// The number of rows of the whole list, with its heading and a blank line.
  fileprivate var height: Int { items.count + (heading == nil ? 0 : 2) }

  /// The number of rows of one item, with the heading.
  fileprivate var leastHeight: Int { heading == nil ? 1 : 3 }

  /// Returns the list in exactly the given number of rows.
  fileprivate func lines(rows: Int) -> [StyledText] {
    let above: [StyledText] = heading.map { ["", $0] } ?? []
    let room = rows - above.count
    guard room > 0 else { return Array(repeating: "", count: max(0, rows)) }
    let first = firstItem(room)
    let shown = items[first..<min(items.count, first + room)]
    return above + shown + Array(repeating: "", count: room - shown.count)
  }

  /// Returns the first visible item, so that the cursor is in the middle if possible.
  private func firstItem(_ room: Int) -> Int {
    guard let cursor else { return 0 }
    return max(0, min(cursor - room / 2, items.count - room))
  }
}
