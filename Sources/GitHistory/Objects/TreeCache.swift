/// The trees that were read last.
///
/// One command reads the same few trees several times: to find hand edits, to edit, to compare. A walk through history
/// compares each tree twice, with its parent's and with its child's. Parsing a large tree takes milliseconds.
struct TreeCache {
  private static let capacity = 16
  private var trees: [(id: ObjectID, tree: TreeObject)] = []

  subscript(id: ObjectID) -> TreeObject? { trees.first { $0.id == id }?.tree }

  mutating func insert(_ tree: TreeObject, for id: ObjectID) {
    if trees.count == Self.capacity { trees.removeFirst() }
    trees.append((id, tree))
  }
}
