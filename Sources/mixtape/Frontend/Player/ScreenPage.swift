import TerminalUI

/// The lines of a screen, of which the less important ones go where there is not enough room.
struct ScreenPage {
  /// Lines that are shown or left out together.
  struct Block {
    let lines: [StyledText]
    /// What goes first where there is no room; the smallest number stays longest.
    let rank: Int
  }

  /// A list that gets what room is left.
  struct List {
    let heading: StyledText?
    let items: [StyledText]
    /// The item that is to be seen in any case.
    var cursor: Int?
    /// The first item that is shown, if there is no cursor and there are others enough below it.
    var first = 0
  }

  private enum Part {
    case block(Block)
    case list(List)
  }

  private var parts: [Part] = []

  mutating func append(_ lines: StyledText..., rank: Int) { parts.append(.block(Block(lines: lines, rank: rank))) }

  mutating func append(_ list: List) {
    if !list.items.isEmpty { parts.append(.list(list)) }
  }

  /// The lines for a screen of some height, from its first row to its last if there is a list, and otherwise as many as there are.
  func lines(rows: Int) -> [StyledText] {
    let (ranks, left) = shownRanks(rows: rows)
    var rooms = rooms(for: left)[...]
    return parts.flatMap { part in
      switch part {
      case .block(let block): ranks.contains(block.rank) ? block.lines : []
      case .list(let list): list.lines(rows: rooms.popFirst() ?? 0)
      }
    }
  }

  /// The ranks of the blocks for which there is room, and how much room is left.
  private func shownRanks(rows: Int) -> (ranks: Set<Int>, left: Int) {
    var (ranks, left): (Set<Int>, Int) = ([], rows)
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    for rank in Set(blocks.map(\.rank)).sorted() {
      let count = blocks.filter { $0.rank == rank }.reduce(0) { $0 + $1.lines.count }
      guard count <= left else { break }
      left -= count
      ranks.insert(rank)
    }
    return (ranks, left)
  }

  /// How many rows each list gets: the first as many as it needs, if something is left for the next; and none where there is
  /// no room for an item.
  private func rooms(for rows: Int) -> [Int] {
    let lists = parts.compactMap { if case .list(let list) = $0 { list } else { nil } }
    var left = rows
    var rooms: [Int] = []
    for (index, list) in lists.enumerated() {
      let others = lists[(index + 1)...]
      var room = min(list.height, max(left - others.reduce(0) { $0 + $1.height }, left * 2 / 3))
      if let next = others.first, left - room < next.leastHeight { room = min(list.height, left) }
      if room < list.leastHeight { room = 0 }
      rooms.append(room)
      left -= room
    }
    // What nobody needs keeps the last lines at the bottom of the screen.
    if let last = rooms.indices.last { rooms[last] += left }
    return rooms
  }
}

extension ScreenPage.List {
  /// How many rows the list needs, with its heading and a blank line above that.
  fileprivate var height: Int { items.count + (heading == nil ? 0 : 2) }

  /// How many rows it needs for one item.
  fileprivate var leastHeight: Int { heading == nil ? 1 : 3 }

  /// The list in exactly so many rows.
  fileprivate func lines(rows: Int) -> [StyledText] {
    let above: [StyledText] = heading.map { ["", $0] } ?? []
    let room = rows - above.count
    guard room > 0 else { return Array(repeating: "", count: max(0, rows)) }
    let first = firstItem(room)
    let shown = items[first..<min(items.count, first + room)]
    return above + shown + Array(repeating: "", count: room - shown.count)
  }

  /// The first item that is shown, so that the one with the cursor is, and others around it.
  private func firstItem(_ room: Int) -> Int {
    guard let cursor else { return max(0, min(first, items.count - room)) }
    return max(0, min(cursor - room / 2, items.count - room))
  }
}
