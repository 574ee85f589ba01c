import LosslessTOML
import TestSupport

/// Other forms of tables in random files.
enum RandomTableForm {
  /// Returns a document with one of some tables in a random form: below a header, as dotted keys, or in braces.
  static func rewritten(_ text: String, _ keys: [String], using random: inout SeededGenerator) throws -> String {
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    var document = TOMLDocument(parsing: Array(text.utf8))
    guard document.isValid, let table = document.root[key]?.table else { return text }
    let values = leaves(of: table)
    try document.remove(TOMLPath([.key(key)]))
    let rest = String(decoding: document.source, as: UTF8.self)
    let mark = rest.unicodeScalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    let dotted = values.map { ($0.path.joined(separator: "."), $0.value) }
    let lines: [String]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: lines = dotted.map { "\(key).\($0.0) = \($0.1)" }
    case 1: lines = ["\(key) = { " + dotted.map { "\($0.0) = \($0.1)" }.joined(separator: ", ") + " }"]
    case 2: return rest + lineEnd + (["[\(key)]"] + dotted.map { "\($0.0) = \($0.1)" }).joined(lineEnd)
    default:
      // Each nested table has a header.
      let groups = Dictionary(grouping: values) { $0.path.dropLast() }.sorted { $0.key.count < $1.key.count }
      let sections = groups.map { path, values in
        ["", "[\(([key] + path).joined(separator: "."))]"] + values.map { "\($0.path.last ?? "") = \($0.value)" }
      }
      return rest + sections.joined().joined(lineEnd)
    }
    return mark + lines.joined(lineEnd) + String(rest.unicodeScalars.dropFirst(mark.unicodeScalars.count))
  }

  private static func leaves(of table: TOMLTable, below path: [String] = []) -> [(path: [String], value: String)] {
    table.entries.flatMap { entry -> [(path: [String], value: String)] in
      let path = path + [entry.key]
      if let below = entry.value.table { return leaves(of: below, below: path) }
      return [(path, entry.value.text)]
    }
  }
}

extension Sequence<String> {
  /// Returns the lines as text.
  fileprivate func joined(_ lineEnd: String) -> String { map { $0 + lineEnd }.joined() }
}
