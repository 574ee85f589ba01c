/// Compares the values of two trees.
///
/// An edit never rewrites other values than its own, so the others are compared by their text. That is stricter than a
/// comparison of their values, and faster.
struct MeaningCheck {
  let old: SyntaxTree
  let new: SyntaxTree
  private var changes = Changes()

  /// The expected differences of an edit of many values.
  struct Changes {
    /// The new values of nodes of the old tree.
    var replaced: [NodeIndex: TOMLLiteral] = [:]
    /// The new entries of tables, by their nodes in the old tree.
    var added: [NodeIndex: [(key: String, value: TOMLLiteral)]] = [:]
    /// The nodes of the old tree that were entries, and are removed.
    var removed: Set<NodeIndex> = []
  }

  init(old: SyntaxTree, new: SyntaxTree) {
    self.old = old
    self.new = new
  }

  /// Returns whether the trees are equal except at `path`, and `isExpected` is true of the nodes at the path.
  ///
  /// A table on the path that is missing counts as empty: a table that only its entries create comes with the first of
  /// them and goes with the last.
  func isSame(except path: TOMLPath, where isExpected: (NodeIndex?, NodeIndex?) -> Bool) -> Bool {
    isSame(SyntaxTree.root, SyntaxTree.root, except: path.components[...], where: isExpected)
  }

  private func isSame(
    _ oldNode: NodeIndex?, _ newNode: NodeIndex?, except path: ArraySlice<TOMLPathComponent>,
    where isExpected: (NodeIndex?, NodeIndex?) -> Bool
  ) -> Bool {
    switch path.first {
    case nil: return isExpected(oldNode, newNode)
    case .key(let key):
      let oldChild = oldNode.flatMap { old.isTable($0) ? old.child(of: $0, key: key) : nil }
      let newChild = newNode.flatMap { new.isTable($0) ? new.child(of: $0, key: key) : nil }
      return isSameTable(oldNode, newNode, without: oldChild, newChild)
        && isSame(oldChild, newChild, except: path.dropFirst(), where: isExpected)
    case .index(let index):
      guard let oldNode, let newNode, old.isArray(oldNode), new.isArray(newNode) else { return false }
      let (oldElements, newElements) = (Array(old.children(of: oldNode)), Array(new.children(of: newNode)))
      guard oldElements.count == newElements.count, oldElements.indices.contains(index) else { return false }
      return oldElements.indices.allSatisfy { $0 == index || isSame(oldElements[$0], newElements[$0]) }
        && isSame(oldElements[index], newElements[index], except: path.dropFirst(), where: isExpected)
    }
  }

  /// Returns whether two tables have equal entries, except for one entry of each.
  private func isSameTable(
    _ oldTable: NodeIndex?, _ newTable: NodeIndex?, without oldChild: NodeIndex?, _ newChild: NodeIndex?
  ) -> Bool {
    let oldChildren = oldTable.map(old.children(of:)) ?? []
    let newChildren = newTable.map(new.children(of:)) ?? []
    let added = oldTable.flatMap { changes.added[$0] } ?? []
    let removed = changes.removed.isEmpty ? 0 : oldChildren.count(where: changes.removed.contains)
    let oldCount = oldChildren.count - (oldChild == nil ? 0 : 1) + added.count - removed
    guard oldCount == newChildren.count - (newChild == nil ? 0 : 1) else { return false }
    let isAdded = added.allSatisfy { key, value in
      newTable.flatMap { new.child(of: $0, key: key) }.map { isSame(value, $0) } ?? false
    }
    return isAdded
      && oldChildren.allSatisfy { child in
        if child == oldChild || changes.removed.contains(child) { return true }
        guard let newTable, let counterpart = new.child(of: newTable, key: old.key(of: child)) else { return false }
        return isSame(child, counterpart)
      }
  }

  /// Returns whether two nodes have equal values, except for changes.
  func isSame(_ oldNode: NodeIndex?, _ newNode: NodeIndex?, after changes: Changes) -> Bool {
    guard let oldNode, let newNode else { return false }
    var check = self
    check.changes = changes
    return check.isSame(oldNode, newNode)
  }

  /// Returns whether two nodes have equal values.
  func isSame(_ oldNode: NodeIndex, _ newNode: NodeIndex) -> Bool {
    if let value = changes.replaced[oldNode] { return isSame(value, newNode) }
    if old.isTable(oldNode) {
      return new.isTable(newNode) && isSameTable(oldNode, newNode, without: nil, nil)
    }
    if old.isArray(oldNode) {
      let (oldElements, newElements) = (old.children(of: oldNode), new.children(of: newNode))
      return new.isArray(newNode) && oldElements.elementsEqual(newElements, by: isSame(_:_:))
    }
    return old.kind(oldNode) == new.kind(newNode)
      && old.source[old.range(of: oldNode)] == new.source[new.range(of: newNode)]
  }

  /// Returns whether a node of the new tree has the value `literal`.
  func isSame(_ literal: TOMLLiteral, _ newNode: NodeIndex) -> Bool {
    TOMLLiteral(TOMLValue(tree: new, node: newNode)).means(literal)
  }

  /// Returns whether the elements of the new array are those of the old one, placed as `placements` says. `nil` counts as
  /// an empty array.
  func isRearranged(_ oldArray: NodeIndex?, _ newArray: NodeIndex?, as placements: [TOMLPlacement]) -> Bool {
    let oldElements = Array(oldArray.map(old.children(of:)) ?? [])
    let newElements = newArray.map(new.children(of:)) ?? []
    return placements.elementsEqual(newElements) { placement, element in
      switch placement {
      case .existing(let index): isSame(oldElements[index], element)
      case .new(let literal): isSame(literal, element)
      case .copy(let copied): isSame(copied.literal, element)
      }
    }
  }
}

extension SyntaxTree {
  /// Returns whether a node is a table of any kind.
  func isTable(_ node: NodeIndex) -> Bool { kind(node) == .table || kind(node) == .inlineTable }

  /// Returns whether a node is an array of any kind.
  func isArray(_ node: NodeIndex) -> Bool { kind(node) == .array || kind(node) == .arrayOfTables }
}
