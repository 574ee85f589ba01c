import MixtapeModel

/// How episodes are found for a playlist, with its rules numbered.
struct CriteriaDetails {
  let lines: [StyledText]

  init(_ criteria: SmartCriteria) {
    var rules = TextTable(rightAligned: [0], indentation: 2)
    for (offset, condition) in (criteria.conditions ?? []).enumerated() {
      rules.append(StyledText(offset + 1, .faint), StyledText(condition))
    }
    var keys = TextTable()
    func append(_ key: String, _ value: String?) {
      if let value { keys.append(StyledText(key, .faint), StyledText(value)) }
    }
    if criteria.conditions != nil { append("match", criteria.match.rawValue) }
    append("search", criteria.search)
    append("sort", criteria.sort.map(\.description).joined(separator: ", "))
    append("limit", criteria.limit?.wording)
    append("seed", criteria.seed.map(String.init))
    lines = rules.lines + (rules.rows.isEmpty ? [] : [""]) + keys.lines
  }
}

extension JSONOutput {
  /// How episodes are found for a playlist, as `conditions` prints it.
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
        + [PlaylistDifference.Field.match, .search, .sort, .limit, .seed].map {
          ($0.rawValue, value(of: $0, in: playlist))
        })
  }
}
