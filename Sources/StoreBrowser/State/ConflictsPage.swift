/// The page with the values that both sides of a sync changed, and that nobody has decided.
package struct ConflictsPage: Equatable, Sendable {
  /// The sides of a conflict, by the words of `mixtape conflicts --take`.
  package enum Side: String, CaseIterable, Hashable, Sendable { case mine, theirs }

  /// The value of a side.
  package struct Version: Hashable, Sendable {
    package let side: Side
    package let value: String
    /// The author and the time.
    package let origin: String
    /// Whether the file has this value now.
    package let isTaken: Bool

    package init(_ side: Side, _ value: String, origin: String, isTaken: Bool) {
      self.side = side
      self.value = value
      self.origin = origin
      self.isTaken = isTaken
    }
  }

  /// A value in conflict.
  package struct Conflict: Hashable, Sendable {
    /// The playlist, podcast, episode or file.
    package let name: String
    package let key: String
    package let versions: [Version]

    package init(_ name: String, _ key: String, _ versions: [Version]) {
      self.name = name
      self.key = key
      self.versions = versions
    }
  }

  package private(set) var conflicts: [Conflict] = []
  package private(set) var isLoaded = false
  package var cursor = ListCursor()

  package var selected: Conflict? { cursor.row < conflicts.count ? conflicts[cursor.row] : nil }

  /// Shows the conflicts. The cursor stays at its conflict, or else at its row.
  mutating func show(_ new: [Conflict]) {
    let old = selected
    (conflicts, isLoaded) = (new, true)
    let row = new.firstIndex { $0.name == old?.name && $0.key == old?.key }
    cursor.select(row ?? max(0, min(cursor.row, new.count - 1)))
  }
}
