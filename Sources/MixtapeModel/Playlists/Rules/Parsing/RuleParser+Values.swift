extension RuleParser {
  /// Parses the value that an operator compares a field with.
  mutating func value(of op: ConditionOperator, _ field: RuleField) throws(RuleError) -> ConditionValue {
    if let error = presenceAsValue(of: op, field) { throw error }
    if op.comparesFields, let other = try otherField(for: field, op) { return .field(other) }
    switch (op, field.valueType) {
    case (.isMissing, _), (.isPresent, _): return .none
    case (.isIn, _): return .texts(try list(for: field))
    case (.inTheLast, _): return .span(try span(for: field))
    case (.matches, _):
      let range = token.range
      let pattern = try text(for: field)
      patterns.append(ParsedRule.Mention(value: pattern, range: range))
      return .text(pattern)
    case (.equals, .text), (.notEquals, .text): return .text(try wholeText(for: field))
    case (_, .text): return .text(try text(for: field))
    case (.between, .date):
      let lower = try date(for: field)
      try expect("and")
      return .dates(lower, try date(for: field))
    case (.between, _):
      let lower = try quantity(for: field)
      try expect("and")
      return .numbers(lower, try quantity(for: field))
    case (_, .date): return .date(try date(for: field))
    case (_, .integer), (_, .seconds): return .number(try quantity(for: field))
    }
  }

  /// Returns the error that the larger of two bounds comes first.
  func boundsExchanged(_ value: ConditionValue, of field: RuleField, from start: Int) -> RuleError {
    let range = start..<parsedEnd
    let bounds: String? =
      switch value {
      case .numbers(let lower, let upper):
        Self.upper(upper, withUnitOf: lower).map { "between \(lower) and \($0)" } ?? "between \(upper) and \(lower)"
      case .dates(let lower, let upper): "between \(upper) and \(lower)"
      default: nil
      }
    return RuleError(
      .boundsExchanged, at: range, found: lexer.text(range), field: field,
      suggestions: [bounds].compactMap { $0.map { "\(field.rawValue) \($0)" } },
      unitlessTime: unitlessTimes.last { range.contains($0.range.lowerBound) }?.value)
  }

  /// Returns the upper bound in `duration between 10 min and 20` with the unit of the lower one; `nil` if the bounds would still
  /// be exchanged.
  private static func upper(_ upper: Quantity, withUnitOf lower: Quantity) -> Quantity? {
    upper.unit == nil && lower.unit != nil && lower.number <= upper.number ? Quantity(upper.number, lower.unit) : nil
  }

  // MARK: Texts

  /// Parses text in quotes.
  mutating func text(for field: RuleField?) throws(RuleError) -> String {
    guard case .text(let text) = token.kind else { throw wrongType(.text, for: field) }
    try advance()
    return text
  }

  private mutating func list(for field: RuleField) throws(RuleError) -> [String] {
    let start = token.range.lowerBound
    guard token.kind == .leftParenthesis else { throw unexpected([.word("(")], field: field) }
    try advance()
    if token.kind == .rightParenthesis { throw error(.emptyList, from: start, expected: [.text], field: field) }
    var texts = [try wholeText(for: field)]
    while token.kind == .comma {
      try advance()
      texts.append(try wholeText(for: field))
    }
    guard token.kind == .rightParenthesis else { throw unexpected([.word(","), .word(")")], field: field) }
    try advance()
    return texts
  }

  // MARK: Numbers

  private mutating func quantity(for field: RuleField) throws(RuleError) -> Quantity {
    if token.kind == .clock, field.unitField == .duration { return try clock() }
    // The lexer has checked the number.
    guard token.kind == .number, let number = Double(tokenText) else { throw wrongType(.number, for: field) }
    let range = token.range
    try advance()
    if field.unitField == .duration, token.kind == .word, Quantity.Unit.isTimeWord(tokenText) {
      return try time(from: number)
    }
    let unit = try unit(for: field)
    guard let quantity = Quantity(number, unit) else { throw error(.badNumber, expected: [.number]) }
    if field.valueType == .seconds, unit == nil, number != 0 {
      unitlessTimes.append(ParsedRule.Mention(value: quantity, range: range))
    }
    return quantity
  }

  /// Parses the unit of a time, and further numbers with smaller units: `h 30 min`.
  private mutating func time(from first: Double) throws(RuleError) -> Quantity {
    var (time, number, units) = (WrittenTime(), first, Quantity.Unit.times)
    while true {
      guard token.kind == .word, let unit = Quantity.Unit(timeWord: tokenText), time.append(number, unit) else {
        throw unexpected(units.map { .word($0.rawValue) })
      }
      try advance()
      units = units.filter { $0.factor < unit.factor }
      // A negative time has no further parts, and no part but the first has a sign.
      guard first >= 0, !units.isEmpty, token.kind == .number, lexer.bytes[token.range.lowerBound].isDigit,
        let next = Double(tokenText)
      else { break }
      number = next
      try advance()
    }
    guard let quantity = time.quantity else { throw error(.badNumber, expected: [.number]) }
    return quantity
  }

  /// Parses a time with colons.
  private mutating func clock() throws(RuleError) -> Quantity {
    guard let quantity = WrittenTime(tokenText)?.quantity else { throw error(.badTime, expected: [.number]) }
    try advance()
    return quantity
  }

  private mutating func unit(for field: RuleField) throws(RuleError) -> Quantity.Unit? {
    guard token.kind == .word, !isWord("and"), !isWord("or") else { return nil }
    let units = Quantity.Unit.allCases.filter { $0.field == field.unitField }.map(\.rawValue)
    guard let unit = Quantity.Unit(rawValue: tokenText) ?? Quantity.Unit(timeWord: tokenText) else {
      // For a field without units, this should be `and` or `or`.
      guard !units.isEmpty, RuleVocabulary.words(meantBy: tokenText, among: [.word("and"), .word("or")]).isEmpty else {
        return nil
      }
      throw error(
        .unknownUnit, expected: units.map { .word($0) }, field: field,
        suggestions: unitSuggestions(among: units, for: field, "="))
    }
    guard unit.field == field.unitField else {
      throw error(.unitDoesNotFit, expected: units.map { .word($0) }, field: field)
    }
    try advance()
    return unit
  }

  private mutating func span(for field: RuleField) throws(RuleError) -> TimeSpan {
    let start = token.range.lowerBound
    if token.kind == .word, RuleVocabulary.spanUnit(tokenText) != nil {
      throw error(.unexpected, expected: [.wholeNumber], field: field, suggestions: ["1 \(tokenText)"])
    }
    // A field of dates takes no whole number: only a span does.
    guard token.kind == .number else { throw wrongType(.wholeNumber, for: nil) }
    guard tokenText.utf8.allSatisfy(\.isDigit) else { throw error(.badSpan, expected: [.wholeNumber]) }
    let count = Int(tokenText) ?? .max
    try advance()
    guard token.kind == .word, let unit = RuleVocabulary.spanUnit(tokenText) else {
      let units = TimeSpan.Unit.allCases.map(\.plural)
      let suggestions = unitSuggestions(among: units, for: field, "in the last")
      throw error(
        token.kind == .word ? .unknownUnit : .unexpected, expected: units.map { .word($0) }, field: field,
        suggestions: suggestions)
    }
    guard let span = TimeSpan(count, unit) else { throw error(.badSpan, from: start, expected: [.wholeNumber]) }
    try advance()
    return unit == .hour && token.kind == .number ? try self.span(ofHours: count, from: start) : span
  }

  /// Parses the minutes of a span of hours and minutes: `30 min`.
  private mutating func span(ofHours hours: Int, from start: Int) throws(RuleError) -> TimeSpan {
    guard tokenText.utf8.allSatisfy(\.isDigit) else { throw error(.badSpan, expected: [.wholeNumber]) }
    let minutes = min(Int(tokenText) ?? .max, TimeSpan.maximumCount + 1)
    try advance()
    guard token.kind == .word, Quantity.Unit(timeWord: tokenText) == .minutes else { throw unexpected([.word("min")]) }
    guard let span = TimeSpan(60 * hours + minutes, .minute) else {
      throw error(.badSpan, from: start, expected: [.wholeNumber])
    }
    try advance()
    return span
  }

  // MARK: Dates

  private mutating func date(for field: RuleField) throws(RuleError) -> RuleDate {
    if let period = try period(for: field) { return .period(period) }
    guard token.kind == .date else {
      throw dateInOtherNotation(at: token.range.lowerBound, for: field) ?? wrongType(.date, for: field)
    }
    let date: RuleDate
    do throws(DateTimeReader.Fault) {
      date = try DateText.date(lexer.bytes[token.range])
    } catch {
      guard error == .shape else { throw self.error(.noSuchDate) }
      throw self.error(.badDate, expected: [.date], suggestions: DateText.suggestions(for: tokenText))
    }
    try advance()
    return date
  }

  /// Parses a calendar period such as `last week`; `nil` if something else follows.
  private mutating func period(for field: RuleField) throws(RuleError) -> CalendarPeriod? {
    guard token.kind == .word else { return nil }
    if let period = CalendarPeriod(rawValue: tokenText) {
      try advance()
      return period
    }
    guard isWord("this") || isWord("last") else { return nil }
    let start = tokenText
    try advance()
    if start == "last", let error = spanAsPeriod(for: field) { throw error }
    let units = CalendarPeriod.allCases.map(\.rawValue).filter { $0.hasPrefix("\(start) ") }
      .map { String($0.dropFirst(start.utf8.count + 1)) }
    guard token.kind == .word, let period = CalendarPeriod(rawValue: "\(start) \(tokenText)") else {
      throw unexpected(units.map { .word($0) })
    }
    try advance()
    return period
  }
}

extension RuleParser {
  /// Parses the other field of a comparison of two fields; `nil` if something else follows.
  ///
  /// - Throws: ``RuleError/Code/fieldsDoNotFit`` if the fields cannot be compared.
  mutating func otherField(for field: RuleField, _ op: ConditionOperator) throws(RuleError) -> RuleField? {
    guard token.kind == .word, let other = RuleField.named(tokenText) else { return nil }
    guard field.isComparable(with: other, by: op) else {
      throw error(
        .fieldsDoNotFit, expected: field.comparableFields(by: op).map { .word($0.rawValue) }, field: field,
        suggestions: field.valueType == .text ? [RuleText.quoted(tokenText)] : [])
    }
    try advance()
    return other
  }

  /// Parses text in quotes that a value of a field can equal.
  mutating func wholeText(for field: RuleField) throws(RuleError) -> String {
    let range = token.range
    let text = try text(for: field)
    guard !field.acceptsText(text) else {
      texts.append(ParsedRule.Mention(value: ParsedRule.FieldText(field: field, text: text), range: range))
      return text
    }
    throw RuleError(
      field.textFault, at: range, found: text, expected: (field.choices ?? []).map { .word(RuleText.quoted($0)) },
      field: field, suggestions: field.suggestions(for: text).map(RuleText.quoted))
  }
}

extension RuleField {
  /// The error for a text that no value of the field can equal.
  fileprivate var textFault: RuleError.Code {
    switch self {
    case .podcast: .invalidPodcastID
    case .folder: .invalidFolder
    default: .unknownValue
    }
  }

  /// Returns suggestions for an invalid text.
  fileprivate func suggestions(for text: String) -> [String] {
    if let choices { return NearestNames.of(text.lowercased(), among: choices, limit: 1) }
    return switch self {
    case .podcast: [Podcast.ID(suggestedBy: text)?.rawValue].compactMap(\.self)
    case .folder: [Self.folder(text)].compactMap(\.self)
    default: []
    }
  }
}
