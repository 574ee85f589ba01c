import MixtapeModel
import PlaylistFiles

/// Builds one comparison in a dialogue: a field, an operator and a value. The caller shows the questions and passes the
/// answers.
struct RuleDialogue {
  /// A question of the dialogue.
  struct Question: Equatable {
    let prompt: String
    /// The possible answers, line by line.
    var choices: [String] = []
    /// The present value, which an empty answer keeps.
    var standing: String?
    /// Whether an empty answer ends the dialogue.
    var mayEnd = false
  }

  /// The reason why an answer is invalid.
  struct Refusal: Error, Equatable {
    let message: String
    var hints: [String] = []
  }

  private(set) var field: RuleField?
  private(set) var op: ConditionOperator?
  /// The values so far, as typed.
  private var values: [String] = []
  /// The comparison, once it is complete.
  private(set) var result: SmartPlaylistCondition?
  /// The comparison to change, if any.
  private let original: SmartPlaylistCondition?

  /// Starts with a new comparison, or with an existing one.
  init(editing original: SmartPlaylistCondition? = nil) { self.original = original }

  /// The next question; `nil` once the comparison is complete.
  var question: Question? {
    if result != nil { return nil }
    guard let field else {
      return Question(prompt: "field", choices: Self.fieldLines, standing: original?.field.rawValue)
    }
    guard let op else {
      let fitting = ConditionOperator.fitting(field)
      let standing = original.flatMap { fitting.contains($0.op) ? $0.op.spelling : nil }
      return Question(
        prompt: "operator", choices: [fitting.map(\.spelling).joined(separator: "   ")], standing: standing)
    }
    return valueQuestion(field, op)
  }

  /// The rule of the answers so far, to count its episodes: that the field has a value, or the whole comparison.
  var preview: Rule? {
    if let result { return .comparison(result) }
    guard let field, op == nil else { return nil }
    do throws(SmartPlaylistCondition.Mismatch) {
      return .comparison(try SmartPlaylistCondition(field: field, op: .isPresent, value: .none))
    } catch {
      return nil
    }
  }

  /// Takes the answer to the ``question``.
  ///
  /// - Throws: ``Refusal`` if the answer is invalid. The question stays the same.
  mutating func answer(_ text: String) throws(Refusal) {
    guard let question else { return }
    let typed = text.trimmingBlanks
    if typed.isEmpty, question.mayEnd { return try finish() }
    let answer = typed.isEmpty ? question.standing ?? "" : typed
    guard !answer.isEmpty else {
      throw Refusal(message: "a rule needs \(question.prompt == "operator" ? "an" : "a") \(question.prompt)")
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

  /// Asks for the value again, if the comparison cannot be used.
  mutating func retractValue() {
    values = []
    result = nil
  }
}

// MARK: - Fields and operators

extension RuleDialogue {
  private static let fieldLines: [String] =
    [
      ("text", TrackField.ValueType.text), ("numbers", .integer), ("time", .seconds), ("dates", .date),
    ].map { name, type in fieldLine(name) { $0.valueType == type && !$0.isOfPodcast } }
    + [fieldLine("podcast", of: \.isOfPodcast)]

  private static func fieldLine(_ name: String, of isIncluded: (RuleField) -> Bool) -> String {
    "\(name): \(RuleField.allCases.filter(isIncluded).map(\.rawValue).joined(separator: ", "))"
  }

  private static func field(_ name: String) throws(Refusal) -> RuleField {
    do throws(RuleError) {
      // Parsed as in a rule, so that other names of fields work too.
      if name.allSatisfy(\.isLetter), case .comparison(let condition) = try Rule(parsing: "\(name) is present") {
        return condition.field
      }
    } catch {
      throw Refusal(error)
    }
    throw Refusal(message: "there is no field `\(name)`")
  }

  private static func op(_ text: String, of field: RuleField) throws(Refusal) -> ConditionOperator {
    let words = text.split(separator: " ").joined(separator: " ").lowercased()
    let fitting = ConditionOperator.fitting(field)
    if let op = fitting.first(where: { $0.spelling == words }) { return op }
    if field.valueType == .date, let op = ["before": ConditionOperator.lessThan, "after": .greaterThan][words] {
      return op
    }
    throw Refusal(
      message: "`\(field.rawValue)` cannot be compared by `\(text)`",
      hints: ["\(field.rawValue) goes with \(fitting.map(\.spelling).joined(separator: ", "))"])
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
    let standing = standingValues(field, op)
    let position = values.count
    let current = position < standing.count ? standing[position] : nil
    switch op {
    case .between:
      return Question(prompt: position == 0 ? "from" : "to", choices: examples(field, op), standing: current)
    case .isIn:
      return Question(
        prompt: position == 0 ? "value" : "another value, or nothing", standing: current,
        mayEnd: position > 0 && current == nil)
    default: return Question(prompt: "value", choices: examples(field, op), standing: current)
    }
  }

  /// Returns the values of the comparison to change, while field and operator stay the same.
  private func standingValues(_ field: RuleField, _ op: ConditionOperator) -> [String] {
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
    if op == .inTheLast { return ["such as 12 hours, 30 days, 6 months"] }
    if let choices = field.choices { return [choices.joined(separator: " or ")] }
    switch (field, field.valueType) {
    case (.podcast, _): return ["the id, such as night-sky"]
    case (.folder, _): return ["such as science, or work/mornings"]
    case (_, .text): return []
    case (_, .seconds): return ["such as 90 s, 20 min, 1.5 h"]
    case (_, .date): return ["such as 2026-03-01, yesterday, last month, or another field"]
    case (.fileSize, _): return ["such as 60 MB, 2 GB"]
    case (.bitrate, _): return ["such as 256 kbps"]
    case (.sampleRate, _): return ["such as 44.1 kHz"]
    default: return ["a number"]
    }
  }

  private mutating func take(_ answer: String) throws(Refusal) {
    guard let op, let field else { return }
    if op == .between, values.isEmpty { _ = try Self.parsed(field, .equals, answer) }
    values.append(answer)
    guard values.count == Self.valueCount(op) else { return }
    do throws(Refusal) {
      try finish()
    } catch {
      values.removeLast()
      throw error
    }
  }

  private mutating func finish() throws(Refusal) {
    guard let field, let op else { return }
    result = try condition(field, op)
  }

  private func condition(_ field: RuleField, _ op: ConditionOperator) throws(Refusal) -> SmartPlaylistCondition {
    guard field.valueType == .text, !values.isEmpty else {
      return try Self.parsed(field, op, values.joined(separator: " and "))
    }
    let value: ConditionValue = op == .isIn ? .texts(values) : .text(values[0])
    return try Self.parsed(field, op, value.description)
  }

  /// Parses a value as in a rule, and refuses anything besides a value.
  private static func parsed(
    _ field: RuleField, _ op: ConditionOperator, _ value: String
  ) throws(Refusal) -> SmartPlaylistCondition {
    do throws(RuleError) {
      let rule = try Rule(parsing: "\(field.rawValue) \(op.spelling) \(value)")
      if case .comparison(let condition) = rule, condition.field == field, condition.op == op { return condition }
    } catch {
      throw Refusal(error)
    }
    throw Refusal(message: "`\(value)` is more than a value")
  }
}

extension RuleDialogue.Refusal {
  fileprivate init(_ error: RuleError) {
    self.init(message: RuleWording.message(for: error), hints: RuleWording.hints(for: error))
  }
}
