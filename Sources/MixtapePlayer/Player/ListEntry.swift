public import MixtapeModel

/// An entry of a list that plays.
public struct ListEntry: Hashable, Sendable {
  /// The episode.
  public let episode: Episode.ID
  /// The number of earlier entries of the episode.
  public let occurrence: Int

  /// Makes an entry, by default the first one of an episode.
  public init(_ episode: Episode.ID, occurrence: Int = 0) {
    self.episode = episode
    self.occurrence = occurrence
  }

  /// Returns the offset of the entry in a list, or that of the last entry of its episode before it; `nil` if the list has neither.
  public func offset(in list: [Episode.ID]) -> Int? {
    list.indices.filter { list[$0] == episode }.prefix(occurrence + 1).last
  }

  /// Returns all entries of a list, in order.
  static func all(of list: [Episode.ID]) -> [ListEntry] {
    var counts: [Episode.ID: Int] = [:]
    return list.map { id in
      defer { counts[id, default: 0] += 1 }
      return ListEntry(id, occurrence: counts[id] ?? 0)
    }
  }
}
