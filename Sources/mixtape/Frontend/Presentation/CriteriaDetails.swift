import MixtapeModel
import TerminalUI

/// The criteria of a playlist, with numbered rules.
struct CriteriaDetails {
  let lines: [StyledText]

  init(_ criteria: SmartCriteria) {
    var rules = TextTable(rightAligned: [0], indentation: 2)
    for (offset, condition) in (criteria.conditions ?? []).enumerated() {
      rules.append(StyledText(offset + 1, .faint), StyledText(condition))
    }
    var keys = TextTable()
    if criteria.conditions != nil { keys.append(key: "match", criteria.match.rawValue) }
    keys.appendOrder(of: criteria)
    lines = rules.lines + (rules.rows.isEmpty ? [] : [""]) + keys.lines
  }
}

extension TextTable {
  /// Appends the search, the order, the limit and the seed.
  mutating func appendOrder(of criteria: SmartCriteria) {
    append(key: "search", criteria.search)
    append(key: "sort", criteria.sort.map(\.description).joined(separator: ", "))
    append(key: "limit", criteria.limit?.wording)
    append(key: "seed", criteria.seed.map(String.init))
  }
}

extension JSONOutput {
  /// Returns the criteria of a playlist, for `conditions`.
  static func criteria(of playlist: Playlist) throws -> JSONValue {
    let conditions = try playlist.criteria.conditions?.enumerated().map { offset, condition -> JSONValue in
      [
        "position": .integer(Int64(offset + 1)), "rule": .string(condition.text),
        "tree": try .encoding(condition.rule),
      ]
    }
    return .object(
      [("id", .string(playlist.id.rawValue)), ("smart", .bool(playlist.isSmart))]
        + [("conditions", conditions.map(JSONValue.array) ?? .null)]
        + values(of: [.match, .search, .sort, .limit, .seed], in: playlist))
  }
}
