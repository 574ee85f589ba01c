extension SectionLayout {
  /// Returns all sections, and a new one after the last section below `parent`; at the end of the document for the root.
  func pieces(adding body: [UInt8], below parent: NodeIndex, in tree: SyntaxTree) -> [Piece] {
    var pieces = sections.indices.map(Piece.existing)
    let position =
      parent == SyntaxTree.root
      ? sections.count : (sections.lastIndex { tree.isAncestor(parent, of: $0.node) }).map { $0 + 1 }
    pieces.insert(.new(body), at: position ?? sections.count)
    return pieces
  }

  /// Returns all sections except those of `nodes` and of the tables below them.
  func pieces(removing nodes: Set<NodeIndex>, in tree: SyntaxTree) -> [Piece] {
    sections.indices.filter { index in !nodes.contains { tree.isAncestor($0, of: sections[index].node) } }
      .map(Piece.existing)
  }

  /// Returns all sections, with the tables of an array of tables rearranged.
  ///
  /// A moved or new table comes directly after its new predecessor; at the start, directly before the first table that is
  /// `unmoved`.
  func pieces(
    rearranging array: NodeIndex, as placements: [TOMLPlacement], unmoved: Set<Int>, in tree: SyntaxTree
  ) -> [Piece] {
    let groups = groups(of: array, in: tree)
    let moved = Set(groups.indices.filter { !unmoved.contains($0) }.flatMap { groups[$0] })
    let writer = SectionWriter(like: array, in: tree)
    var leading: [Piece] = []
    var followers: [Int: [Piece]] = [:]
    var predecessor: Int?
    for placement in placements {
      if let index = placement.existingIndex, unmoved.contains(index) {
        predecessor = groups[index].last
        continue
      }
      let pieces = pieces(of: placement, groups: groups, writer: writer)
      if let predecessor { followers[predecessor, default: []] += pieces } else { leading += pieces }
    }
    let anchor = unmoved.min().map { groups[$0][0] } ?? groups.first?.first
    return sections.indices.flatMap { section in
      (section == anchor ? leading : []) + (moved.contains(section) ? [] : [.existing(section)])
        + (followers[section] ?? [])
    }
  }

  private func pieces(of placement: TOMLPlacement, groups: [[Int]], writer: SectionWriter) -> [Piece] {
    switch placement {
    case .existing(let index): groups[index].map(Piece.existing)
    case .new(let literal): pieces(of: literal, writer: writer)
    case .copy(let element):
      if case .lines(let lines) = element.text {
        [.new(Array(lines.joined(separator: writer.lineEnd)))]
      } else {
        pieces(of: element.literal, below: element.comments, writer: writer)
      }
    }
  }

  private func pieces(of literal: TOMLLiteral, below comments: [[UInt8]] = [], writer: SectionWriter) -> [Piece] {
    guard case .inlineTable(let table) = literal else { return [] }
    return [.new(writer.body(writer.header, table, below: comments))]
  }

  /// Returns the sections of each table of an array of tables: its own and those of the tables below it.
  func groups(of array: NodeIndex, in tree: SyntaxTree) -> [[Int]] {
    let elements = tree.children(of: array)
    let positions = Dictionary(uniqueKeysWithValues: zip(elements, elements.indices.map { $0 - elements.startIndex }))
    var groups = [[Int]](repeating: [], count: elements.count)
    for (index, section) in sections.enumerated() {
      guard let element = tree.element(of: array, above: section.node), let position = positions[element] else {
        continue
      }
      groups[position].append(index)
    }
    return groups
  }
}

extension SyntaxTree {
  /// Returns whether `ancestor` is `node` or one of its ancestors.
  func isAncestor(_ ancestor: NodeIndex, of node: NodeIndex) -> Bool {
    var current = node
    while current != Node.none, current != ancestor { current = self.node(current).parent }
    return current == ancestor
  }

  /// Returns the element of `array` that is `node` or one of its ancestors.
  fileprivate func element(of array: NodeIndex, above node: NodeIndex) -> NodeIndex? {
    var current = node
    while current != Node.none {
      let parent = self.node(current).parent
      if parent == array { return current }
      current = parent
    }
    return nil
  }

  /// Returns the name in a header of a table below `parent`: the keys from the root as they are written, then `keys`.
  func headerName(of parent: NodeIndex, adding keys: [String]) -> String {
    var names: [String] = keys.reversed().map(LiteralWriter.key)
    var current = parent
    while current != Node.none {
      let key = node(current).key
      if key >= 0 { names.append(source.withSourceBytes { $0.text(range(ofToken: key)) }) }
      current = node(current).parent
    }
    return names.reversed().joined(separator: ".")
  }
}
