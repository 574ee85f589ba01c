import MixtapeModel
import TerminalUI

/// The criteria of a playlist, with numbered rules.
struct CriteriaDetails {
  let lines: [StyledText]

  init(of playlist: Playlist) {
    let criteria = playlist.criteria
    var rules = TextTable(rightAligned: [0], indentation: 2)
    for (offset, condition) in (criteria.conditions ?? []).enumerated() {
      rules.append(StyledText(offset + 1, .faint), StyledText(condition))
    }
    var keys = TextTable()
    if criteria.conditions != nil { keys.append(key: "match", criteria.match.rawValue) }
    keys.appendSearchAndOrder(of: playlist)
    lines = rules.lines + (rules.rows.isEmpty ? [] : [""]) + keys.lines
  }
}

extension PlaylistKey {
  /// The criteria besides the rules: the search, the order, the limit and the seed.
  fileprivate static let besideRules = keys(of: .criteria).filter { $0 != .conditions && $0 != .match }
}

extension TextTable {
  /// Appends the search, the order, the limit and the seed.
  mutating func appendSearchAndOrder(of playlist: Playlist) {
    for key in PlaylistKey.besideRules { append(key: key.rawValue, playlist.wording(of: key)) }
  }
}

extension Playlist {
  /// Returns the value of a key in words, without quotes; `nil` for an absent one.
  func wording(of key: PlaylistKey) -> String? {
    switch self[key] {
    case .absent: nil
    case _ where key == .limit: criteria.limits.wording
    case let value: value.description
    }
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
        + values(of: PlaylistKey.keys(of: .criteria).filter { $0 != .conditions }, in: playlist))
  }
}
