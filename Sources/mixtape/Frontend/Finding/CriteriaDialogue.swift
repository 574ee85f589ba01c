import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

extension ConditionValue {
  /// The numbers without a unit, except 0.
  fileprivate var unitlessTimes: [Quantity] {
    let numbers: [Quantity] =
      switch self {
      case .number(let number): [number]
      case .numbers(let lower, let upper): [lower, upper]
      default: []
      }
    return numbers.filter { $0.unit == nil && $0.number != 0 }
  }
}

/// A dialogue that builds the rules of a playlist. It asks for the rule to change, and then for each part of the rule.
///
/// It does not depend on a terminal or a store. The caller shows the questions and messages, and counts episodes.
struct CriteriaDialogue {
  /// The functions that the caller provides.
  struct Callbacks {
    /// Asks a question and returns the answer; `nil` at the end of the input, which cancels the dialogue.
    let ask: (RuleDialogue.Question) throws -> String?
    /// Shows a line.
    let show: (StyledText) -> Void
    /// Shows an error and its hints.
    let showError: (RuleDialogue.InvalidAnswer) -> Void
    /// Counts the episodes that a rule finds.
    let count: (Rule) throws(MixtapeError) -> Int
  }

  private let callbacks: Callbacks
  private var draft: CriteriaDraft

  init(_ criteria: SmartCriteria, in callbacks: Callbacks) {
    self.callbacks = callbacks
    draft = CriteriaDraft(criteria)
  }

  /// Runs the dialogue.
  ///
  /// - Parameter offset: The rule to change first; `nil` to begin with a new rule if the playlist has none.
  /// - Returns: The edits; `nil` if the user cancelled.
  mutating func run(startingAt offset: Int? = nil) throws -> [CriteriaEdit]? {
    if offset != nil || draft.rules.isEmpty {
      guard try build(offset) else { return nil }
    }
    while true {
      showRules()
      let question = RuleDialogue.Question(
        prompt: "rule number, `new`, `remove N`, or Enter to finish", mayEnd: true)
      guard let answer = try callbacks.ask(question)?.trimmingBlanks else { return nil }
      if answer.isEmpty { return draft.edits }
      guard try perform(answer) else { return nil }
    }
  }

  /// Performs one answer; returns `false` if the user cancelled.
  private mutating func perform(_ answer: String) throws -> Bool {
    let words = answer.split(separator: " ")
    if words == ["new"] { return try build(nil) }
    let number = words.last.flatMap { Int($0) }
    guard let number, words.count == 1 || (words.count == 2 && words[0] == "remove"),
      draft.rules.indices.contains(number - 1)
    else {
      callbacks.showError(.init(message: "there is no rule `\(answer)`"))
      return true
    }
    if words.count == 1 { return try build(number - 1) }
    draft.remove(number - 1)
    return true
  }

  /// Builds a new rule, or changes an existing one; returns `false` if the user cancelled.
  private mutating func build(_ index: Int?) throws -> Bool {
    var original: SmartPlaylistCondition?
    if let index {
      guard case .comparison(let condition) = draft.rules[index].rule else {
        callbacks.showError(
          .init(
            message: "rule \(index + 1) has several parts, which this dialogue cannot edit",
            hints: ["`mixtape conditions ID --replace \(index + 1) RULE` replaces it"]))
        return true
      }
      original = condition
    }
    guard let built = try ask(RuleDialogue(editing: original)) else { return false }
    if let index, built == original {
      callbacks.show("rule \(index + 1) is unchanged")
    } else if let index {
      draft.replace(index, with: WrittenRule(.comparison(built)))
    } else {
      draft.add(WrittenRule(.comparison(built)))
    }
    return true
  }

  private func ask(_ start: RuleDialogue) throws -> SmartPlaylistCondition? {
    var dialogue = start
    var asked: RuleDialogue.Question?
    while var question = dialogue.question {
      // After a wrong answer, the choices are still on the screen.
      if question == asked { question.choices = [] } else { asked = question }
      guard let answer = try callbacks.ask(question) else { return nil }
      do throws(RuleDialogue.InvalidAnswer) {
        try dialogue.accept(answer)
      } catch {
        callbacks.showError(error)
        continue
      }
      guard let preview = dialogue.preview else { continue }
      do throws(MixtapeError) {
        let count = try callbacks.count(preview)
        callbacks.show("  \(preview): \(counted(count, "episode"))")
        showWarnings(about: preview)
      } catch {
        guard (error.cause as? LibraryError)?.concernsRules == true else { throw error }
        show(error)
        dialogue.discardValue()
      }
    }
    return dialogue.result
  }

  /// Shows the meaning of times without a unit, and of a small number of plays.
  private func showWarnings(about rule: Rule) {
    guard case .comparison(let condition) = rule else { return }
    let times = condition.field.valueType == .seconds ? condition.value.unitlessTimes : []
    var warnings = times.map(RuleWording.warning(forUnitless:))
    if condition.isOfFewPlays { warnings.append(RuleWording.warning(forFewPlays: condition)) }
    for warning in warnings {
      callbacks.show("\("warning:", .boldYellow) \(warning.message); \(warning.hint)")
    }
  }

  private func show(_ error: MixtapeError) {
    let problem = ErrorPresenter.problem(for: error)
    callbacks.showError(.init(message: problem.message, hints: problem.hints))
  }

  /// Shows the current rules, and the number of episodes that they find together.
  private func showRules() {
    let rules = draft.rules
    for (index, rule) in rules.enumerated() { callbacks.show("  \(index + 1)  \(rule)") }
    guard !rules.isEmpty, let rule = SmartCriteria(conditions: rules, match: draft.match).rule else { return }
    do throws(MixtapeError) {
      let count = counted(try callbacks.count(rule), "episode")
      callbacks.show(
        "\(rules.count == 1 ? "the rule finds" : "with match \(draft.match.rawValue), the rules find") \(count)")
    } catch {
      show(error)
    }
  }
}

extension Session {
  /// Asks for the rules of a playlist. Changes nothing before the last answer.
  ///
  /// - Parameter offset: The rule to change first.
  /// - Returns: The edits; `nil` if the user cancelled.
  func buildRules(
    _ criteria: SmartCriteria, startingAt offset: Int? = nil, in store: Store
  ) throws -> [CriteriaEdit]? {
    let callbacks = CriteriaDialogue.Callbacks(
      ask: ask, show: { self.reporter.show([$0]) }, showError: show,
      count: { (rule) throws(MixtapeError) in
        try store.count(matching: EpisodeQuery(rule: rule, now: self.context.now()))
      })
    var dialogue = CriteriaDialogue(criteria, in: callbacks)
    return try dialogue.run(startingAt: offset)
  }

  /// Asks for the name of a playlist until it is valid; returns `nil` if the user cancelled.
  func askForName() throws -> String? {
    while let answer = try ask(RuleDialogue.Question(prompt: "name")) {
      let name = answer.trimmingBlanks
      guard let violation = TitleRules.violation(in: name) else { return name }
      let problem = ErrorPresenter.problem(for: MixtapeError(.invalidName, .text(name), cause: violation))
      show(.init(message: problem.message, hints: problem.hints))
    }
    return nil
  }

  private func ask(_ question: RuleDialogue.Question) throws -> String? {
    reporter.show(question.choices.map { StyledText($0, .faint) })
    let current = question.current.map { " [\($0)]" } ?? ""
    return try answer(to: "\(question.prompt, .bold)\(current): ")
  }

  private func show(_ error: RuleDialogue.InvalidAnswer) {
    reporter.show(["\("error:", .boldRed) \(error.message)"] + error.hints.map(Reporter.hint))
  }
}
