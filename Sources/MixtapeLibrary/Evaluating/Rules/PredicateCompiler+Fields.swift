internal import MixtapeModel

extension PredicateCompiler {
  /// Compiles a set of texts of the podcast.
  func compilePodcasts(_ field: RuleField, _ set: TextSet, _ orMissing: Bool) throws -> Compiled {
    let (rows, isComplement) = try evaluation.podcasts(field, set, orMissing: orMissing)
    return compile("podcast", rows, !isComplement)
  }

  /// Compiles a comparison of two fields, which is null if a value is missing.
  func compile(_ field: RuleField, _ relation: FieldRelation, _ other: RuleField, _ holds: Bool) -> Compiled {
    let isText = field.valueType == .text
    var condition = SQL("\(field.comparedColumn) \(relation.rawValue) \(other.comparedColumn)")
    if isText, field != .title, other != .title {
      // Equal texts usually have the same row.
      condition = SQL("\(field.rawValue) = \(other.rawValue) OR ") + condition
    }
    let sql = holds ? condition : SQL("(") + condition + SQL(") IS NOT TRUE")
    return Compiled(sql: sql, cost: isText ? 12 : 2, depth: 2)
  }
}

extension RuleField {
  /// The expression for sorting. Texts are folded, with their numbers in natural order.
  var sortedColumn: String {
    switch (self, valueType) {
    case (.title, _): "coalesce(titleKey, foldedTitle)"
    case (_, .text): "(SELECT coalesce(sortKey, folded) FROM texts WHERE text = episodes.\(rawValue))"
    default: numberColumn
    }
  }

  /// The expression for comparisons between fields. Texts are folded.
  var comparedColumn: String {
    switch (self, valueType) {
    case (.title, _): "foldedTitle"
    case (_, .text): "(SELECT folded FROM texts WHERE text = episodes.\(rawValue))"
    default: numberColumn
    }
  }
}
