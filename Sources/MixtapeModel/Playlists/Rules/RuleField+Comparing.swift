extension ConditionOperator {
  /// Whether the operator can compare a field with another field.
  public var comparesFields: Bool {
    switch self {
    case .equals, .notEquals, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    default: false
    }
  }
}

extension RuleField {
  /// The measures of values. Only values with the same measure can be compared.
  private enum Measure: Hashable {
    case text, date, count
    /// A number with units, by the field of the units.
    case amount(RuleField)
  }

  /// The field that has the same units: positions are times like durations.
  var unitField: RuleField { self == .position ? .duration : self }

  private var measure: Measure {
    switch valueType {
    case .text: .text
    case .date: .date
    case .integer, .seconds: Quantity.Unit.allCases.contains { $0.field == unitField } ? .amount(unitField) : .count
    }
  }

  /// Returns whether the field can be compared with another field of the same episode.
  func isComparable(with other: RuleField, by op: ConditionOperator) -> Bool {
    !isOfPodcast && !other.isOfPodcast && measure == other.measure && ConditionOperator.fitting(self).contains(op)
  }

  /// Returns the fields that the field can be compared with.
  func comparableFields(by op: ConditionOperator) -> [RuleField] {
    Self.allCases.filter { $0 != self && isComparable(with: $0, by: op) }
  }

  /// Returns whether a value of the field can equal a text.
  func acceptsText(_ text: String) -> Bool {
    if let choices { return choices.contains(TextFolding.fold(text)) }
    return switch self {
    case .podcast: Podcast.ID(rawValue: TextFolding.fold(text)) != nil
    case .folder: Self.folder(text).map { $0.utf8.elementsEqual(NameRules.composed(text).utf8) } ?? false
    default: true
    }
  }

  /// Returns the composed path of a folder, without slashes at its ends; `nil` for an invalid path and for the top
  /// folder.
  static func folder(_ text: String) -> String? {
    do throws(MixtapeError) {
      let folder = try Folder(validating: NameRules.composed(text))
      return folder == .top ? nil : folder.path
    } catch {
      return nil
    }
  }
}
