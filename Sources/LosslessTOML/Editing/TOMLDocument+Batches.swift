/// A value for a path of a document.
public struct TOMLAssignment: Hashable, Sendable {
  /// The path.
  public let path: TOMLPath
  /// The value.
  public let value: TOMLLiteral
  /// The key of the entry after which a missing key is added; `nil` for the last one of its table.
  public let sibling: String?

  /// Makes an assignment.
  public init(_ path: TOMLPath, _ value: TOMLLiteral, after sibling: String? = nil) {
    self.path = path
    self.value = value
    self.sibling = sibling
  }
}

extension TOMLDocument {
  /// Sets values, as ``set(_:at:after:)`` does with one of them. Of several values for one path, the last one counts. Keys that
  /// are added after one sibling keep their order.
  ///
  ///     try document.setAll([TOMLAssignment(["name"], "Evening"), TOMLAssignment(["limit"], 12, after: "name")])
  ///
  /// O(*n*) in the size of the document and the number of values, except that a value of an array and the first key of a table
  /// take O(*n*) each.
  ///
  /// - Throws: `TOMLEditError`; see `set(_:at:after:)`. The document is then unchanged.
  public mutating func setAll(_ assignments: [TOMLAssignment]) throws(TOMLEditError) {
    var batch = AssignmentBatch(self)
    var others: [TOMLAssignment] = []
    for assignment in assignments {
      try requireValid(for: assignment.path)
      if !batch.add(assignment) { others.append(assignment) }
    }
    var document = self
    try document.commit(batch.splices(), at: []) { check, old, new in check.isSame(old, new, after: batch.changes) }
    for other in others { try document.set(other.value, at: other.path, after: other.sibling) }
    self = document
  }

  /// Removes values, as ``remove(_:)`` does with one of them.
  ///
  /// O(*n*) in the size of the document and the number of values, except that an element, a table with a header and an entry of a
  /// table that only its entries create take O(*n*) each.
  ///
  /// - Throws: `TOMLEditError`; see `remove(_:)`. The document is then unchanged.
  public mutating func removeAll(_ paths: [TOMLPath]) throws(TOMLEditError) {
    var entries: Set<NodeIndex> = []
    var others: [TOMLPath] = []
    for path in paths {
      try requireValid(for: path)
      guard let node = tree.node(at: path) else { throw TOMLEditError(code: .noSuchValue, path: path) }
      if tree.isPlainEntry(node) { entries.insert(node) } else { others.append(path) }
    }
    var document = self
    let splices = removals(of: entries)
    if splices.areDisjoint {
      try document.commit(splices, at: []) { check, old, new in
        check.isSame(old, new, after: MeaningCheck.Changes(removed: entries))
      }
    } else {
      others = paths
    }
    for path in others { try document.remove(path) }
    self = document
  }
}

/// Values that are set in one pass: those that replace a value, and those that get a line below another entry or a place in an
/// inline table behind one.
private struct AssignmentBatch {
  private let document: TOMLDocument
  private let writer: EntryWriter
  private var replaced: [NodeIndex: TOMLLiteral] = [:]
  private var additions: [Addition] = []
  private var places: [Place: Int] = [:]

  private struct Addition {
    let table: NodeIndex
    let key: String
    var value: TOMLLiteral
    let neighbour: NodeIndex
  }

  /// A key as bytes: Swift's strings are equal if they are canonically equivalent.
  private struct Place: Hashable {
    let table: NodeIndex
    let key: [UInt8]
  }

  init(_ document: TOMLDocument) {
    self.document = document
    writer = EntryWriter(tree: document.tree)
  }

  private var tree: SyntaxTree { document.tree }

  /// Adds an assignment. Returns whether it can be made together with others.
  mutating func add(_ assignment: TOMLAssignment) -> Bool {
    if let node = tree.node(at: assignment.path) {
      guard !tree.isTable(node), !tree.isArray(node) else { return false }
      replaced[node] = assignment.value
      return true
    }
    guard case .key(let key)? = assignment.path.components.last,
      let table = tree.node(at: assignment.path.components.dropLast()), tree.isTable(table),
      let neighbour = writer.neighbour(in: table, after: assignment.sibling)
    else { return false }
    let place = Place(table: table, key: Array(key.utf8))
    if let index = places[place] {
      additions[index].value = assignment.value
    } else {
      places[place] = additions.count
      additions.append(Addition(table: table, key: key, value: assignment.value, neighbour: neighbour))
    }
    return true
  }

  /// Returns the splices of all assignments. Those at one place have the order of the assignments.
  func splices() -> [Splice] {
    let replacements = replaced.compactMap { node, value in
      TOMLLiteral(TOMLValue(tree: tree, node: node)).means(value)
        ? nil : document.splice(replacing: node, with: value)
    }
    return replacements
      + additions.map { writer.entry($0.key, $0.value, in: $0.table, after: $0.neighbour) }
  }

  var changes: MeaningCheck.Changes {
    let added = Dictionary(grouping: additions, by: \.table).mapValues { $0.map { (key: $0.key, value: $0.value) } }
    return MeaningCheck.Changes(replaced: replaced, added: added)
  }
}

extension EntryWriter {
  /// Makes an entry behind another one of its table: on the next line, or behind a comma in an inline table.
  fileprivate func entry(
    _ key: String, _ value: TOMLLiteral, in table: NodeIndex, after neighbour: NodeIndex
  ) -> Splice {
    tree.inlineTable(around: table) == nil
      ? line([key], value, in: table, below: neighbour) : inlineEntry([key], value, in: table, after: neighbour)
  }
}

extension SyntaxTree {
  /// Returns whether a node is an entry of a table that stays without it: on its own line, or in its own place of an inline table.
  fileprivate func isPlainEntry(_ node: NodeIndex) -> Bool {
    let parent = self.node(node).parent
    guard parent != Node.none, isTable(parent), !self.node(parent).flags.contains(.dotted) else { return false }
    return kind(node) != .table && kind(node) != .arrayOfTables
  }
}

extension [Splice] {
  /// Whether no two splices overlap.
  fileprivate var areDisjoint: Bool {
    let sorted = sorted { $0.range.lowerBound < $1.range.lowerBound }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }
  }
}
