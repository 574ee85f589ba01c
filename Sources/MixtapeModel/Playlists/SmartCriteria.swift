#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The criteria of a smart playlist: the keys of its file that belong to ``PlaylistKey/Part/criteria``.
public struct SmartCriteria: Hashable, Sendable {
  /// The ways to combine conditions.
  public enum Match: String, CaseIterable, Hashable, Sendable {
    /// A match of all conditions.
    case all
    /// A match of at least one condition.
    case any
    /// A match of no condition.
    case none
  }

  /// The rules; `nil` if the file has none. An empty list finds all episodes.
  public var conditions: [WrittenRule]?
  /// The way to combine the conditions.
  public var match: Match
  /// A full-text query. If there are conditions too, both must match.
  public var search: String?
  /// The order of the episodes found. Ties are sorted by id.
  public var sort: [SortKey]
  /// The limit of all episodes taken; `nil` for none.
  public var limit: PlaylistLimit?
  /// The limit of the episodes taken of each podcast, artist or album; `nil` for none. It comes before ``limit``.
  public var groupLimit: GroupLimit?
  /// The seed of a random order; `nil` for another order each time.
  public var seed: PlaylistSeed?

  /// The default order.
  public static let defaultSort: [SortKey] = [.library(descending: false)]

  /// Makes criteria. Without conditions and search, they find nothing.
  public init(
    conditions: [WrittenRule]? = nil, match: Match = .all, search: String? = nil, sort: [SortKey] = defaultSort,
    limit: PlaylistLimit? = nil, groupLimit: GroupLimit? = nil, seed: PlaylistSeed? = nil
  ) {
    self.conditions = conditions
    self.match = match
    self.search = search
    self.sort = sort
    self.limit = limit
    self.groupLimit = groupLimit
    self.seed = seed
  }

  /// Whether the criteria make a playlist smart.
  public var isActive: Bool { conditions != nil || search != nil }

  /// Returns whether a key has an effect if it is set.
  public func hasEffect(_ key: PlaylistKey) -> Bool {
    switch key.row.requirement {
    case .nothing: true
    case .conditions: conditions != nil
    case .rules: isActive
    }
  }
}

extension SmartCriteria {
  /// The conditions as one rule; `nil` if there are none.
  public var rule: Rule? {
    guard let rules = conditions?.map(\.rule) else { return nil }
    return switch match {
    case .all: .and(rules)
    case .any: .or(rules)
    case .none: .not(.or(rules))
    }
  }
}

/// One key of a sort order.
public enum SortKey: Hashable, Sendable, CustomStringConvertible {
  /// A field of the episode.
  case field(RuleField, descending: Bool)
  /// A random order, repeatable with ``SmartCriteria/seed``.
  case random
  /// The order of the library: podcasts and albums by title, and each in the order of its file.
  case library(descending: Bool)

  /// The valid names of keys: those of the fields with their other names, `library` and `random`.
  public static let names =
    RuleField.allCases.filter(\.isSortable).map(\.rawValue) + RuleField.aliases.keys.sorted() + [libraryName, "random"]

  private static let libraryName = "library"

  /// Returns the names of keys near to an invalid one, nearest first, at most `limit`.
  public static func names(near text: String, limit: Int = 3) -> [String] {
    NearestNames.of(text.hasPrefix("-") ? String(text.dropFirst()) : text, among: names, limit: limit)
  }

  /// Reads a key such as `title`, `-dateAdded` or `random`; `nil` for any other text.
  public init?(_ text: String) {
    if text == "random" {
      self = .random
      return
    }
    let descending = text.hasPrefix("-")
    if text.dropFirst(descending ? 1 : 0) == Self.libraryName {
      self = .library(descending: descending)
      return
    }
    guard let field = RuleField.named(String(descending ? text.dropFirst() : text[...])), field.isSortable else {
      return nil
    }
    self = .field(field, descending: descending)
  }

  /// The key as it is written in files.
  public var description: String {
    switch self {
    case .field(let field, let descending): (descending ? "-" : "") + field.rawValue
    case .random: "random"
    case .library(let descending): (descending ? "-" : "") + Self.libraryName
    }
  }
}

/// The seed of a random order in a playlist.
public enum PlaylistSeed: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A number, with which the order never changes.
  case number(Int64)
  /// The day in UTC, with which the order is another one each day.
  case day

  /// The name of ``day`` in files.
  private static let dayText = "day"

  /// Reads a seed as people write it; `nil` if the text is neither a number nor `day`.
  public init?(_ text: String) {
    if text == Self.dayText {
      self = .day
    } else if let number = Int64(text) {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// Makes a seed from a number.
  public init(integerLiteral value: Int64) { self = .number(value) }

  /// Returns the number of the seed at a time: on a day, the number of days since 1970-01-01.
  public func number(at now: Date) -> Int64 {
    switch self {
    case .number(let number): number
    case .day: Int64(CalendarDay(of: now)?.daysSince1970 ?? 0)
    }
  }

  /// The text as in files, without quotes.
  public var description: String {
    switch self {
    case .number(let number): String(number)
    case .day: Self.dayText
    }
  }
}

extension PlaylistSeed: FileValueConvertible {
  static var form: FileValue.Form { FileValue.Form(.number, .text, choices: [Self.dayText]) }

  init?(fileValue: FileValue) {
    switch fileValue {
    case .number(let number): self = .number(number)
    case .text(Self.dayText): self = .day
    case .text, .absent, .flag, .list: return nil
    }
  }

  var fileValue: FileValue {
    switch self {
    case .number(let number): .number(number)
    case .day: .text(Self.dayText)
    }
  }
}
