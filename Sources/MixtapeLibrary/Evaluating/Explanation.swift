public import MixtapeModel

/// The reason why an episode is in a playlist or not.
public struct Explanation: Hashable, Sendable {
  /// The possible outcomes.
  public enum Outcome: Hashable, Sendable {
    /// The episode is hand-picked. Positions count from 1.
    case picked(position: Int)
    /// The rules find the episode, at a position among all that they find.
    case found(position: Int)
    /// The rules find the episode, but the limit excludes it. `taken` is the number of episodes within the limit.
    case cutOff(position: Int, taken: Int)
    /// The rules find the episode, but other episodes of the same podcast, artist or album fill its limit.
    case beyondGroup(GroupLimit)
    /// The rules find the episode, but it has no value for the field of the limit.
    case withoutAmount(RuleField)
    /// The rules do not find the episode, or there are no rules.
    case notFound
    /// The episode is not in the library. The position is that in the hand-picked episodes, if it is one of them.
    case notInLibrary(position: Int?)
  }

  /// The result of a condition for the episode.
  public struct ConditionResult: Hashable, Sendable {
    /// The condition, or a part of it.
    public let rule: Rule
    /// Whether it is true.
    public let holds: Bool
    /// The fields that a comparison used, with their values; empty for other rules.
    public let tested: [ComparedField]
    /// The results of the parts of the condition, from left to right; empty for a single comparison or playlist.
    public let parts: [ConditionResult]
  }

  /// A field that a comparison used.
  public struct ComparedField: Hashable, Sendable {
    /// The field that was compared.
    public let field: RuleField
    /// The values of the episode. Only sets can have more than one.
    public let values: [Episode.FieldValue]

    /// Makes a field with its values.
    public init(field: RuleField, values: [Episode.FieldValue]) {
      self.field = field
      self.values = values
    }
  }

  /// The outcome for the episode.
  public let outcome: Outcome
  /// The results of the conditions in order, also for a hand-picked episode; empty if it is not in the library.
  public let conditions: [ConditionResult]
  /// Whether the search finds it; `nil` without a search.
  public let search: Bool?
}

extension Evaluation {
  /// Explains one episode, with the same SQL that finds all episodes.
  func explain(_ playlist: Playlist, _ episode: Episode.ID) throws -> Explanation {
    let position = playlist.episodes.firstIndex(of: episode).map { $0 + 1 }
    guard let row = try row(of: episode) else {
      return Explanation(outcome: .notInLibrary(position: position), conditions: [], search: nil)
    }
    return try inside(playlist.id) {
      let values = try self.values(of: row)
      let results = try (playlist.criteria.conditions ?? []).map { try result($0.rule, row, values) }
      let search = try playlist.criteria.search.map { try isTrue(SearchQuery($0).sql, of: row) }
      let outcome =
        try position.map(Explanation.Outcome.picked) ?? outcome(of: values, row, in: playlist)
      return Explanation(outcome: outcome, conditions: results, search: search)
    }
  }

  private func outcome(
    of episode: EpisodeValues, _ row: Int64, in playlist: Playlist
  ) throws -> Explanation.Outcome {
    guard var query = EpisodeQuery(playlist, now: now) else { return .notFound }
    // Both queries below must have the same order.
    query.seed = query.seed ?? .random(in: .min ... .max)
    let selection = try Selection(query, excluding: try pickedRows(of: playlist), in: self)
    var (position, count) = (0, 0)
    var isBeyondGroup = false
    try selection.forEachUnlimited { id, isWithinGroup in
      if isWithinGroup { count += 1 }
      guard id == episode.episode.id else { return true }
      if isWithinGroup { position = count } else { isBeyondGroup = true }
      return false
    }
    if isBeyondGroup, let limit = query.groupLimit { return .beyondGroup(limit) }
    if position > 0 {
      let taken = try selection.count()
      return position <= taken ? .found(position: position) : .cutOff(position: position, taken: taken)
    }
    if let field = query.limit?.total?.field, episode[field].isEmpty {
      (query.limit, query.groupLimit) = (nil, nil)
      if try Selection(query, in: self).holds(of: row) { return .withoutAmount(field) }
    }
    return .notFound
  }

  private func result(
    _ rule: Rule, _ row: Int64, _ episode: EpisodeValues
  ) throws -> Explanation.ConditionResult {
    let predicate = try Predicate(rule, now: now)
    let condition = try PredicateCompiler(evaluation: self).sql(predicate)
    let holds = try condition.map { try isTrue($0, of: row) } ?? true
    switch rule {
    case .comparison(let condition):
      var fields = [condition.field]
      if case .field(let other) = condition.value { fields.append(other) }
      let tested = fields.map { Explanation.ComparedField(field: $0, values: episode[$0]) }
      return Explanation.ConditionResult(rule: rule, holds: holds, tested: tested, parts: [])
    case .inPlaylist: return Explanation.ConditionResult(rule: rule, holds: holds, tested: [], parts: [])
    case .not, .and, .or:
      let parts = try rule.leaves.map { try result($0, row, episode) }
      return Explanation.ConditionResult(rule: rule, holds: holds, tested: [], parts: parts)
    }
  }

  /// Returns whether a condition is true of an episode.
  func isTrue(_ condition: SQL, of row: Int64) throws -> Bool {
    var result = false
    try forEach(SQL("SELECT 1 FROM episodes WHERE (") + condition + SQL(") AND episode = ?", [.integer(row)])) { _ in
      result = true
      return false
    }
    return result
  }

  /// An episode with the head of its podcast.
  private struct EpisodeValues {
    let episode: Episode
    let podcast: Podcast

    subscript(field: RuleField) -> [Episode.FieldValue] { episode.values(of: field, in: podcast) }
  }

  private func values(of row: Int64) throws -> EpisodeValues {
    let episode = try EpisodeReader("WHERE episode = ?", in: database).first { $0.integer(row) }
    let podcast = try LibraryIndex.podcasts(
      "WHERE file = (SELECT podcast FROM episodes WHERE episode = ?)", in: database, { $0.integer(row) },
      episodes: { _ in [] }
    ).first?.podcast
    guard let episode, let podcast else { throw LibraryError(.damaged) }
    return EpisodeValues(episode: episode, podcast: podcast)
  }
}
