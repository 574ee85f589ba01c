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
      values = try completion.map(store.values) ?? []
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
    let warnings = typed.map(RuleWarning.warnings) ?? []
    return RulePreview.Matches(
      count: count, typedCount: typedCount, first: listed(first.compactMap { episodes[$0] }),
      warnings: (remarks ?? []).map { ErrorPresenter.wording(of: $0).wording.message }
        + warnings.map { "\($0.message); \($0.hint)" },
      values: values)
  }
}
