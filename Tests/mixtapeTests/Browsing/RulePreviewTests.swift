import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@testable import StoreBrowser
@testable import mixtape

/// The answers of the browser to questions about rules.
@Suite struct RulePreviewTests {
  private let reader: BrowserReader
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture(with: SmartSample.files)
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: CapturedOutput(isTerminal: false),
      errors: CapturedOutput(isTerminal: false))
    let store = try Store(
      at: fixture.sandbox.store, context: Store.Context(environment: context.environment, now: context.now))
    reader = BrowserReader(store, context) { _ in }
  }

  /// Returns the answer for a rule that is typed besides others.
  private func preview(_ typed: String?, besides rules: [String] = []) throws -> RulePreview {
    var conditions = try rules.map { try WrittenRule(parsing: $0) }
    if let typed, let rule = Self.rule(typed) { conditions.append(rule) }
    let criteria = SmartCriteria(conditions: conditions.isEmpty ? nil : conditions)
    return try reader.preview(
      RuleQuestion(
        playlist: try Playlist.ID(validating: "plain"), criteria: criteria,
        typed: typed.map { .rule($0, ValueCompletion($0)) }))
  }

  private static func rule(_ text: String) -> WrittenRule? {
    do throws(RuleError) { return try WrittenRule(parsing: text) } catch { return nil }
  }

  private func fault(_ typed: String, besides rules: [String] = []) throws -> RulePreview.Fault {
    guard case .fault(let fault) = try preview(typed, besides: rules) else { throw CancellationError() }
    return fault
  }

  @Test func `rules are counted together and by themselves`() throws {
    guard case .matches(let matches) = try preview("rating >= 4", besides: ["duration < 15 min"]) else {
      throw CancellationError()
    }
    #expect(matches.count == 1 && matches.typedCount == 2)
    #expect(matches.first.map(\.text.title) == ["Auroras"])
    guard case .matches(let all) = try preview(nil, besides: ["rating >= 3"]) else { throw CancellationError() }
    #expect(all.count == 3 && all.typedCount == nil)
    // Without rules, nothing is found.
    #expect(try preview(nil) == .matches(RulePreview.Matches(count: 0)))
  }

  @Test func `a time without a unit, a small number of plays and a missing playlist are warnings`() throws {
    guard
      case .matches(let matches) = try preview(#"duration < 900 and not in playlist "plan" and playCount = 0"#)
    else {
      throw CancellationError()
    }
    #expect(
      matches.warnings == [
        "there is no playlist `plan`, so it counts as empty in a rule of `plain`",
        "`900` means 900 seconds; write `900 s` or `900 min`",
        "`playCount = 0` does not find episodes that were never played: they have no `playCount`; write `(playCount = 0 or playCount is missing)`",
      ])
  }

  @Test(arguments: [
    ("lenght < 1", 0..<6, "there is no field `lenght`", "fields: title"),
    ("duration <", 10..<10, "expected a number, found the end of the rule", "for example 90 s, 20 min, 1.5 h"),
    ("duration", 8..<8, "expected an operator for `duration`, found the end of the rule", "`duration` supports"),
    (#"title matches "(""#, 14..<17, "invalid regular expression", ""),
    (#"not in playlist "plain""#, 16..<23, "the rules of playlists form a cycle: plain → plain", "remove one"),
    ("ratng > 1", 0..<5, "there is no field `ratng`", "did you mean `rating`?"),
    ("rating > 3 and ", 14..<14, "expected", "numbers: year"),
    ("not kind =", 10..<10, "expected text", "podcast or album"),
  ]) func `an error has a place and hints`(_ text: String, _ range: Range<Int>, _ message: String, _ hint: String)
    throws
  {
    let fault = try fault(text)
    #expect(fault.range == range)
    #expect(fault.message.contains(message), "\(fault.message)")
    #expect(hint.isEmpty || fault.hints.contains { $0.contains(hint) }, "\(fault.hints)")
  }

  @Test func `an empty rule lists the fields, and the error of another rule has no place`() throws {
    let empty = try fault("")
    #expect(empty.range == nil && empty.hints.contains { $0.hasPrefix("numbers: year, originalYear, bpm") })
    #expect(try fault("year > 1", besides: [#"title matches "(""#]).range == nil)
  }
}

/// The answers of the browser to questions about lists.
@Suite struct BrowserReaderTests {
  @Test func `a list whose rules name a missing playlist has a warning`() throws {
    let fixture = try CommandFixture(
      with: SmartSample.files.merging([
        "playlists/lost.toml": """
        conditions = ['in playlist "gone"']

        """
      ]) { $1 })
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: CapturedOutput(isTerminal: false),
      errors: CapturedOutput(isTerminal: false))
    let faults = FileFaultLog()
    let store = try Store(
      at: fixture.sandbox.store,
      context: Store.Context(environment: context.environment, now: context.now, notify: faults.note))
    let reader = BrowserReader(store, context, faults) { _ in }
    for (name, warning) in [
      ("lost", "there is no playlist `gone`, so it counts as empty in a rule of `lost`"), ("plain", nil),
    ] {
      let id = try Playlist.ID(validating: name)
      guard case .contents(_, let contents) = reader.reply(to: .contents(.playlist(id))) else {
        throw CancellationError()
      }
      #expect(contents.warning == warning)
    }
  }
}
