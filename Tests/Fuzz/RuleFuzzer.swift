internal import MixtapeLibrary
internal import MixtapeModel

/// Reads a rule. An error points into the text. A valid rule is printed and read back as the same rule, and divides
/// the library: each episode is found either by the rule or by its negation.
func fuzzRule(_ text: String) throws {
  let parsed: ParsedRule
  do throws(RuleError) {
    parsed = try ParsedRule(parsing: text)
  } catch {
    return check(error, in: text)
  }
  let printed = parsed.rule.description
  let again = try Rule(parsing: printed)
  precondition(again == parsed.rule, "\(printed) is read as another rule")
  precondition(again.description == printed, "\(printed) is printed in another way")
  for range in parsed.playlists.map(\.range) + parsed.patterns.map(\.range) { checkRange(range, in: text) }
  try checkDivision(by: parsed.rule)
}

private func check(_ error: RuleError, in text: String) {
  checkRange(error.range, in: text)
  if let opening = error.opening { checkRange(opening, in: text) }
}

private func checkRange(_ range: Range<Int>, in text: String) {
  precondition(range.lowerBound >= 0 && range.upperBound <= text.utf8.count, "a range points out of the text")
}

private func checkDivision(by rule: Rule) throws {
  let library = FuzzedLibrary.shared
  do throws(LibraryError) {
    let found = try library.index.count(matching: EpisodeQuery(rule: rule, now: FuzzedLibrary.now))
    let others = try library.index.count(matching: EpisodeQuery(rule: .not(rule), now: FuzzedLibrary.now))
    precondition(found + others == library.episodes.count, "\(rule) finds \(found), and its opposite \(others)")
  } catch {
    // Only the rule may cause an error, for example by an invalid regular expression.
    guard error.concernsRules else { throw error }
  }
}
