/// A cache of recently read trees.
///
/// A command reads the same few trees several times: to find hand edits, to edit, to compare. A walk through history
/// compares each tree twice, with that of the parent and with that of the child. Parsing a large tree takes
/// milliseconds.
struct TreeCache {
  private static let capacity = 16
  private var trees: [(id: ObjectID, tree: TreeObject)] = []

  subscript(id: ObjectID) -> TreeObject? { trees.first { $0.id == id }?.tree }

  mutating func insert(_ tree: TreeObject, for id: ObjectID) {
    if trees.count == Self.capacity { trees.removeFirst() }
    trees.append((id, tree))
  }
}
