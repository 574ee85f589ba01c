internal import LosslessTOML

/// The ways to write a table. If both sides of a merge changed the form of a table differently, the first of the two is used.
enum TableForm: Int, Comparable {
  /// Below its own header.
  case section
  /// Without own lines: only the headers of tables below it name it.
  case implicit
  /// As dotted keys in the table around it.
  case dotted
  /// In braces.
  case inline

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The tables of a version with their forms. Tables in arrays are left out.
struct WrittenTables {
  /// The forms, by the path of the table.
  private(set) var forms: [[String]: TableForm] = [:]
  /// The values that are not tables, as ranges of the source, by their paths.
  private(set) var values: [[String]: Range<Int>] = [:]
  /// The paths of arrays of tables.
  private(set) var arraysOfTables: Set<[String]> = []

  init(_ input: MergeInput) {
    let root = input.outline.root
    add(root.lines, below: [], in: input)
    var previous: TOMLBlock.Role?
    // A long list of episodes has one role.
    for section in root.sections where section.role != previous {
      previous = section.role
      switch section.role {
      case .table(let path):
        addTables(above: path)
        forms[path] = .section
        add(section.lines, below: path, in: input)
      case .tableElement(let path):
        addTables(above: path)
        arraysOfTables.insert(path)
      default: break
      }
    }
  }

  /// Adds the tables that a header names without defining them.
  private mutating func addTables(above path: [String]) {
    for count in 1..<path.count where forms[Array(path[..<count])] == nil { forms[Array(path[..<count])] = .implicit }
  }

  private mutating func add(_ blocks: [TOMLBlock], below table: [String], in input: MergeInput) {
    for block in blocks {
      guard case .entry(let keys) = block.role else { continue }
      let path = table + keys
      for count in 1..<keys.count { forms[table + keys[..<count]] = .dotted }
      if input.outline.value(of: block)?.table == nil {
        values[path] = block.value
      } else {
        forms[path] = .inline
        add(block.container?.blocks ?? [], below: path, in: input)
      }
    }
  }
}
