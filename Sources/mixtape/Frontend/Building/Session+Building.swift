import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TerminalUI

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
    reporter.ask("\(question.prompt, .bold)\(current): ")
    let answer = try context.standardInput.readLine()
    // After Ctrl-D, the cursor is still on the line of the question.
    if answer == nil { reporter.show([""]) }
    return answer
  }

  private func show(_ error: RuleDialogue.InvalidAnswer) {
    reporter.show(["\("error:", .boldRed) \(error.message)"] + error.hints.map(Reporter.hint))
  }
}
