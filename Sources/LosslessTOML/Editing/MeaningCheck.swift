/// Compares what two trees mean, whatever their bytes.
///
/// An edit never rewrites a value that it was not asked to change, so values are compared by their exact text: that is
/// stricter than comparing what the text stands for, and faster.
struct MeaningCheck {
  let old: SyntaxTree
  let new: SyntaxTree

  /// Whether everything but the place at `path` means the same, and the nodes at the path are as `isAsAsked` says.
  ///
  /// A table on the way counts as empty where it is missing: tables that exist only through their entries come with
  /// the first of them and go with the last.
  func isSame(except path: TOMLPath, where isAsAsked: (NodeIndex?, NodeIndex?) -> Bool) -> Bool {
    isSame(SyntaxTree.root, SyntaxTree.root, except: path.components[...], where: isAsAsked)
  }

  private func isSame(
    _ oldNode: NodeIndex?, _ newNode: NodeIndex?, except path: ArraySlice<TOMLPathComponent>,
    where isAsAsked: (NodeIndex?, NodeIndex?) -> Bool
  ) -> Bool {
    switch path.first {
    case nil: return isAsAsked(oldNode, newNode)
    case .key(let key):
      let oldChild = oldNode.flatMap { old.isTable($0) ? old.child(of: $0, key: key) : nil }
      let newChild = newNode.flatMap { new.isTable($0) ? new.child(of: $0, key: key) : nil }
      return isSameTable(oldNode, newNode, without: oldChild, newChild)
        && isSame(oldChild, newChild, except: path.dropFirst(), where: isAsAsked)
    case .index(let index):
      guard let oldNode, let newNode, old.isArray(oldNode), new.isArray(newNode) else { return false }
      let (oldElements, newElements) = (Array(old.children(of: oldNode)), Array(new.children(of: newNode)))
      guard oldElements.count == newElements.count, oldElements.indices.contains(index) else { return false }
      return oldElements.indices.allSatisfy { $0 == index || isSame(oldElements[$0], newElements[$0]) }
        && isSame(oldElements[index], newElements[index], except: path.dropFirst(), where: isAsAsked)
    }
  }

  /// Whether two tables hold the same, apart from one entry of each.
  private func isSameTable(
    _ oldTable: NodeIndex?, _ newTable: NodeIndex?, without oldChild: NodeIndex?, _ newChild: NodeIndex?
  ) -> Bool {
    let oldChildren = oldTable.map(old.children(of:)) ?? []
    let newChildren = newTable.map(new.children(of:)) ?? []
    let oldCount = oldChildren.count - (oldChild == nil ? 0 : 1)
    guard oldCount == newChildren.count - (newChild == nil ? 0 : 1) else { return false }
    return oldChildren.allSatisfy { child in
      if child == oldChild { return true }
      guard let newTable, let counterpart = new.child(of: newTable, key: old.key(of: child)) else { return false }
      return isSame(child, counterpart)
    }
  }

  /// Whether two nodes mean the same.
  func isSame(_ oldNode: NodeIndex, _ newNode: NodeIndex) -> Bool {
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

  /// Whether a node of the new tree means `literal`.
  func isSame(_ literal: TOMLLiteral, _ newNode: NodeIndex) -> Bool {
    TOMLLiteral(TOMLValue(tree: new, node: newNode)).means(literal)
  }

  /// Whether the elements of an array, `nil` counting as empty, are what `placements` says of the old ones.
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
  /// Whether a node is a table of any kind.
  func isTable(_ node: NodeIndex) -> Bool { kind(node) == .table || kind(node) == .inlineTable }

  /// Whether a node is an array of any kind.
  func isArray(_ node: NodeIndex) -> Bool { kind(node) == .array || kind(node) == .arrayOfTables }
}
