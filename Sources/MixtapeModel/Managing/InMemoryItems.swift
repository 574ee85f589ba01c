internal import Synchronization

/// The shared part of the managers in memory: items by id, changed by one operation at a time, and the listeners.
final class InMemoryItems<Item: FileBacked>: Sendable {
  private let items: Mutex<[Item.ID: Item]>
  private let broadcaster = ChangeBroadcaster<ItemChange<Item>>()

  /// Makes a collection. Of two items with one id, the last stays.
  init(_ items: [Item]) {
    self.items = Mutex(Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
  }

  func all() -> [Item] { items.withLock { $0.values.sorted { $0.id < $1.id } } }

  func find(_ id: Item.ID) -> Item? { items.withLock { $0[id] } }

  func listen() -> AsyncStream<ItemChange<Item>> { broadcaster.listen() }

  /// Plans a change, saves it and applies it. If `save` throws, nothing changes.
  ///
  /// - Parameters:
  ///   - plan: Makes the plan.
  ///   - changes: Returns the changes of the plan.
  ///   - save: Saves a plan that changes anything.
  func perform<Plan>(
    _ plan: (ItemCatalog<Item>) throws(MixtapeError) -> Plan, changes: (Plan) -> [ItemChange<Item>],
    save: (Plan) throws -> Void
  ) throws(MixtapeError) -> Plan {
    try items.withLock { items throws(MixtapeError) in
      let plan = try plan(ItemCatalog(all: items))
      let changes = changes(plan)
      guard let first = changes.first else { return plan }
      do {
        try save(plan)
      } catch {
        throw MixtapeError(.saveFailed, Item.subject(first.item.id), cause: error)
      }
      for change in changes {
        items[change.item.id] = change.after
        broadcaster.send(change)
      }
      return plan
    }
  }
}

/// A catalog of items in memory.
struct ItemCatalog<Item: FileBacked>: Catalog {
  let all: [Item.ID: Item]

  func item(_ id: FileID<Item>) -> Item? { all[id] }
  func isTaken(_ id: FileID<Item>) -> Bool { all[id] != nil }
  func ids() -> [FileID<Item>] { all.keys.sorted() }
  func items() -> [Item] { all.values.sorted { $0.id < $1.id } }
}
