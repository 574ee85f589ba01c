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

/// Builds the rules of a playlist in a dialogue: which rule to change, and then its parts one by one.
///
/// It knows no terminal and no store. The caller shows the questions and messages, and counts episodes.
struct CriteriaDialogue {
  /// The functions that the dialogue needs from its caller.
  struct Surroundings {
    /// Asks a question and returns the answer; `nil` at the end of the input, which cancels the dialogue.
    let ask: (RuleDialogue.Question) throws -> String?
    /// Shows a line.
    let show: (StyledText) -> Void
    /// Shows an error and its hints.
    let refuse: (RuleDialogue.Refusal) -> Void
    /// Counts the episodes that a rule finds.
    let count: (Rule) throws(MixtapeError) -> Int
  }

  /// A rule of the playlist, or a new one.
  private struct Entry {
    /// The offset of the rule in the playlist; `nil` for a new rule.
    let offset: Int?
    var condition: WrittenRule
  }

  private let surroundings: Surroundings
  private let match: SmartCriteria.Match
  private let originals: [WrittenRule]
  private var entries: [Entry]

  init(_ criteria: SmartCriteria, in surroundings: Surroundings) {
    self.surroundings = surroundings
    match = criteria.match
    originals = criteria.conditions ?? []
    entries = originals.enumerated().map { Entry(offset: $0.offset, condition: $0.element) }
  }

  /// Runs the dialogue.
  ///
  /// - Parameter offset: The rule to change first; `nil` to begin with a new rule if there is none yet.
  /// - Returns: The edits; `nil` if the user cancelled.
  mutating func run(startingAt offset: Int? = nil) throws -> [CriteriaEdit]? {
    if offset != nil || entries.isEmpty {
      guard try build(offset) else { return nil }
    }
    while true {
      showRules()
      let question = RuleDialogue.Question(
        prompt: "number of a rule to change, `new`, `remove N`, or nothing when done", mayEnd: true)
      guard let answer = try surroundings.ask(question)?.trimmingBlanks else { return nil }
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
      surroundings.refuse(.init(message: "there is no rule `\(answer)`"))
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
        surroundings.refuse(
          .init(
            message: "rule \(index + 1) has several parts, which this dialogue cannot edit",
            hints: ["`mixtape conditions ID --replace \(index + 1) RULE` replaces it"]))
        return true
      }
      original = condition
    }
    guard let built = try ask(RuleDialogue(editing: original)) else { return false }
    if let index, built == original {
      surroundings.show("rule \(index + 1) stays as it is")
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
      guard let answer = try surroundings.ask(question) else { return nil }
      do throws(RuleDialogue.Refusal) {
        try dialogue.answer(answer)
      } catch {
        surroundings.refuse(error)
        continue
      }
      guard let preview = dialogue.preview else { continue }
      do throws(MixtapeError) {
        let count = try surroundings.count(preview)
        surroundings.show("  \(preview): \(counted(count, "episode"))")
        warnOfUnitlessTimes(in: preview)
      } catch {
        guard (error.cause as? LibraryError)?.concernsRules == true else { throw error }
        refuse(error)
        dialogue.retractValue()
      }
    }
    return dialogue.result
  }

  /// Shows the meaning of times without a unit.
  private func warnOfUnitlessTimes(in rule: Rule) {
    guard case .comparison(let condition) = rule, condition.field == .duration else { return }
    for time in condition.value.unitlessTimes {
      let warning = RuleWording.warning(forUnitless: time)
      surroundings.show("\("warning:", .boldYellow) \(warning.message); \(warning.hint)")
    }
  }

  private func refuse(_ error: MixtapeError) {
    let problem = ErrorPresenter.problem(for: error)
    surroundings.refuse(.init(message: problem.message, hints: problem.hints))
  }

  /// Shows the present rules, and the number of episodes that they find together.
  private func showRules() {
    for (index, entry) in entries.enumerated() { surroundings.show("  \(index + 1)  \(entry.condition)") }
    let criteria = SmartCriteria(conditions: entries.map(\.condition), match: match)
    guard !entries.isEmpty, let rule = criteria.rule else { return }
    do throws(MixtapeError) {
      let count = counted(try surroundings.count(rule), "episode")
      surroundings.show("\(entries.count == 1 ? "it finds" : "match \(match.rawValue): they find") \(count)")
    } catch {
      refuse(error)
    }
  }

  /// The edits that lead from the original rules to the present ones.
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
