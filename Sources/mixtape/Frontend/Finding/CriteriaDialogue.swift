import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

/// A dialogue that builds the rules of a playlist. It asks for the rule to change, and then for each part of the rule. It changes
/// nothing.
struct CriteriaDialogue {
  private let session: Session
  private let store: Store
  private var draft: CriteriaDraft

  init(_ criteria: SmartCriteria, in store: Store, _ session: Session) {
    (self.session, self.store) = (session, store)
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
      guard let answer = try session.ask(question)?.trimmingBlanks else { return nil }
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
      session.show(Wording("there is no rule `\(answer)`"))
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
        session.show(
          Wording(
            "rule \(index + 1) has several parts, which this dialogue cannot edit",
            "`mixtape conditions ID --replace \(index + 1) RULE` replaces it"))
        return true
      }
      original = condition
    }
    guard let built = try ask(RuleDialogue(editing: original)) else { return false }
    if let index, built == original {
      show("rule \(index + 1) is unchanged")
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
      guard let answer = try session.ask(question) else { return nil }
      do throws(Wording) {
        try dialogue.accept(answer)
      } catch {
        session.show(error)
        continue
      }
      guard let preview = dialogue.preview else { continue }
      do throws(MixtapeError) {
        let count = try count(preview)
        show("  \(preview): \(counted(count, "episode"))")
        showWarnings(about: preview)
      } catch {
        guard (error.cause as? LibraryError)?.concernsRules == true else { throw error }
        show(error)
        dialogue.discardValue()
      }
    }
    return dialogue.result
  }

  private func showWarnings(about rule: Rule) {
    do throws(RuleError) {
      for warning in RuleWarning.warnings(about: try ParsedRule(parsing: "\(rule)")) {
        show("\("warning:", .boldYellow) \(warning.message); \(warning.hint)")
      }
    } catch {
      // Every rule can be parsed as it is printed.
    }
  }

  private func count(_ rule: Rule) throws(MixtapeError) -> Int {
    try store.count(matching: EpisodeQuery(rule: rule, now: session.context.now()))
  }

  private func show(_ line: StyledText) { session.reporter.show([line]) }

  private func show(_ error: MixtapeError) {
    let problem = ErrorPresenter.problem(for: error)
    session.show(Wording(problem.message, hints: problem.hints))
  }

  /// Shows the current rules, and the number of episodes that they find together.
  private func showRules() {
    let rules = draft.rules
    for (index, rule) in rules.enumerated() { show("  \(index + 1)  \(rule)") }
    guard !rules.isEmpty, let rule = SmartCriteria(conditions: rules, match: draft.match).rule else { return }
    do throws(MixtapeError) {
      let count = counted(try count(rule), "episode")
      show(
        "\(rules.count == 1 ? "the rule finds" : "with match \(draft.match.rawValue), the rules find") \(count)")
    } catch {
      show(error)
    }
  }
}

extension Session {
  /// Asks for the name of a playlist until it is valid; returns `nil` if the user cancelled.
  func askForName() throws -> String? {
    while let answer = try ask(RuleDialogue.Question(prompt: "name")) {
      let name = answer.trimmingBlanks
      guard let violation = TitleRules.violation(in: name) else { return name }
      show(ErrorPresenter.invalidName(MixtapeError(.invalidName, .text(name), cause: violation)))
    }
    return nil
  }

  fileprivate func ask(_ question: RuleDialogue.Question) throws -> String? {
    reporter.show(question.choices.map { StyledText($0, .faint) })
    let current = question.current.map { " [\($0)]" } ?? ""
    return try answer(to: "\(question.prompt, .bold)\(current): ")
  }

  fileprivate func show(_ error: Wording) {
    reporter.show(["\("error:", .boldRed) \(error.message)"] + error.hints.map(Reporter.hint))
  }
}
