public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LibraryIndex {
  /// Returns the offsets of the episodes in a source that fit a rule of ``Podcast/skip``.
  ///
  /// Rules with values that only the library has, such as a rating, fit no episode.
  ///
  /// - Parameters:
  ///   - source: The podcast as its source has it.
  ///   - podcast: The podcast of the library.
  /// - Throws: ``LibraryError`` for an invalid or too costly regular expression.
  /// - Complexity: Writes the episodes into an index in memory.
  public static func offsets(
    skippedIn source: Podcast, by podcast: Podcast, now: Date
  ) throws(LibraryError) -> Set<Int> {
    // The reader of the file has dropped invalid rules.
    let rules = try library { try podcast.skip.map(Rule.init(parsing:)) }.filter { $0.nameMissingInFeeds == nil }
    guard !rules.isEmpty, !source.episodes.isEmpty else { return [] }
    let placed = podcast.placing(source)
    let index = try LibraryIndex()
    try library {
      try index.update { try $0.write(placed, of: IndexedFile(path: "source", status: nil, content: [])) }
    }
    let found = Set(try index.episodes(matching: EpisodeQuery(rule: .or(rules), now: now)))
    return Set(placed.episodes.indices.filter { found.contains(placed.episodes[$0].id) })
  }
}
