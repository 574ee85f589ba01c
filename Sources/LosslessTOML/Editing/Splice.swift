/// An error of an edit. The document is unchanged.
public struct TOMLEditError: Error, Hashable, Sendable {
  /// A kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The document has errors; `diagnostics` lists them.
    public static let documentInvalid = Code(rawValue: "document-invalid")
    /// There is no value at the path.
    public static let noSuchValue = Code(rawValue: "no-such-value")
    /// A table was expected at the path, or at a prefix of it.
    public static let notATable = Code(rawValue: "not-a-table")
    /// An array was expected at the path.
    public static let notAnArray = Code(rawValue: "not-an-array")
    /// An array of tables was expected at the path.
    public static let notAnArrayOfTables = Code(rawValue: "not-an-array-of-tables")
    /// A table that is written with headers cannot be replaced by a value; its entries can be set one by one.
    public static let notAValue = Code(rawValue: "not-a-value")
    /// An index lies outside the array, or is used twice.
    public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
    /// The value cannot be written as valid TOML, such as a table with one key twice; `diagnostics` gives the reason.
    public static let resultInvalid = Code(rawValue: "result-invalid")
    /// The edited text would have another value at the path, or elsewhere.
    public static let meaningChanged = Code(rawValue: "meaning-changed")
  }

  /// The kind of failure.
  public let code: Code

  /// The path of the edit.
  public let path: TOMLPath

  /// The errors of the document, or of the text after the edit.
  public let diagnostics: [Diagnostic]

  /// Makes an error.
  public init(code: Code, path: TOMLPath, diagnostics: [Diagnostic] = []) {
    self.code = code
    self.path = path
    self.diagnostics = diagnostics
  }
}

/// The replacement of a range of bytes of a source.
struct Splice {
  let range: Range<Int>
  let replacement: [UInt8]

  /// Replaces `range` by `replacement`.
  init(_ range: Range<Int>, with replacement: [UInt8] = []) {
    self.range = range
    self.replacement = replacement
  }

  init(inserting text: [UInt8], at offset: Int) {
    self.init(offset..<offset, with: text)
  }

  /// Returns the source with all splices applied. They must not overlap, and may come in any order.
  static func apply(_ splices: [Splice], to source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + splices.reduce(0) { $0 + $1.replacement.count })
    var offset = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += source[offset..<splice.range.lowerBound]
      result += splice.replacement
      offset = splice.range.upperBound
    }
    return result + source[offset...]
  }
}

extension TOMLDocument {
  /// Makes an edit: splices the source, parses the result, and keeps it if it is valid and has the expected meaning.
  ///
  /// - Parameters:
  ///   - path: The path of the edit. The rest of the document must keep its values.
  ///   - isExpected: Whether the new node at the path is the expected one, given the old node; `nil` if the path was not used.
  /// - Throws: `TOMLEditError` with the code `resultInvalid` or `meaningChanged`; the document is then unchanged.
  mutating func commit(
    _ splices: [Splice], at path: TOMLPath,
    expecting isExpected: (MeaningCheck, _ old: NodeIndex?, _ new: NodeIndex?) -> Bool
  ) throws(TOMLEditError) {
    let edited = Splice.apply(splices, to: source)
    guard edited != source else { return }
    let result = SyntaxTree(parsing: edited)
    guard !result.diagnostics.contains(where: { $0.severity == .error }) else {
      throw TOMLEditError(code: .resultInvalid, path: path, diagnostics: result.diagnostics)
    }
    let check = MeaningCheck(old: tree, new: result)
    guard check.isSame(except: path, where: { isExpected(check, $0, $1) }) else {
      throw TOMLEditError(code: .meaningChanged, path: path)
    }
    tree = result
  }

  /// Throws an error with the code `documentInvalid` if the document has errors: the meaning of an edit would be unclear.
  func requireValid(for path: TOMLPath) throws(TOMLEditError) {
    guard isValid else { throw TOMLEditError(code: .documentInvalid, path: path, diagnostics: diagnostics) }
  }
}

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
