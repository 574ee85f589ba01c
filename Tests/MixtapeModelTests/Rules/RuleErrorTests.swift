import MixtapeModel
import Testing

@Suite("Rules with mistakes")
struct RuleErrorTests {
  /// A text with its mistake between `«` and `»`, and the expected error.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let range: Range<Int>
    let code: RuleError.Code
    let suggestions: [String]
    var testDescription: String { text }

    init(_ marked: String, _ code: RuleError.Code, _ suggestions: String...) {
      let parts = marked.split(separator: /[⟨⟩]/, omittingEmptySubsequences: false)
      text = parts.joined()
      let start = parts[0].utf8.count
      range = start..<start + (parts.count > 1 ? parts[1].utf8.count : 0)
      self.code = code
      self.suggestions = suggestions
    }
  }

  private static let structure = [
    Case("⟨⟩", .empty), Case("⟨ \n⟩", .empty), Case("title⟨⟩", .unexpected), Case("title ⟨title⟩", .unexpected),
    Case("year = 1⟨⟩ and", .unexpected).at(12..<12), Case("⟨and⟩ year = 1", .unexpected),
    Case("year = 1 ⟨2⟩", .unexpected), Case("year = 1 ⟨bpm⟩ = 2", .unexpected),
    Case("year = 1 ⟨AND⟩ bpm = 2", .unexpected, "and"), Case("year = 1 ⟨&&⟩ bpm = 2", .unexpected, "and"),
    Case("year = 1 ⟨||⟩ bpm = 2", .unexpected, "or"), Case("⟨!⟩(year = 1)", .unexpected, "not"),
    Case("⟨Not⟩ year = 1", .unexpected, "not"), Case("⟨IN⟩ playlist \"x\"", .unexpected, "in playlist", "in progress"),
    Case("(year = 1⟨⟩", .missingParenthesis), Case("(year = 1 ⟨,⟩", .unexpected),
    Case("year = 1⟨)⟩", .strayParenthesis),
    Case("⟨)⟩", .unexpected), Case("(⟨)⟩", .unexpected), Case("not⟨⟩", .unexpected),
    Case("⟨\"x\"⟩ = title", .unexpected),
    Case("⟨;⟩", .unexpected), Case("year = 1⟨;⟩", .unexpected), Case("⟨\u{0}⟩", .unexpected),
  ]

  private static let fieldsAndOperators = [
    Case("⟨gerne⟩ = \"x\"", .unknownField, "genre"), Case("⟨Title⟩ = \"x\"", .unknownField, "title"),
    Case("⟨LASTPLAYEDAT⟩ is missing", .unknownField, "lastPlayedAt"), Case("⟨stars⟩ > 3", .unknownField, "rating"),
    Case("⟨unplayed⟩", .unknownField, "played is missing"), Case("⟨Unrated⟩", .unknownField, "rating is missing"),
    Case("⟨new⟩", .unknownField, "playCount is missing and published in the last 7 days"),
    Case("⟨größe⟩ > 3", .unknownField), Case("⟨titl\u{301}e⟩ > 3", .unknownField, "title"),
    Case("year ⟨==⟩ 1", .unexpected, "="), Case("year ⟨<>⟩ 1", .unexpected, "!="),
    Case("year ⟨=>⟩ 1", .unexpected, ">="),
    Case("year ⟨≥⟩ 1", .unexpected, ">="), Case("title ⟨like⟩ \"x\"", .unexpected, "contains"),
    Case("title ⟨startsWith⟩ \"x\"", .unexpected, "starts with"),
    Case("title ⟨Contains⟩ \"x\"", .unexpected, "contains"), Case("title ⟨contain⟩ \"x\"", .unexpected, "contains"),
    Case("title starts ⟨\"x\"⟩", .unexpected), Case("⟨title not⟩ in (\"x\")", .unexpected, "not title"),
    Case("title ⟨is⟩ \"x\"", .unexpected, "="), Case("title is ⟨null⟩", .unexpected, "missing"),
    Case("title ⟨is not missing⟩", .unexpected, "is present"),
    Case("rating ⟨is not present⟩ or", .unexpected, "is missing"), Case("title ⟨is not⟩ \"x\"", .unexpected, "!="),
    Case("title ⟨!= missing⟩", .unexpected, "is present"), Case("rating ⟨= missing⟩", .unexpected, "is missing"),
    Case("played ⟨= present⟩", .unexpected, "is present"), Case("not played⟨⟩", .unexpected, "played is missing"),
    Case("not (played⟨)⟩", .unexpected, "played is present"),
    Case("rating = 1 and not played ⟨or⟩ year = 1", .unexpected, "played is missing"),
    Case("title is⟨⟩", .unexpected),
    Case("year ⟨starts with⟩ \"2\"", .operatorDoesNotFit), Case("title ⟨<⟩ \"b\"", .operatorDoesNotFit),
    Case("year ⟨in⟩ (1, 2)", .operatorDoesNotFit), Case("title ⟨in the last⟩ 2 days", .operatorDoesNotFit),
    Case("year ⟨before⟩ 2015", .operatorDoesNotFit), Case("title ⟨after⟩ \"x\"", .operatorDoesNotFit),
    Case("added ⟨contains⟩ \"x\"", .operatorDoesNotFit), Case("added in ⟨(⟩2026-03-01)", .unexpected),
    Case("added in the ⟨past⟩ 2 days", .unexpected, "last"), Case("in ⟨\"focus\"⟩", .unexpected),
  ]

  private static let values = [
    Case("year = ⟨\"2015\"⟩", .wrongType, "2015"), Case("year = ⟨\"x\"⟩", .wrongType),
    Case("title = ⟨3⟩", .wrongType, "\"3\""),
    Case("title = ⟨2026-03-01⟩", .wrongType, "\"2026-03-01\""), Case("year = ⟨2026-03-01⟩", .wrongType),
    Case("artist = ⟨Alicia Keys⟩ and year = 1", .wrongType, "\"Alicia Keys\""),
    Case("artist = ⟨'it'⟩ or", .wrongType, "\"it\""), Case("artist = ⟨“Café”⟩", .wrongType, "\"Café\""),
    Case("artist = ⟨'⟩x", .unexpected), Case("added > ⟨\"2026-03-01\"⟩", .wrongType, "2026-03-01"),
    Case("duration > ⟨\"3 min\"⟩", .wrongType, "3 min"), Case("added > ⟨2026⟩", .wrongType, "2026-01-01"),
    Case("added > ⟨Yesterday⟩", .wrongType, "yesterday"), Case("title =⟨⟩", .unexpected),
    Case("year > ⟨and⟩ bpm = 1", .unexpected),
    Case("title in ⟨\"x\"⟩", .unexpected), Case("title in ⟨()⟩", .emptyList), Case("title in (\"x\", ⟨)⟩", .unexpected),
    Case("title in (\"x\" ⟨\"y\"⟩)", .unexpected), Case("title in (⟨3⟩)", .wrongType, "\"3\""),
    Case("title in (\"x\"⟨⟩", .unexpected), Case("in ⟨progres⟩", .unexpected, "progress"),
    Case("position > 3 ⟨kbps⟩", .unitDoesNotFit), Case("in playlist ⟨focus⟩", .wrongType, "\"focus\""),
    Case("in playlist ⟨\"Deep Work\"⟩", .invalidPlaylistID, "\"deep-work\""),
    Case("in playlist ⟨\"\"⟩", .invalidPlaylistID),
    Case("rating > 3 ⟨min⟩", .unitDoesNotFit), Case("fileSize > 3 ⟨min⟩", .unitDoesNotFit),
    Case("duration > 3 ⟨mins⟩", .unknownUnit, "min"), Case("duration > 1 h ⟨h⟩", .unexpected),
    Case("duration > 30 min 1 ⟨h⟩", .unexpected), Case("duration > 1 h 30⟨⟩", .unexpected),
    Case("duration > 1 h 30 ⟨parsecs⟩", .unexpected), Case("duration > 1 s ⟨1⟩ s", .unexpected),
    Case("duration > 1 h ⟨-30⟩ min", .unexpected), Case("duration > -1 h ⟨30⟩ min", .unexpected),
    Case("duration > ⟨1:75⟩", .badTime), Case("duration > ⟨1:5⟩", .badTime), Case("duration > ⟨1:00:00:00⟩", .badTime),
    Case("duration > 1⟨:⟩", .unexpected), Case("year > ⟨1:30⟩", .wrongType),
    Case("title = ⟨1:30⟩", .wrongType, "\"1:30\""),
    Case("rating > 3 ⟨minutes⟩", .unitDoesNotFit), Case("sampleRate > 3 ⟨khz⟩", .unknownUnit, "kHz"),
    Case("duration > 3 ⟨parsecs⟩", .unknownUnit), Case("duration > 3 ⟨And⟩ year = 1", .unexpected, "and"),
    Case("rating > 3 ⟨stars⟩", .unexpected), Case("⟨bpm between 5 and 3⟩", .boundsExchanged, "bpm between 3 and 5"),
    Case("⟨duration between 1 h and 10 min⟩", .boundsExchanged, "duration between 10 min and 1 h"),
    Case(
      "⟨added between 2026-03-02 and 2026-03-01T23:59:59Z⟩", .boundsExchanged,
      "dateAdded between 2026-03-01T23:59:59Z and 2026-03-02"),
    Case("bpm between 3 ⟨or⟩ 5", .unexpected), Case("bpm between 3 and⟨⟩", .unexpected),
    Case("fileSize > ⟨1,000⟩", .badNumber, "1000"), Case("duration < ⟨1,5⟩ h", .badNumber, "1.5"),
    Case("year > ⟨.5⟩", .badNumber, "0.5"), Case("year > ⟨5.⟩", .badNumber, "5"),
    Case("year > ⟨+5⟩", .badNumber, "5"), Case("year > ⟨-.5⟩", .badNumber, "-0.5"), Case("year > ⟨1.2.3⟩", .badNumber),
    Case("year > ⟨12345678901234567890⟩", .badNumber), Case("year > ⟨-⟩ 5", .unexpected),
    Case("year > 1⟨e5⟩", .unexpected),
    Case("added in the last ⟨0⟩ days", .badSpan).at(18..<24), Case("added in the last ⟨10001 days⟩", .badSpan),
    Case("added in the last ⟨1.5⟩ days", .badSpan), Case("added in the last ⟨99999999999999999999⟩ days", .badNumber),
    Case("added in the last ⟨month⟩", .unexpected, "1 month"), Case("added in the last 3 ⟨decades⟩", .unknownUnit),
    Case("added in the last 3 ⟨Weeks⟩", .unknownUnit, "weeks"), Case("added in the last 3⟨⟩", .unexpected),
    Case("added in the last ⟨\"3\"⟩ days", .wrongType), Case("added in the last ⟨two⟩ weeks", .wrongType, "2"),
    Case("added in the last 90⟨m⟩", .unknownUnit, "minutes", "months"), Case("duration < 5 ⟨M⟩", .unknownUnit, "min"),
    Case("added in the last 1⟨H30M⟩", .unknownUnit, "h30m"), Case("duration < 1⟨H30M⟩", .unknownUnit, "h30m"),
    Case("added in the last 1 h ⟨1.5⟩ min", .badSpan), Case("added in the last 1 h 30 ⟨s⟩", .unexpected),
    Case("added in the last ⟨9999 h 30 min⟩", .badSpan), Case("added in the last 1 h 30⟨⟩", .unexpected),
    Case("added in the last 1 day ⟨30⟩ min", .unexpected), Case("added in the last 1⟨M30S⟩", .unknownUnit),
    Case("added in the last ⟨few⟩ weeks", .wrongType), Case("added in the last ⟨a⟩ week", .wrongType, "1"),
  ]

  private static let fieldsOfPodcasts = [
    Case("podcast ⟨<⟩ 3", .operatorDoesNotFit), Case("podcast = ⟨3⟩", .wrongType, "\"3\""),
    Case("podcast = ⟨\"Night Sky\"⟩", .invalidPodcastID, "\"night-sky\""),
    Case("podcast in (\"a\", ⟨\"a/b\"⟩)", .invalidPodcastID, "\"a-b\""), Case("podcast = ⟨\"\"⟩", .invalidPodcastID),
    Case("folder = ⟨\"science/\"⟩", .invalidFolder, "\"science\""), Case("folder = ⟨\"\"⟩", .invalidFolder),
    Case("folder != ⟨\"a//b\"⟩", .invalidFolder), Case("kind = ⟨\"albums\"⟩", .unknownValue, "\"album\""),
    Case("kind in (⟨\"book\"⟩)", .unknownValue), Case("kind ⟨starts with⟩ \"a\"", .operatorDoesNotFit),
    Case("⟨tags⟩ = \"calm\"", .unknownField, "tag"),
    Case("tag ⟨between⟩ \"a\" and \"b\"", .operatorDoesNotFit),
  ]

  private static let twoFields = [
    Case("lastPlayedAt < ⟨title⟩", .fieldsDoNotFit), Case("duration < ⟨fileSize⟩", .fieldsDoNotFit),
    Case("folder = ⟨genre⟩", .fieldsDoNotFit, "\"genre\""), Case("artist = ⟨year⟩", .fieldsDoNotFit, "\"year\""),
    Case("year = ⟨tag⟩", .fieldsDoNotFit), Case("year between ⟨rating⟩ and 3", .wrongType),
    Case("title contains ⟨artist⟩", .wrongType, "\"artist\""), Case("published in ⟨published⟩", .unexpected),
  ]

  private static let periods = [
    Case("added > ⟨week⟩", .wrongType, "this week", "last week"), Case("added > ⟨thisMonth⟩", .wrongType, "this month"),
    Case("added > ⟨now⟩", .wrongType, "today"), Case("added > this ⟨day⟩", .unexpected),
    Case("added ⟨last week⟩", .unexpected, "in last week"), Case("played ⟨today⟩ or", .unexpected, "in today"),
    Case("added ⟨in last 2 weeks⟩", .unexpected, "in the last 2 weeks"),
    Case("added ⟨last 2 weeks⟩ and year = 1", .unexpected, "in the last 2 weeks"),
    Case("added ⟨the last 2 weeks⟩", .unexpected, "in the last 2 weeks"),
    Case("added in last ⟨2⟩ decades", .unexpected), Case("added > last⟨⟩", .unexpected),
    Case("added > ⟨tomorrow⟩", .wrongType), Case("year > ⟨today⟩", .wrongType),
    Case("⟨added between today and yesterday⟩", .boundsExchanged, "dateAdded between yesterday and today"),
    Case("⟨added between this year and last year⟩", .boundsExchanged, "dateAdded between last year and this year"),
    Case("year ⟨in⟩ this week", .operatorDoesNotFit).at(5..<7),
  ]

  private static let datesAndTexts = [
    Case("added > ⟨2026-02-30⟩", .noSuchDate), Case("added > ⟨2026-13-01⟩", .noSuchDate),
    Case("added > ⟨2026-03-01T24:00⟩", .noSuchDate), Case("added > ⟨2026-03-01T23:00+24:00⟩", .noSuchDate),
    Case("added > ⟨0000-01-01T00:00+00:01⟩", .noSuchDate), Case("added > ⟨2026-3-1⟩", .badDate, "2026-03-01"),
    Case("added > ⟨2026-03⟩", .badDate), Case("added > ⟨2026-03-01T6:00⟩", .badDate),
    Case("added > ⟨2026-03-01T06:00:00.Z⟩", .badDate), Case("added > ⟨2026-03-01T06:00+1⟩", .badDate),
    Case("added > 2026-03-01⟨x⟩", .unexpected), Case("added > 2026-03-01 ⟨06⟩", .unexpected),
    Case("title = ⟨\"⟩x and year = 1", .unterminatedText), Case("title = ⟨\"⟩x\\", .unterminatedText),
    Case("title = ⟨\"⟩x\\\"", .unterminatedText), Case("title matches \"⟨\\d⟩+\"", .badEscape, "\\\\d"),
    Case("title = \"⟨\\é⟩\"", .badEscape, "\\\\é"), Case("title = \"⟨\\u⟩0041\"", .badEscape, "\\\\u"),
    Case("title = \"⟨\\u⟩{}\"", .badEscape, "\\\\u"), Case("title = \"⟨\\u{D800}⟩\"", .badEscape, "\\\\u{D800}"),
    Case("title = \"⟨\\u⟩{0000041}\"", .badEscape, "\\\\u"), Case("title = \"⟨\\u⟩{+41}\"", .badEscape, "\\\\u"),
    Case("title = \"a⟨\t⟩b\"", .controlCharacter, "\\t"), Case("title = \"a⟨\n⟩b\"", .controlCharacter, "\\n"),
    Case("title = \"a⟨\u{85}⟩b\"", .controlCharacter, "\\u{85}"),
    Case("title = \"a⟨\u{7F}⟩b\"", .controlCharacter, "\\u{7F}"),
  ]

  private static let textsWithoutQuotes = [
    Case("podcast = ⟨night-sky⟩", .wrongType, "\"night-sky\""),
    Case("podcast = ⟨night-sky⟩ and year = 1", .wrongType, "\"night-sky\""),
    Case("podcast in (\"a\", ⟨night-sky⟩, daily-byte)", .wrongType, "\"night-sky\""),
    Case("not (podcast = ⟨night-sky⟩)", .wrongType, "\"night-sky\""),
    Case("in playlist ⟨night-sky⟩ or year = 1", .wrongType, "\"night-sky\""),
    Case("artist = ⟨AC/DC⟩", .wrongType, "\"AC/DC\""), Case("title = ⟨Don't Stop!⟩", .wrongType, "\"Don't Stop!\""),
    Case("genre = ⟨R&B⟩", .wrongType, "\"R&B\""), Case("title = ⟨a - b⟩", .wrongType, "\"a - b\""),
    Case("title = ⟨Café⟩\u{A0}and year = 1", .wrongType, "\"Café\""),
    Case("title = ⟨Rock⟩ & year = 1", .wrongType, "\"Rock\""), Case("title = ⟨a⟩\"b\"", .wrongType, "\"a\""),
    Case("podcast = ⟨2-fast⟩", .wrongType, "\"2-fast\""), Case("title = ⟨24 hours⟩", .wrongType, "\"24 hours\""),
    Case("title = ⟨1.2.2026⟩", .wrongType, "\"1.2.2026\""),
    Case("title = \"x\" ⟨1,000⟩", .badNumber, "1000"),
  ]

  private static let otherDates = [
    Case("published > ⟨2026/02/01⟩", .badDate, "2026-02-01"), Case("published > ⟨2026.2.1⟩", .badDate, "2026-02-01"),
    Case("published > ⟨1.2.2026⟩", .badDate, "2026-02-01"), Case("published > ⟨13/2/2026⟩", .badDate, "2026-02-13"),
    Case("published before ⟨2/13/2026⟩", .badDate, "2026-02-13"),
    Case("published > ⟨1/2/2026⟩", .badDate, "2026-02-01", "2026-01-02"),
    Case("published > ⟨2/2/2026⟩", .badDate, "2026-02-02"), Case("published > ⟨13-2-2026⟩", .badDate, "2026-02-13"),
    Case("published between 2026-01-01 and ⟨1.2.2026⟩", .badDate, "2026-02-01"),
    Case("published between ⟨2026/1/1⟩ and 2027", .badDate, "2026-01-01"),
    Case("published > ⟨1/2/26⟩", .badDate), Case("published > ⟨31.2.2026⟩", .badDate),
    Case("published > ⟨2026/02⟩", .badDate), Case("published > ⟨2026.⟩", .badDate), Case("published > ⟨2.5⟩", .badDate),
    Case("published > ⟨1,000⟩", .badDate), Case("published in the last ⟨1,000⟩ days", .badNumber, "1000"),
    Case("published > 2026-01-01 ⟨1,000⟩", .badNumber, "1000"),
  ]

  private static let valuesOfFields = fieldsOfPodcasts + twoFields + periods + textsWithoutQuotes + otherDates

  @Test(arguments: structure + fieldsAndOperators + values + datesAndTexts + valuesOfFields)
  func areReportedAtTheirPlaces(_ expected: Case) throws {
    do throws(RuleError) {
      let rule = try Rule(parsing: expected.text)
      Issue.record("read as \(rule)")
    } catch {
      #expect(error.code == expected.code)
      #expect(error.range == expected.range)
      #expect(error.suggestions == expected.suggestions)
      #expect(
        error.found == String(Substring(expected.text.utf8.dropFirst(error.range.lowerBound).prefix(error.range.count)))
          || Self.codesAboutContents.contains(error.code))
    }
  }

  /// Errors about the text inside the quotes.
  private static let codesAboutContents: [RuleError.Code] = [
    .invalidPlaylistID, .unterminatedText, .invalidPodcastID, .invalidFolder, .unknownValue,
  ]

  @Test func anUnsupportedOperatorListsTheSupportedOnes() {
    let expected: [RuleField: String] = [
      .year: "= != < <= > >= between is missing is present",
      .title: "= != starts with ends with contains matches in is missing is present",
      .dateAdded: "= != < <= > >= between before after in the last is missing is present",
    ]
    for (field, operators) in expected {
      let text = field.valueType == .text ? "\(field) < 1" : "\(field) matches \"x\""
      let error = #expect(throws: RuleError.self) { try Rule(parsing: text) }
      let words = error?.expected.map { if case .word(let word) = $0 { word } else { "?" } }
      #expect(words?.joined(separator: " ") == operators)
    }
  }

  @Test(arguments: [("not played", "played"), ("lastPlayedAt", "lastPlayedAt"), ("year = 1 or added < 3", "added")])
  func errorsNameTheFieldAsItIsWritten(text: String, name: String) throws {
    let error = try #require(throws: RuleError.self) { try Rule(parsing: text) }
    #expect(error.fieldName == name && error.field == RuleField.named(name))
  }

  @Test func anUnclosedParenthesisIsReported() throws {
    let error = try #require(throws: RuleError.self) { try Rule(parsing: "year = 1 or (bpm = 2 and (rating = 3)") }
    #expect(error.opening == 12..<13 && error.range == 37..<37)
  }

  @Test func depthIsReportedAtTheFirstExcessiveLevel() throws {
    let text = String(repeating: "(", count: Rule.maximumDepth + 1) + "year = 1"
    let error = try #require(throws: RuleError.self) { try Rule(parsing: text) }
    #expect(error.code == .tooDeep && error.range == Rule.maximumDepth..<Rule.maximumDepth + 1)
  }

  @Test func anErrorOfTheModelNamesTheRule() throws {
    let error = try #require(throws: MixtapeError.self) { try WrittenRule(validating: "yaer = 1") }
    #expect(error.code == .invalidRule && error.subject == .text("yaer = 1"))
    #expect((error.cause as? RuleError)?.suggestions == ["year"])
  }
}

extension RuleErrorTests.Case {
  /// Returns the case with another place of the error than the marked one.
  fileprivate func at(_ range: Range<Int>) -> Self {
    Self(text: text, range: range, code: code, suggestions: suggestions)
  }

  private init(text: String, range: Range<Int>, code: RuleError.Code, suggestions: [String]) {
    (self.text, self.range, self.code, self.suggestions) = (text, range, code, suggestions)
  }
}
