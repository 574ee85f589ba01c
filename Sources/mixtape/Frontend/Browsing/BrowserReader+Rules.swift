import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

extension BrowserReader {
  /// Returns the episodes that rules find, or the error in them.
  func preview(_ question: RuleQuestion) throws(MixtapeError) -> RulePreview {
    var typed: ParsedRule?
    var values: [String] = []
    switch question.typed {
    case .rule(let text, let completion):
      values = try self.values(for: completion)
      do throws(RuleError) {
        typed = try ParsedRule(parsing: text)
      } catch {
        return .fault(Self.fault(in: text, error, values: values))
      }
    case .sort, .limit: if let fault = Self.fault(in: question.typed) { return .fault(fault) }
    case nil: break
    }
    do throws(MixtapeError) {
      return .matches(try matches(question, typed, values: values))
    } catch {
      guard (error.cause as? LibraryError)?.concernsRules == true else { throw error }
      let problem = ErrorPresenter.problem(for: error)
      let range = typed.flatMap { Self.place(of: error, in: $0) }
      return .fault(RulePreview.Fault(problem.message, at: range, hints: problem.hints, values: values))
    }
  }

  /// Returns the error in an order or a limit, in the words of the commands.
  private static func fault(in typed: RuleQuestion.Typed?) -> RulePreview.Fault? {
    do {
      switch typed {
      case .sort(let text): _ = try SortArgument(text: text).keys
      case .limit(let text):
        _ = try text.split(separator: ",").map { LimitArgument(text: String($0).trimmingBlanks) }.limits
      case .rule, nil: break
      }
      return nil
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      return RulePreview.Fault(problem.message, hints: problem.hints)
    }
  }

  private static func fault(in text: String, _ error: RuleError, values: [String]) -> RulePreview.Fault {
    let choices = RuleDialogue.choices(in: text, at: error)
    guard error.code != .empty else {
      return RulePreview.Fault("A rule is a field, an operator and a value: rating >= 4", hints: choices)
    }
    let message = RuleWording.message(for: error)
    // Some choices say no more than the message.
    let hints = RuleWording.hints(for: error) + choices.filter { !message.contains($0) }
    return RulePreview.Fault(message, at: error.range, hints: hints, values: values)
  }

  /// Returns the place of an error that was found when a rule was evaluated; `nil` if another rule has it.
  private static func place(of error: MixtapeError, in rule: ParsedRule) -> Range<Int>? {
    guard ErrorPresenter.failure(of: [rule.rule], error) != nil else { return nil }
    let isCycle = (error.cause as? LibraryError)?.code == .cycle
    let places = isCycle ? rule.playlists.map(\.range) : rule.patterns.map(\.range)
    return places.count == 1 ? places.first : nil
  }

  private func matches(
    _ question: RuleQuestion, _ typed: ParsedRule?, values: [String]
  ) throws(MixtapeError) -> RulePreview.Matches {
    let (criteria, now) = (question.criteria, context.now())
    let remarks = try question.playlist.map { (id) throws(MixtapeError) in
      try store.check((criteria.conditions ?? []).map(\.rule), of: id)
    }
    var count = 0
    var first: [Episode.ID] = []
    if criteria.isActive {
      try store.forEachEpisodeID(matching: EpisodeQuery(criteria, now: now)) { id in
        count += 1
        if first.count < RuleEditor.longestPreview { first.append(id) }
        return true
      }
    }
    let typedCount = try typed.map { (typed) throws(MixtapeError) in
      try store.count(matching: EpisodeQuery(rule: typed.rule, now: now))
    }
    let episodes = try store.episodes(first)
    let times = (typed?.unitlessTimes ?? []).map { RuleWording.warning(forUnitless: $0.value) }
    return RulePreview.Matches(
      count: count, typedCount: typedCount, first: listed(first.compactMap { episodes[$0] }),
      warnings: (remarks ?? []).map { ErrorPresenter.wording(of: $0).1 } + times.map { "\($0.message); \($0.hint)" },
      values: values)
  }
}

extension BrowserReader {
  /// The maximum number of values that complete a text.
  private static let mostValues = 20
  /// The maximum number of episodes that are searched for values.
  private static let mostSearched = 2_000

  /// Returns the values of the library for a completion; none for `nil`.
  func values(for completion: ValueCompletion?) throws(MixtapeError) -> [String] {
    guard let completion else { return [] }
    let prefix = TextFolding.fold(completion.prefix)
    let values = try values(of: completion.source, startingWith: completion.prefix)
    let found = Set(values).filter { TextFolding.fold($0).hasPrefix(prefix) }.sorted { NaturalOrder.precedes($0, $1) }
    return Array(found.prefix(Self.mostValues))
  }

  private func values(
    of source: ValueCompletion.Source, startingWith prefix: String
  ) throws(MixtapeError) -> [String] {
    switch source {
    case .playlists: try store.playlistIDs().map(\.rawValue)
    case .field(.podcast): try store.library.ids().map(\.rawValue)
    case .field(.tag): try store.library.tags()
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
    try store.forEachEpisode(matching: EpisodeQuery(rule: rule, now: context.now())) { episode in
      if let text = episode.fields[track]?.text {
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
