/// How a smart playlist finds episodes: the keys `conditions`, `match`, `search`, `sort`, `limit` and `seed` of its file.
public struct SmartCriteria: Hashable, Sendable {
  /// How conditions combine.
  public enum Match: String, CaseIterable, Hashable, Sendable {
    /// Every condition holds.
    case all
    /// At least one holds.
    case any
    /// Not one holds.
    case none
  }

  /// The rules; `nil` where the file has none. An empty list finds everything.
  public let conditions: [WrittenRule]?
  /// How the conditions combine.
  public let match: Match
  /// A full-text query; together with conditions, both must hold.
  public let search: String?
  /// The order of what is found; ties end in the episode's id.
  public let sort: [SortKey]
  /// How much of what is found is taken; `nil` for all of it.
  public let limit: PlaylistLimit?
  /// Makes a random order repeatable.
  public let seed: Int64?

  /// The order where a file gives none.
  public static let defaultSort: [SortKey] = [.field(.title, descending: false)]

  /// Makes criteria; without conditions and search they find nothing.
  public init(
    conditions: [WrittenRule]? = nil, match: Match = .all, search: String? = nil, sort: [SortKey] = defaultSort,
    limit: PlaylistLimit? = nil, seed: Int64? = nil
  ) {
    self.conditions = conditions
    self.match = match
    self.search = search
    self.sort = sort
    self.limit = limit
    self.seed = seed
  }

  /// Whether the criteria make a playlist smart.
  public var isActive: Bool { conditions != nil || search != nil }
}

/// One key of a sort order.
public enum SortKey: Hashable, Sendable, CustomStringConvertible {
  /// By a field of the episode.
  case field(TrackField, descending: Bool)
  /// In random order, repeatable with ``SmartCriteria/seed``.
  case random

  /// The names that a key can have: those of the fields, and `random`.
  public static let names = TrackField.allCases.map(\.rawValue) + ["random"]

  /// The names near to the one in a text that is no key, nearest first, at most `limit` of them.
  public static func names(near text: String, limit: Int = 3) -> [String] {
    NearestNames.of(text.hasPrefix("-") ? String(text.dropFirst()) : text, among: names, limit: limit)
  }

  /// Reads a key as files spell it: `title`, `-dateAdded`, `random`; `nil` for anything else.
  public init?(_ text: String) {
    if text == "random" {
      self = .random
      return
    }
    let descending = text.hasPrefix("-")
    guard let field = TrackField(rawValue: String(descending ? text.dropFirst() : text[...])) else { return nil }
    self = .field(field, descending: descending)
  }

  /// The key as files spell it.
  public var description: String {
    switch self {
    case .field(let field, let descending): (descending ? "-" : "") + field.rawValue
    case .random: "random"
    }
  }
}
