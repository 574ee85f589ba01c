internal import LosslessTOML
internal import MixtapeModel

extension TableReader {
  /// Reads an array of rules. Reports invalid ones and drops them.
  mutating func rules(_ entry: TOMLEntry) -> [WrittenRule]? { ruleElements(entry)?.map(\.rule) }

  /// Reads the rules of items that updates from a feed skip. Warns of a rule that matches no item.
  mutating func skipRules(_ entry: TOMLEntry) -> [WrittenRule]? {
    ruleElements(entry)?.map { rule, element in
      if let name = rule.rule.nameMissingInFeeds {
        report(
          .neverMatches, at: element.range, severity: .warning, "this rule matches no item: feeds have no \(name)")
      }
      return rule
    }
  }

  private mutating func ruleElements(_ entry: TOMLEntry) -> [(rule: WrittenRule, element: TOMLValue)]? {
    strings(entry, of: "rules") { (text: $0, element: $1) }?.compactMap { text, element in
      guard let rule = rule(text, in: element) else { return nil }
      return (rule, element)
    }
  }

  /// Parses a rule. Reports its error, or its times without a unit.
  mutating func rule(_ text: String, in element: TOMLValue) -> WrittenRule? {
    do throws(RuleError) {
      let parsed = try ParsedRule(parsing: text)
      for time in parsed.unitlessTimes { report(time, in: element) }
      return WrittenRule(parsed)
    } catch {
      report(error, in: element)
      return nil
    }
  }

  /// Warns of a time without a unit in a rule.
  mutating func report(_ time: ParsedRule.Mention<Quantity>, in string: TOMLValue) {
    let warning = RuleWording.warning(forUnitless: time.value)
    report(
      .unitlessTime, at: string.sourceRange(ofStringBytes: time.range) ?? string.range, severity: .warning,
      warning.message, notes: [Diagnostic.Note(message: warning.hint)])
  }

  /// Reports an error in a rule at its place in the string.
  mutating func report(_ error: RuleError, in string: TOMLValue) {
    func place(_ range: Range<Int>) -> SourceRange { string.sourceRange(ofStringBytes: range) ?? string.range }
    var notes: [Diagnostic.Note] = []
    if let opening = error.opening {
      notes.append(Diagnostic.Note(message: "opened here", range: place(opening)))
    }
    notes += RuleWording.hints(for: error).map { Diagnostic.Note(message: $0) }
    report(
      Diagnostic.ID(rawValue: error.code.rawValue), at: error.code == .empty ? string.range : place(error.range),
      RuleWording.message(for: error), notes: notes)
  }
}
