import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct RuleEditorTests {
  private static let rules = ["rating >= 4", "duration < 30 min"]

  /// Returns a browser with the rules of a playlist.
  private func browser(_ rules: [String] = rules, columns: Int = 60, rows: Int = 14) throws -> Browser {
    var browser = try Sample.browser(columns: columns, rows: rows)
    let conditions = try rules.map { try WrittenRule(parsing: $0) }
    let criteria = SmartCriteria(
      conditions: conditions.isEmpty ? nil : conditions, search: rules.isEmpty ? nil : "sky",
      sort: [.field(.rating, descending: true)])
    let playlist = try Playlist(id: try Sample.id("morning"), name: "Morning Commute", criteria: criteria)
    let contents = Listing.Contents([], title: "Morning Commute (morning)", summary: "", playlist: playlist)
    _ = browser.handle(.answer(.contents(.playlist(playlist.id), contents)))
    _ = browser.press("c")
    return browser
  }

  private func question(_ browser: Browser) throws -> RuleQuestion {
    guard case .rules(let editor) = browser.dialog else { throw CancellationError() }
    return editor.question
  }

  /// Answers the question of the browser.
  private func answer(_ preview: RulePreview, _ browser: inout Browser) throws {
    _ = browser.handle(.answer(.rules(try question(browser), preview)))
  }

  @Test func `rules show the episodes that they find`() throws {
    var browser = try browser()
    let found = try ["sky/auroras", "sky/comets"].map { name in
      let id = try Sample.episode(name)
      return Picker.Found(id, try #require(try Sample.texts()[id]))
    }
    try answer(.matches(RulePreview.Matches(count: 12, first: found)), &browser)
    #expect(
      browser.screen == """
         1 Playlists  2 Library  3 Tags  4 New  5 Player
         Rules of morning all must match
        ›1  rating >= 4
         2  duration < 30 min
         search  sky
         sort    -rating
         limit   none
         12 episodes
           Auroras                                        sky  30:34
           Comets and What They Leave Behind              sky  30:34



        s save  a add  enter edit  d remove  esc cancel
        """)
  }

  @Test func `a playlist without rules begins with a new one, and each key asks for its episodes`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("c").queries == [.rules(try question(browser))])
    let queries = browser.press("rating >= 4").queries
    #expect(queries.count == 11)
    guard case .rules(let last)? = queries.last else { throw CancellationError() }
    #expect(last.typed == .rule("rating >= 4", nil))
    #expect(last.criteria.conditions?.map(\.text) == ["rating >= 4"])
    // An answer to an earlier question is ignored.
    _ = browser.handle(
      .answer(
        .rules(
          RuleQuestion(playlist: last.playlist, criteria: last.criteria, typed: .rule("r", nil)), .fault(.init("?")))))
    #expect(browser.lines[3] == " Counting…")
    try answer(.matches(RulePreview.Matches(count: 1, typedCount: 1, warnings: ["careful"])), &browser)
    #expect(
      browser.lines[1...4].map { $0 } == [
        " Rules of morning all must match", "›1  rating >= 4▏", " 1 episode; this rule alone: 1 episode", " ! careful",
      ])
    #expect(browser.press("\n").commands == [])
    #expect(browser.press("s").commands == ["mixtape conditions morning --add rating >= 4"])
  }

  @Test func `an error is marked at its place`() throws {
    var browser = try browser([])
    _ = browser.press("foo = 1 and bar")
    try answer(
      .fault(RulePreview.Fault("there is no field `foo`", at: 0..<3, hints: ["fields: title, artist"])), &browser)
    #expect(
      browser.lines[2...5].map { $0 } == [
        "›1  foo = 1 and bar▏", "    ^~~", " there is no field `foo`", " fields: title, artist",
      ])
    // The mark stays below its word when the cursor is before it, and when only the end of the text is visible.
    _ = browser.handle(.key(.home))
    try answer(.fault(RulePreview.Fault("no field", at: 12..<15)), &browser)
    #expect(browser.lines[2...3].map { $0 } == ["›1  ▏foo = 1 and bar", "                 ^~~"])
    var narrow = try self.browser([], columns: 16)
    _ = narrow.press("foo = 1 and bar")
    try answer(.fault(RulePreview.Fault("no field", at: 12..<15)), &narrow)
    #expect(narrow.lines[2...3].map { $0 } == ["›1  … 1 and bar▏", "            ^~~"])
    // An invalid rule stays open.
    #expect(browser.press("\n").commands == [])
    #expect(browser.lines[12] == "! This rule is invalid: no field")
  }

  @Test func `rules are added, replaced and removed as one change`() throws {
    var browser = try browser()
    _ = browser.press("dm\n")
    _ = browser.handle(.key(.control("u")))
    _ = browser.press("duration < 20 min\nayear > 2000\nabpm > 90\n")
    #expect(
      browser.press("s").actions == [
        .change(
          BrowserEffect.Change(
            .conditions(
              try Sample.id("morning"),
              [
                .match(.any), .remove(0), .replace(1, with: try WrittenRule(parsing: "duration < 20 min")),
                .add(try WrittenRule(parsing: "year > 2000")), .add(try WrittenRule(parsing: "bpm > 90")),
              ]),
            expecting: .criteria(try #require(browser.listing.playlist).criteria)))
      ])
    // The rules stay open until they are saved.
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("the store is locked", isRefusal: true))))
    #expect(browser.lines[12] == "! the store is locked" && browser.lines[2] == " 1  duration < 20 min")
    #expect(
      browser.press("s").commands == [
        "mixtape conditions morning --match any --remove 1 --replace 2 duration < 20 min --add year > 2000 --add bpm > 90"
      ])
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("done"))))
    #expect(browser.dialog == nil)
  }

  @Test func `edits are discarded only after a second escape`() throws {
    var browser = try browser()
    _ = browser.press("d\u{1B}")
    #expect(browser.lines[12] == "! Not saved: s saves the changes, escape discards them")
    _ = browser.press("j\u{1B}")
    #expect(browser.dialog != nil)
    #expect(browser.press("\u{1B}").commands == [] && browser.dialog == nil)
    // Escape while a rule is typed keeps the old one.
    _ = browser.press("c\nxyz\u{1B}")
    #expect(browser.lines[2] == "›1  rating >= 4")
    #expect(browser.press("s").commands == [])
    #expect(browser.message?.text == "Nothing to change")
  }

  @Test func `the rules follow the file unless they are edited`() throws {
    var browser = try browser()
    let playlist = try #require(browser.listing.playlist)
    func change(_ rule: String, _ browser: inout Browser) throws {
      let changed = try Playlist(id: playlist.id, criteria: SmartCriteria(conditions: [try WrittenRule(parsing: rule)]))
      let contents = Listing.Contents([], title: "", summary: "", playlist: changed)
      _ = browser.handle(.answer(.contents(.playlist(playlist.id), contents)))
    }
    try change("year > 1990", &browser)
    #expect(browser.lines[2] == "›1  year > 1990")
    _ = browser.press("m")
    try change("year > 1980", &browser)
    #expect(browser.lines[2] == "›1  year > 1990")
    // Saving is then refused by the writer, because the numbers are those of other rules.
    guard case .change(let change)? = browser.press("s").actions.first else { throw CancellationError() }
    let present = browser.listing.playlist
    #expect(change.expected?.holds(in: { present }, among: { [] }) == false)
  }

  @Test(arguments: [
    ("gen", "genre "), ("title st", "title starts with "), ("title starts", "title starts with "), ("ratng", "rating"),
    ("lenght", nil),
    ("durat", "duration "), ("not ra", "not rating "), ("title is", nil), ("rating is m", "rating is missing "),
    ("rating >= 4", nil), ("title ", nil), ("", nil), ("title = \"x", nil),
  ]) func `tab completes a word`(_ text: String, _ completed: String?) throws {
    #expect(RuleCompletion.completing(text) == completed)
  }

  @Test(arguments: [
    ("genre = \"ja", ["Jazz", "Jazz Fusion"], "genre = \"Jazz"), ("genre = \"ja", ["Jazz"], "genre = \"Jazz\""),
    ("genre in (\"Rock\", \"j", ["Jazz"], "genre in (\"Rock\", \"Jazz\""),
    ("artist =", ["Say \"Oh\""], #"artist = "Say \"Oh\"""#),
    ("in playlist \"f", ["focus"], "in playlist \"focus\""), ("genre = \"x", [], nil),
    ("genre = ", ["Jazz", "Pop"], "genre = \""), ("genre =", [], "genre = \""), ("genre = \"p", ["Pop", "Punk"], nil),
  ]) func `tab completes a value`(_ text: String, _ values: [String], _ completed: String?) throws {
    #expect(try #require(ValueCompletion(text)).completed(from: values) == completed)
  }

  @Test(arguments: [
    "rating >= ", "genre = \"Jazz\"", "genre", "", "played in the last 2 ", "title matches \"a",
  ])
  func `other places have no values`(_ text: String) { #expect(ValueCompletion(text) == nil) }

  @Test func `the source of values is not read from texts in quotes`() {
    #expect(ValueCompletion("genre in (\"podcast\", \"")?.source == .field(.genre))
    #expect(ValueCompletion("title matches \"x\" and artist = \"")?.source == .field(.artist))
    #expect(ValueCompletion("title = \"\\\"genre\" and in playlist \"")?.source == .playlists)
  }

  @Test(arguments: ["genre = \"ja\"", "genre = \"jax\""])
  func `a value is completed inside of its quotes`(_ text: String) throws {
    var browser = try browser([])
    _ = browser.press(text)
    for _ in 0..<text.count - "genre = \"ja".count { _ = browser.handle(.key(.left)) }
    #expect(browser.mustWait(for: .tab))
    guard case .rule(text, let completion)? = try question(browser).typed else { throw CancellationError() }
    #expect(completion?.prefix == "ja")
    try answer(.matches(RulePreview.Matches(count: 0, typedCount: 0, values: ["Jazz"])), &browser)
    #expect(browser.lines[4] == " tab: Jazz")
    _ = browser.press("\t\n")
    #expect(browser.lines[2] == "›1  genre = \"Jazz\"")
  }

  @Test func `values of the library are shown, and tab takes them`() throws {
    var browser = try browser([])
    _ = browser.press("genre = \"ja")
    #expect(browser.mustWait(for: .tab) && !browser.mustWait(for: .enter))
    try answer(.fault(RulePreview.Fault("the closing quote is missing", values: ["Jazz"])), &browser)
    #expect(browser.lines[3] == " tab: Jazz")
    _ = browser.press("\t\ns")
    #expect(browser.lines[2] == "›1  genre = \"Jazz\"")
  }

  @Test func `the search, the order and the limit are saved with the rules as one change`() throws {
    var browser = try browser()
    _ = browser.press("jd\n")
    _ = browser.handle(.key(.control("u")))
    _ = browser.press("x\nj\n")
    _ = browser.handle(.key(.control("u")))
    _ = browser.press("-published, title\n")
    try answer(.matches(RulePreview.Matches(count: 1)), &browser)
    _ = browser.press("j\n90 min, 3 per podcast\n")
    #expect(
      browser.press("s").commands == [
        "mixtape conditions morning --search x --sort=-published,title --limit 90 min --limit 3 per podcast --remove 2"
      ])
  }

  @Test func `an invalid order stays open, with the reason of the command`() throws {
    var browser = try browser()
    _ = browser.press("jjj\n")
    _ = browser.press(",shoe size")
    guard case .sort(let text)? = try question(browser).typed else { throw CancellationError() }
    #expect(text == "-rating,shoe size")
    try answer(.fault(RulePreview.Fault("cannot sort by `shoe size`")), &browser)
    _ = browser.press("\n")
    #expect(browser.lines[12] == "! This sort is invalid: cannot sort by `shoe size`")
    #expect(browser.press("\u{1B}").commands == [] && browser.lines[5] == "›sort    -rating")
  }

  @Test func `a new smart playlist has a name and rules in one change`() throws {
    var browser = try Sample.browser(columns: 60, rows: 14)
    _ = browser.press("gjN")
    #expect(browser.lines[1] == " New smart playlist in evening all must match")
    _ = browser.press("\n")
    #expect(browser.lines[12] == "! A playlist needs a name")
    _ = browser.press("Morning\n")
    _ = browser.press("rating >= 4\n")
    #expect(browser.press("s").commands == [])
    #expect(browser.lines[12] == "! A playlist morning already exists")
    _ = browser.press(" Stars\n")
    #expect(
      browser.press("s").commands == ["mixtape create Morning Stars --folder evening --where rating >= 4"])
    // It is selected when the tree has it.
    let new = try Playlist(id: try Sample.id("morning-stars"), name: "Morning Stars")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Created morning-stars."), playlist: new)))
    #expect(browser.dialog == nil)
    #expect(browser.awaited == .playlist(new.id))
  }

  @Test func `a smart playlist needs a rule`() throws {
    var browser = try Sample.browser(columns: 60, rows: 14)
    _ = browser.press("NStars\n\u{1B}s")
    #expect(browser.lines[12] == "! A smart playlist needs a rule or a search; a adds a rule")
  }

  @Test func `the mouse selects rules`() throws {
    var browser = try browser()
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 3))))
    #expect(browser.lines[3] == "›2  duration < 30 min")
    _ = browser.handle(.key(.mouse(MouseEvent(.wheelUp, column: 5, row: 4))))
  }
}
