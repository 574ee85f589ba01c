internal import MixtapeLibrary
package import MixtapeModel

extension Store {
  /// The maximum number of values that complete a text.
  private static let mostValues = 20
  /// The maximum number of episodes that are searched for values.
  private static let mostSearched = 2_000

  /// Returns values of the library for a completion, at most 20, in natural order.
  package func values(for completion: ValueCompletion) throws(MixtapeError) -> [String] {
    let prefix = TextFolding.fold(completion.prefix)
    let values = try values(of: completion.source, startingWith: completion.prefix)
    let found = Set(values).filter { TextFolding.fold($0).hasPrefix(prefix) }.sorted { NaturalOrder.precedes($0, $1) }
    return Array(found.prefix(Self.mostValues))
  }

  private func values(
    of source: ValueCompletion.Source, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    switch source {
    case .playlists: try playlistIDs().map(\.rawValue)
    case .field(.podcast): try library.ids().map(\.rawValue)
    case .field(.tag): try library.summaries().flatMap(\.head.tags)
    case .field(.folder): try folders(of: .library).map(\.path)
    case .field(.category): try library.summaries().flatMap(\.head.categories)
    case .field(.feed): try library.summaries().compactMap(\.head.feed)
    case .field(let field): try values(ofEpisodes: field, startingWith: prefix)
    }
  }

  private func values(
    ofEpisodes field: RuleField, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    guard let track = TrackField(rawValue: field.rawValue), let rule = Self.rule(field, startingWith: prefix) else {
      return []
    }
    let start = TextFolding.fold(prefix)
    var (values, count) = (Set<String>(), 0)
    try forEachEpisode(matching: EpisodeQuery(rule: rule, now: context.now())) { episode in
      if case .text(let text)? = episode.fields[track] {
        // Of a list, other values can begin differently.
        values.formUnion(
          (field.isListed ? ListedText.values(in: text) : [text]).filter { TextFolding.fold($0).hasPrefix(start) })
      }
      count += 1
      return values.count < Self.mostValues && count < Self.mostSearched
    }
    return Array(values)
  }

  private static func rule(_ field: RuleField, startingWith prefix: String) -> Rule? {
    do throws(RuleError) {
      let test = prefix.isEmpty ? "is present" : "starts with \(RuleText.quoted(prefix))"
      return try Rule(parsing: "\(field.rawValue) \(test)")
    } catch {
      // The field has no such operator, and there is nothing to complete.
      return nil
    }
  }
}
