internal import MixtapeModel

extension Evaluation {
  /// Finds the rows of `texts` that match at least one pattern of a group, for many groups at once.
  ///
  /// `equals` and `startsWith` use the index of the table. All other patterns together take one scan of the texts.
  func resolve(_ groups: some Sequence<TextPatterns>) throws {
    let unknown = Set(groups).filter { textRows[$0] == nil }
    guard !unknown.isEmpty else { return }
    var scan = TextScan()
    for group in unknown {
      var rows = RowSet()
      for pattern in group.patterns where try !lookUp(pattern, ofListed: group.areOfListed, &rows) {
        try scan.add(pattern, for: group, self)
      }
      textRows[group] = rows
    }
    guard !scan.isEmpty else { return }
    try scan.run(in: self)
  }

  /// Adds the rows of a pattern that the index of the table finds. Returns `false` for other patterns.
  private func lookUp(_ pattern: TextPattern, ofListed isOfListed: Bool, _ rows: inout RowSet) throws -> Bool {
    guard let condition = pattern.sql("folded") else { return false }
    for table in isOfListed ? ["texts", "listedTexts"] : ["texts"] {
      rows.formUnion(try self.rows(SQL("SELECT text FROM \(table) WHERE ") + condition))
    }
    return true
  }
}

/// Patterns for the texts of a field.
struct TextPatterns: Hashable {
  let patterns: [TextPattern]
  /// Whether the patterns find each of the values that a text lists.
  let areOfListed: Bool

  init(_ patterns: [TextPattern], of field: RuleField) {
    self.patterns = patterns
    areOfListed = field.isListed
  }
}

extension TextPattern {
  /// Returns the pattern as SQL that can use an index, or `nil`.
  func sql(_ column: String) -> SQL? {
    switch self {
    case .equals(let text): SQL("\(column) = ?", [.text(text)])
    case .startsWith(let text):
      SQL("\(column) >= ?", [.text(text)])
        + (text.firstAfterPrefix.map { SQL(" AND \(column) < ?", [.text($0)]) } ?? SQL(""))
    case .endsWith, .contains, .matches: nil
    }
  }
}

extension String {
  /// The first text, in the order of scalars, after all texts that start with this one; `nil` if no text follows.
  var firstAfterPrefix: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // The numbers from D800 to DFFF are not scalars.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
      return String(String.UnicodeScalarView(scalars + [next]))
    }
    return nil
  }
}

/// One scan of all texts, for all patterns that need it.
private struct TextScan {
  private var patterns: [TextPattern] = []
  private var expressions: [PatternSearch] = []
  private var groupsOfPattern: [[Int]] = []
  private var groupsOfExpression: [[Int]] = []
  private var groups: [TextPatterns] = []
  private var known: [TextPattern: Int] = [:]

  var isEmpty: Bool { patterns.isEmpty && expressions.isEmpty }

  mutating func add(_ pattern: TextPattern, for group: TextPatterns, _ evaluation: Evaluation) throws {
    if groups.last != group { groups.append(group) }
    let number = groups.count - 1
    if case .matches(let condition) = pattern {
      if let index = known[pattern] {
        groupsOfExpression[index].append(number)
      } else {
        known[pattern] = expressions.count
        expressions.append(try evaluation.expression(of: condition))
        groupsOfExpression.append([number])
      }
    } else if let index = known[pattern] {
      groupsOfPattern[index].append(number)
    } else {
      known[pattern] = patterns.count
      patterns.append(pattern)
      groupsOfPattern.append([number])
    }
  }

  func run(in evaluation: Evaluation) throws {
    let matcher = TextMatcher(patterns.enumerated().map { ($0.offset, $0.element) })
    var found = groups.map { evaluation.textRows[$0] ?? RowSet() }
    let column = expressions.isEmpty ? "folded" : "folded, original"
    func scan(_ table: String, where isWanted: (Int) -> Bool) throws {
      try evaluation.forEach(SQL("SELECT text, \(column) FROM \(table)")) { row in
        let text = row.integer(0)
        row.withBytes(1) {
          matcher.matches(in: $0) { index in
            for group in groupsOfPattern[index] where isWanted(group) { found[group].insert(text) }
            return true
          }
        }
        for (index, expression) in expressions.enumerated() {
          if try row.withBytes(2, expression.finds) {
            for group in groupsOfExpression[index] where isWanted(group) { found[group].insert(text) }
          }
        }
        return true
      }
    }
    try scan("texts") { _ in true }
    if groups.contains(where: \.areOfListed) { try scan("listedTexts") { groups[$0].areOfListed } }
    for (group, rows) in zip(groups, found) { evaluation.textRows[group] = rows }
  }
}
