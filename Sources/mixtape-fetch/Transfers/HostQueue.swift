/// A queue with a limit for each host. Hosts take turns, and items of a host keep their order.
struct HostQueue<Item> {
  private struct Line {
    var items: [Item] = []
    /// The position of the first waiting item.
    var first = 0
    var active = 0

    var isWaiting: Bool { first < items.count }
  }

  private var lines: [String: Line] = [:]
  /// The hosts with waiting items, in the order of their turns.
  private var turns: [String] = []
  private let limit: Int

  /// Makes an empty queue.
  ///
  /// - Parameter limit: The maximum number of active items per host.
  init(limit: Int) { self.limit = limit }

  /// Adds an item for a host at the end.
  mutating func add(_ item: Item, for host: String) {
    let wasWaiting = lines[host]?.isWaiting ?? false
    lines[host, default: Line()].items.append(item)
    if !wasWaiting { turns.append(host) }
  }

  /// Takes the next item of a host that has fewer active items than the limit. It is active until ``finish(_:)``.
  mutating func next() -> Item? {
    // Skips at most the hosts with active items.
    guard let turn = nextTurn else { return nil }
    let host = turns.remove(at: turn)
    guard var line = lines.removeValue(forKey: host), line.isWaiting else { return nil }
    let item = line.items[line.first]
    line.first += 1
    line.active += 1
    if line.isWaiting {
      turns.append(host)
    } else {
      line.items = []
      line.first = 0
    }
    lines[host] = line
    return item
  }

  /// Whether ``next()`` returns an item.
  var canTake: Bool { nextTurn != nil }

  private var nextTurn: Int? { turns.firstIndex { (lines[$0]?.active ?? 0) < limit } }

  /// Finishes an active item of a host.
  mutating func finish(_ host: String) {
    guard var line = lines.removeValue(forKey: host) else { return }
    line.active -= 1
    if line.isWaiting || line.active > 0 { lines[host] = line }
  }
}
