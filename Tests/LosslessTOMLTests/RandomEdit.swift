import LosslessTOML
import TestSupport

/// An edit of a document.
enum RandomEdit {
  case set(TOMLPath, TOMLLiteral)
  case remove(TOMLPath)
  case rearrange(TOMLPath, [TOMLPlacement])

  /// Chooses an edit of one of the values of `document`.
  init(in document: TOMLDocument, using random: inout SeededGenerator) {
    let values = Self.values(of: document.root, at: [])
    let arrays = values.filter { $0.value.array != nil }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6 where !arrays.isEmpty:
      let (path, value) = arrays[Int.random(in: arrays.indices, using: &random)]
      self = .rearrange(path, Self.placements(value.array, using: &random))
    case 6 where !values.isEmpty:
      self = .remove(values[Int.random(in: values.indices, using: &random)].path)
    default:
      self = Self.setting(values, using: &random)
    }
  }

  func apply(to document: inout TOMLDocument) throws {
    switch self {
    case .set(let path, let value): try document.set(value, at: path)
    case .remove(let path): try document.remove(path)
    case .rearrange(let path, let placements): try document.rearrange(path, as: placements)
    }
  }

  /// Whether the edit may remove whole tables with the comments in them.
  var removesTables: Bool {
    switch self {
    case .set: false
    case .remove, .rearrange: true
    }
  }

  /// The number of lines that may change besides those of the edited value: those of brackets, or of an array.
  var neighbours: Int {
    switch self {
    case .set: 2
    case .remove: 1
    case .rearrange: 4
    }
  }

  /// Returns whether the edit wrote `line`.
  func touches(_ line: String) -> Bool { line.contains("new") || line.hasPrefix("]") || line.isEmpty }

  private static func setting(
    _ values: [(path: TOMLPath, value: TOMLValue)], using random: inout SeededGenerator
  ) -> RandomEdit {
    let literal = self.literal(using: &random)
    let scalars = values.filter { $0.value.array == nil && $0.value.table == nil }
    if Bool.random(using: &random), let (path, _) = scalars.randomElement(using: &random) { return .set(path, literal) }
    let tables = values.filter { $0.value.table != nil }.map(\.path) + [[]]
    let parent = tables[Int.random(in: tables.indices, using: &random)]
    return .set(parent.appending(.key("new\(Int.random(in: 0..<10_000, using: &random))")), literal)
  }

  private static func placements(_ array: TOMLArray?, using random: inout SeededGenerator) -> [TOMLPlacement] {
    guard let array else { return [] }
    var result = array.indices.map(TOMLPlacement.existing)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let new: TOMLLiteral =
          array.isArrayOfTables ? .inlineTable(["new": literal(using: &random)]) : literal(using: &random)
        result.insert(.new(new), at: Int.random(in: 0...result.count, using: &random))
      case 1 where !result.isEmpty: result.remove(at: Int.random(in: result.indices, using: &random))
      default:
        guard let index = result.indices.randomElement(using: &random) else { continue }
        result.moveSubranges(RangeSet(index..<index + 1), to: Int.random(in: 0...result.count, using: &random))
      }
    }
    return result
  }

  private static func literal(using random: inout SeededGenerator) -> TOMLLiteral {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    return switch number % 6 {
    case 0: .string("new \"\(number)\"")
    case 1: .string("new\n\(number)'\u{1}")
    case 2: .array([.string("new"), .integer(Int64(number))])
    case 3: .inlineTable(["new": .boolean(true), "two words": .float(0.5)])
    default: .string("new\(number)")
    }
  }

  /// Returns all values of a table, with their paths.
  private static func values(of table: TOMLTable, at path: TOMLPath) -> [(path: TOMLPath, value: TOMLValue)] {
    table.entries.flatMap { values(of: $0.value, at: path.appending(.key($0.key))) }
  }

  private static func values(of value: TOMLValue, at path: TOMLPath) -> [(path: TOMLPath, value: TOMLValue)] {
    let elements = value.array.map { array in array.indices.map { (index: $0, value: array[$0]) } } ?? []
    return [(path, value)] + (value.table.map { values(of: $0, at: path) } ?? [])
      + elements.flatMap { values(of: $0.value, at: path.appending(.index($0.index))) }
  }
}

/// Generates documents with all constructs that edits can encounter.
struct DocumentGenerator {
  let source: [UInt8]

  init(_ random: inout SeededGenerator) {
    var writer = Writer(random: random)
    source = writer.document()
    random = writer.random
  }

  private struct Writer {
    var random: SeededGenerator
    private var count = 0

    init(random: SeededGenerator) {
      self.random = random
    }

    mutating func document() -> [UInt8] {
      var lines = maybe("# head \(next())") + entries()
      for _ in 0..<number(4) { lines += section() }
      let lineEnd = chance(3) ? "\r\n" : "\n"
      var text = (chance(5) ? "\u{FEFF}" : "") + lines.joined(separator: lineEnd)
      if !chance(4) { text += lineEnd }
      return Array(text.utf8)
    }

    private mutating func section() -> [String] {
      let name = "table\(next())"
      switch number(3) {
      case 0: return ["", "# own \(next())", "[\(name)]"] + entries()
      case 1: return ["", "[\(name).inner]"] + entries()
      default: return (0...number(3)).flatMap { _ in table(name) }
      }
    }

    private mutating func table(_ name: String) -> [String] {
      var lines = maybe("") + maybe("# own \(next())")
      lines.append("[[\(name)]]  # \(next())")
      lines += entries()
      guard chance(3) else { return lines }
      lines.append("[\(name).sub]")
      return lines + entries()
    }

    private mutating func entries() -> [String] {
      (0..<number(4)).flatMap { _ in maybe("# own \(next())") + entry() }
    }

    private mutating func entry() -> [String] {
      let key = "key\(next())"
      switch number(6) {
      case 0: return ["\(key) = \"value\""]
      case 1: return ["  \(key) = 1  # \(next())"]
      case 2: return ["\(key).a = 1", "\(key).b.c = '2'"]
      case 3: return ["\(key) = { a = 1, b.c = [1, 2], d = {} }"]
      case 4:
        let elements = (0..<number(4)).map { _ in String(next()) }
        return ["\(key) = [\(elements.joined(separator: ", "))]"]
      default: return array(key)
      }
    }

    private mutating func array(_ key: String) -> [String] {
      let (indent, hasTrailingComma, count) = (chance(2) ? "  " : "\t", chance(2), number(6))
      var lines = ["\(key) = ["]
      for index in 0..<count {
        lines += maybe("\(indent)# own \(self.next())")
        let (name, comma) = ("e\(next())", index < count - 1 || hasTrailingComma ? "," : "")
        lines.append("\(indent)'\(name)'\(comma)" + (chance(2) ? "  # of \(name)" : ""))
      }
      return lines + maybe("\(indent)# own \(next())") + ["]"]
    }

    private mutating func next() -> Int {
      count += 1
      return count + 1000
    }

    private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private mutating func chance(_ bound: Int) -> Bool { number(bound) == 0 }
    private mutating func maybe(_ line: String) -> [String] { chance(3) ? [line] : [] }
  }
}
