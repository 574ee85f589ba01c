import MixtapeModel
import PlaylistFiles

/// A dialogue that builds one comparison: a field, an operator and a value. The caller shows the questions and passes the
/// answers.
struct RuleDialogue {
  struct Question: Equatable {
    let prompt: String
    /// The possible answers, line by line.
    var choices: [String] = []
    /// The current value, which an empty answer keeps.
    var current: String?
    /// Whether an empty answer ends the dialogue.
    var mayEnd = false
  }

  private(set) var field: RuleField?
  private(set) var op: ConditionOperator?
  /// The values so far, as typed.
  private var values: [String] = []
  /// The comparison, once it is complete.
  private(set) var result: SmartPlaylistCondition?
  private let original: SmartPlaylistCondition?

  init(editing original: SmartPlaylistCondition? = nil) { self.original = original }

  /// The next question; `nil` once the comparison is complete.
  var question: Question? {
    if result != nil { return nil }
    guard let field else {
      return Question(prompt: "field", choices: Self.fieldLines, current: original?.field.rawValue)
    }
    guard let op else {
      let fitting = ConditionOperator.fitting(field)
      let current = original.flatMap { fitting.contains($0.op) ? $0.op.spelling : nil }
      return Question(
        prompt: "operator", choices: [fitting.map(\.spelling).joined(separator: "   ")], current: current)
    }
    return valueQuestion(field, op)
  }

  /// The rule whose episodes are counted: the complete comparison, or "the field has a value" after the first answer.
  var preview: Rule? {
    if let result { return .comparison(result) }
    guard let field, op == nil else { return nil }
    do throws(SmartPlaylistCondition.Mismatch) {
      return .comparison(try SmartPlaylistCondition(field: field, op: .isPresent, value: .none))
    } catch {
      return nil
    }
  }

  /// Accepts the answer to the ``question``.
  ///
  /// - Throws: The reason why the answer is invalid. The question stays the same.
  mutating func accept(_ text: String) throws(Wording) {
    guard let question else { return }
    let typed = text.trimmingBlanks
    if typed.isEmpty, question.mayEnd { return try finish() }
    let answer = typed.isEmpty ? question.current ?? "" : typed
    guard !answer.isEmpty else {
      throw Wording("a rule needs \(question.prompt == "operator" ? "an" : "a") \(question.prompt)")
    }
    guard let field else { return self.field = try Self.field(answer) }
    guard op != nil else {
      let op = try Self.op(answer, of: field)
      self.op = op
      if Self.valueCount(op) == 0 { try finish() }
      return
    }
    try take(answer)
  }

  /// Discards the values, so that the dialogue asks for them again.
  mutating func discardValue() {
    values = []
    result = nil
  }

  /// Returns the choices at the place of an error in the text of a rule: the fields, or examples of values. Empty if the error
  /// is about a word, or about an operator.
  static func choices(in text: String, at error: RuleError) -> [String] {
    guard error.found.isBlank else { return [] }
    if error.expected.contains(.field) { return RuleDialogue().question?.choices ?? [] }
    let words = text.split(separator: " ").map(String.init)
    guard let field = error.field, let place = words.lastIndex(where: { RuleField.named($0) == field }) else {
      return []
    }
    var dialogue = RuleDialogue()
    do throws(Wording) {
      try dialogue.accept(words[place])
      try dialogue.accept(words[(place + 1)...].joined(separator: " "))
    } catch {
      // The operator is missing, or a value follows it.
      return []
    }
    return dialogue.question?.choices ?? []
  }
}

// MARK: - Values

extension RuleDialogue {
  /// Returns the number of values that an operator takes; `nil` for any number.
  private static func valueCount(_ op: ConditionOperator) -> Int? {
    switch op {
    case .isMissing, .isPresent: 0
    case .between: 2
    case .isIn: nil
    default: 1
    }
  }

  private func valueQuestion(_ field: RuleField, _ op: ConditionOperator) -> Question {
    let currentValues = currentValues(field, op)
    let position = values.count
    let current = position < currentValues.count ? currentValues[position] : nil
    switch op {
    case .between:
      return Question(prompt: position == 0 ? "from" : "to", choices: examples(field, op), current: current)
    case .isIn:
      return Question(
        prompt: position == 0 ? "value" : "another value, or Enter to finish", current: current,
        mayEnd: position > 0 && current == nil)
    default: return Question(prompt: "value", choices: examples(field, op), current: current)
    }
  }

  /// Returns the values of the comparison to change, while field and operator stay the same.
  private func currentValues(_ field: RuleField, _ op: ConditionOperator) -> [String] {
    guard let original, original.field == field, original.op == op else { return [] }
    return switch original.value {
    case .none: []
    case .text(let text): [text]
    case .texts(let texts): texts
    // For a text, the name would be taken as the text itself.
    case .field(let other): other.valueType == .text ? [] : [other.rawValue]
    case .number(let quantity): [quantity.description]
    case .numbers(let lower, let upper): [lower.description, upper.description]
    case .date(let date): [date.description]
    case .dates(let lower, let upper): [lower.description, upper.description]
    case .span(let span): [span.description]
    }
  }

  private func examples(_ field: RuleField, _ op: ConditionOperator) -> [String] {
    if op == .inTheLast { return ["for example 12 hours, 30 days, 6 months"] }
    if let choices = field.choices { return [choices.joined(separator: " or ")] }
    switch (field, field.valueType) {
    case (.podcast, _): return ["the id, for example night-sky"]
    case (.folder, _): return ["for example science, or work/mornings"]
    case (_, .text): return []
    case (_, .seconds): return ["for example 90 s, 20 min, 1.5 h"]
    case (_, .date): return ["for example 2026-03-01, yesterday, last month, or another field"]
    case (.fileSize, _): return ["for example 60 MB, 2 GB"]
    case (.bitrate, _): return ["for example 256 kbps"]
    case (.sampleRate, _): return ["for example 44.1 kHz"]
    default: return ["a number"]
    }
  }

  private mutating func take(_ answer: String) throws(Wording) {
    guard let op, let field else { return }
    if op == .between, values.isEmpty { _ = try Self.parsed(field, .equals, answer) }
    values.append(answer)
    guard values.count == Self.valueCount(op) else { return }
    do throws(Wording) {
      try finish()
    } catch {
      values.removeLast()
      throw error
    }
  }

  private mutating func finish() throws(Wording) {
    guard let field, let op else { return }
    guard field.valueType == .text, let first = values.first else {
      return result = try Self.parsed(field, op, values.joined(separator: " and "))
    }
    let value: ConditionValue = op == .isIn ? .texts(values) : .text(first)
    result = try Self.parsed(field, op, value.description)
  }

  /// Parses one value, as in a rule. Any further text is an error.
  private static func parsed(
    _ field: RuleField, _ op: ConditionOperator, _ value: String
  ) throws(Wording) -> SmartPlaylistCondition {
    do throws(RuleError) {
      let rule = try Rule(parsing: "\(field.rawValue) \(op.spelling) \(value)")
      if case .comparison(let condition) = rule, condition.field == field, condition.op == op { return condition }
    } catch {
      throw ErrorPresenter.wording(of: error)
    }
    throw Wording("`\(value)` is not a single value")
  }
}

extension RuleDialogue {
  static let fieldLines: [String] =
    [
      ("text", TrackField.ValueType.text), ("numbers", .integer), ("time", .seconds), ("dates", .date),
    ].map { name, type in fieldLine(name) { $0.valueType == type && !$0.isOfPodcast } }
    + [fieldLine("podcast", of: \.isOfPodcast)]

  private static func fieldLine(_ name: String, of isIncluded: (RuleField) -> Bool) -> String {
    "\(name): \(RuleField.allCases.filter(isIncluded).map(\.rawValue).joined(separator: ", "))"
  }

  static func field(_ name: String) throws(Wording) -> RuleField {
    do throws(RuleError) {
      // Parsed as in a rule, so that alternative field names are accepted.
      if name.allSatisfy(\.isLetter), case .comparison(let condition) = try Rule(parsing: "\(name) is present") {
        return condition.field
      }
    } catch {
      throw ErrorPresenter.wording(of: error)
    }
    throw Wording("there is no field `\(name)`")
  }

  /// Returns the operator that a text names, if the field supports it.
  static func op(_ text: String, of field: RuleField) throws(Wording) -> ConditionOperator {
    let words = text.split(separator: " ").joined(separator: " ").lowercased()
    let fitting = ConditionOperator.fitting(field)
    if let op = fitting.first(where: { $0.spelling == words }) { return op }
    if field.valueType == .date,
      let op = ["before": ConditionOperator.lessThan, "after": .greaterThan, "in": .equals][words]
    {
      return op
    }
    throw Wording(
      "the operator `\(text)` does not apply to `\(field.rawValue)`",
      "operators of `\(field.rawValue)`: \(fitting.map(\.spelling).joined(separator: ", "))")
  }
}
