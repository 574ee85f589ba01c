internal import MixtapeLibrary
internal import MixtapeModel

/// The values of a library that complete a text.
struct CompletionValues {
  private let store: Store

  init(of store: Store) { self.store = store }

  /// Returns values for a completion. See ``Store/values(for:)``.
  func values(for completion: ValueCompletion) throws(MixtapeError) -> [String] {
    let prefix = TextFolding.fold(completion.prefix)
    let values = try values(of: completion.source, startingWith: completion.prefix)
    let found = Set(values).filter { TextFolding.fold($0).hasPrefix(prefix) }.sorted { NaturalOrder.precedes($0, $1) }
    return Array(found.prefix(Self.mostValues))
  }

  /// The maximum number of values that complete a text.
  private static let mostValues = 20
  /// The maximum number of episodes that are searched for values.
  private static let mostSearched = 2_000

  private func values(
    of source: ValueCompletion.Source, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    switch source {
    case .playlists: try store.playlistIDs().map(\.rawValue)
    case .field(.podcast): try store.library.ids().map(\.rawValue)
    case .field(.tag): try store.library.summaries().flatMap(\.head.tags)
    case .field(.folder): try store.folders(of: .library).map(\.path)
    case .field(.category): try store.library.summaries().flatMap(\.head.categories)
    case .field(.feed): try store.library.summaries().compactMap(\.head.feed)
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
    try store.forEachEpisode(matching: EpisodeQuery(rule: rule, now: store.context.now())) { episode in
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
