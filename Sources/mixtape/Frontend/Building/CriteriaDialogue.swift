import MixtapeLibrary
import MixtapeModel
import PlaylistFiles
import TerminalUI

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

  /// A rule of the playlist, or a new one.
  private struct Entry {
    /// The offset of the rule in the playlist; `nil` for a new rule.
    let offset: Int?
    var condition: WrittenRule
  }

  private let callbacks: Callbacks
  private let match: SmartCriteria.Match
  private let originals: [WrittenRule]
  private var entries: [Entry]

  init(_ criteria: SmartCriteria, in callbacks: Callbacks) {
    self.callbacks = callbacks
    match = criteria.match
    originals = criteria.conditions ?? []
    entries = originals.enumerated().map { Entry(offset: $0.offset, condition: $0.element) }
  }

  /// Runs the dialogue.
  ///
  /// - Parameter offset: The rule to change first; `nil` to begin with a new rule if the playlist has none.
  /// - Returns: The edits; `nil` if the user cancelled.
  mutating func run(startingAt offset: Int? = nil) throws -> [CriteriaEdit]? {
    if offset != nil || entries.isEmpty {
      guard try build(offset) else { return nil }
    }
    while true {
      showRules()
      let question = RuleDialogue.Question(
        prompt: "rule number, `new`, `remove N`, or Enter to finish", mayEnd: true)
      guard let answer = try callbacks.ask(question)?.trimmingBlanks else { return nil }
      if answer.isEmpty { return edits }
      guard try perform(answer) else { return nil }
    }
  }

  /// Performs one answer; returns `false` if the user cancelled.
  private mutating func perform(_ answer: String) throws -> Bool {
    let words = answer.split(separator: " ")
    if words == ["new"] { return try build(nil) }
    let number = words.last.flatMap { Int($0) }
    guard let number, words.count == 1 || (words.count == 2 && words[0] == "remove"),
      entries.indices.contains(number - 1)
    else {
      callbacks.showError(.init(message: "there is no rule `\(answer)`"))
      return true
    }
    if words.count == 1 { return try build(number - 1) }
    entries.remove(at: number - 1)
    return true
  }

  /// Builds a new rule, or changes an existing one; returns `false` if the user cancelled.
  private mutating func build(_ index: Int?) throws -> Bool {
    var original: SmartPlaylistCondition?
    if let index {
      guard case .comparison(let condition) = entries[index].condition.rule else {
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
      entries[index].condition = WrittenRule(.comparison(built))
    } else {
      entries.append(Entry(offset: nil, condition: WrittenRule(.comparison(built))))
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
        try dialogue.answer(answer)
      } catch {
        callbacks.showError(error)
        continue
      }
      guard let preview = dialogue.preview else { continue }
      do throws(MixtapeError) {
        let count = try callbacks.count(preview)
        callbacks.show("  \(preview): \(counted(count, "episode"))")
        warnOfUnitlessTimes(in: preview)
      } catch {
        guard (error.cause as? LibraryError)?.concernsRules == true else { throw error }
        show(error)
        dialogue.retractValue()
      }
    }
    return dialogue.result
  }

  /// Shows the meaning of times without a unit.
  private func warnOfUnitlessTimes(in rule: Rule) {
    guard case .comparison(let condition) = rule, condition.field.valueType == .seconds else { return }
    for time in condition.value.unitlessTimes {
      let warning = RuleWording.warning(forUnitless: time)
      callbacks.show("\("warning:", .boldYellow) \(warning.message); \(warning.hint)")
    }
  }

  private func show(_ error: MixtapeError) {
    let problem = ErrorPresenter.problem(for: error)
    callbacks.showError(.init(message: problem.message, hints: problem.hints))
  }

  /// Shows the current rules, and the number of episodes that they find together.
  private func showRules() {
    for (index, entry) in entries.enumerated() { callbacks.show("  \(index + 1)  \(entry.condition)") }
    let criteria = SmartCriteria(conditions: entries.map(\.condition), match: match)
    guard !entries.isEmpty, let rule = criteria.rule else { return }
    do throws(MixtapeError) {
      let count = counted(try callbacks.count(rule), "episode")
      callbacks.show(
        "\(entries.count == 1 ? "the rule finds" : "with match \(match.rawValue), the rules find") \(count)")
    } catch {
      show(error)
    }
  }

  /// The edits that turn the original rules into the current ones.
  private var edits: [CriteriaEdit] {
    var edits: [CriteriaEdit] = []
    for (offset, original) in originals.enumerated() {
      guard let entry = entries.first(where: { $0.offset == offset }) else {
        edits.append(.remove(offset))
        continue
      }
      if entry.condition != original { edits.append(.replace(offset, with: entry.condition)) }
    }
    return edits + entries.filter { $0.offset == nil }.map { .add($0.condition) }
  }
}
