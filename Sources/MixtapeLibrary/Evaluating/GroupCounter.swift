internal import MixtapeModel

/// A counter of taken episodes per podcast, artist or album.
final class GroupCounter {
  private let limit: GroupLimit
  private let find: Statement?
  /// The first row of `texts` with the same folded text, by row.
  private var groups: [Int64: Int64] = [:]
  private var counts: [Int64: Int] = [:]

  init(_ limit: GroupLimit, in database: Database) throws {
    self.limit = limit
    find = try limit.group.field.map { _ in
      try database.statement(
        "SELECT min(same.text) FROM texts JOIN texts AS same ON same.folded = texts.folded WHERE texts.text = ?")
    }
  }

  /// Returns the column of `episodes` with the value of the group.
  static func column(_ group: GroupLimit.Group) -> String { group.field?.rawValue ?? "podcast" }

  /// Takes up to `count` episodes of a group within the limit, and returns their number.
  ///
  /// - Parameter value: The value of ``column(_:)``.
  func take(_ count: Int = 1, of value: Int64?) throws -> Int {
    let group = try value.map(group) ?? Self.missing
    let taken = counts[group, default: 0]
    let most = min(count, limit.count - taken)
    if most > 0 { counts[group] = taken + most }
    return most
  }

  /// The group of episodes without a value. It is not a row number, because rows count from 1.
  private static let missing: Int64 = 0

  /// Returns the group of a value. Texts that differ only in case have different rows in the same group.
  private func group(_ value: Int64) throws -> Int64 {
    guard let find else { return value }
    if let known = groups[value] { return known }
    let group = try find.first({ $0.integer(value) }) { $0.integer(0) } ?? value
    groups[value] = group
    return group
  }
}
