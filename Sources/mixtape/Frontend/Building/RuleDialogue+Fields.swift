import MixtapeModel

extension RuleDialogue {
  /// The names of the fields, grouped by the type of their values.
  static let fieldLines: [String] =
    [
      ("text", TrackField.ValueType.text), ("numbers", .integer), ("time", .seconds), ("dates", .date),
    ].map { name, type in fieldLine(name) { $0.valueType == type && !$0.isOfPodcast } }
    + [fieldLine("podcast", of: \.isOfPodcast)]

  private static func fieldLine(_ name: String, of isIncluded: (RuleField) -> Bool) -> String {
    "\(name): \(RuleField.allCases.filter(isIncluded).map(\.rawValue).joined(separator: ", "))"
  }

  /// Returns the field with a name.
  static func field(_ name: String) throws(InvalidAnswer) -> RuleField {
    do throws(RuleError) {
      // Parsed as in a rule, so that alternative field names are accepted.
      if name.allSatisfy(\.isLetter), case .comparison(let condition) = try Rule(parsing: "\(name) is present") {
        return condition.field
      }
    } catch {
      throw InvalidAnswer(error)
    }
    throw InvalidAnswer(message: "there is no field `\(name)`")
  }

  /// Returns the operator that a text names, if the field supports it.
  static func op(_ text: String, of field: RuleField) throws(InvalidAnswer) -> ConditionOperator {
    let words = text.split(separator: " ").joined(separator: " ").lowercased()
    let fitting = ConditionOperator.fitting(field)
    if let op = fitting.first(where: { $0.spelling == words }) { return op }
    if field.valueType == .date,
      let op = ["before": ConditionOperator.lessThan, "after": .greaterThan, "in": .equals][words]
    {
      return op
    }
    throw InvalidAnswer(
      message: "the operator `\(text)` does not apply to `\(field.rawValue)`",
      hints: ["operators of `\(field.rawValue)`: \(fitting.map(\.spelling).joined(separator: ", "))"])
  }
}
