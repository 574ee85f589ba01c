import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// Random keys on a browser of a real store. `MIXTAPE_TEST_STEPS` sets their number.
@Suite(.timeLimit(.generous)) struct RandomBrowsingTests {
  @Test func `random keys leave a valid store, and each screen fits`() throws {
    let random = SeededGenerator()
    var typing = RandomTyping(random)
    let fixture = try CommandFixture()
    var run = try BrowserRun(fixture)
    for step in 1...TestSteps.count(150) {
      if typing.number(in: 0...60) == 0 {
        run.handle(.resized(columns: typing.number(in: 0...120), rows: typing.number(in: 0...40)))
      }
      run.type(typing.next())
      let browser = run.browser
      #expect(BrowserView(browser).grid.lines.allSatisfy { $0.displayWidth <= browser.columns }, random.comment)
      #expect(browser.listing.marks.allSatisfy { browser.listing.entries.indices.contains($0) }, random.comment)
      if step.isMultiple(of: 1_000) {
        #expect(try fixture.sandbox.status() == [], random.comment)
        #expect(!(try run.store.check().hasErrors), random.comment)
      }
    }
    // The browser shows the present state of the store.
    run.handle(.idle)
    run.handle(.storeChanged)
    #expect(Set(run.browser.sidebars[.playlists]?.playlists ?? []) == Set(try run.store.playlistIDs()), random.comment)
    if let shown = run.browser.listing.playlist {
      #expect(try run.store.playlist(shown.id)?.episodes == shown.episodes, random.comment)
    }
    #expect(try fixture.sandbox.status() == [], random.comment)
    #expect(!(try run.store.check().hasErrors), random.comment)
    fixture.sandbox.expectSound()
  }

  /// The maximum number of steps of one browser. Keys are typed faster than it handles them, and its end is awaited for a limited
  /// time.
  private static let mostSteps = 5_000

  @Test func `random typing leaves a valid store and the terminal as it was`() throws {
    let random = SeededGenerator()
    var typing = RandomTyping(random)
    let fixture = try CommandFixture()
    var left = TestSteps.count(150)
    while left > 0 {
      try browse(fixture, min(left, Self.mostSteps), &typing, random.comment)
      left -= Self.mostSteps
    }
    fixture.sandbox.expectSound()
  }

  /// Types random keys in a browser, and ends it.
  private func browse(_ fixture: CommandFixture, _ steps: Int, _ typing: inout RandomTyping, _ seed: Comment) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let before = terminal.settings
    try fixture.start(["browse", "--service", "simulator"], in: terminal, settings: ["EDITOR": "true"])
    terminal.wait(for: "1 Playlists")
    for _ in 0..<steps {
      terminal.type(typing.next())
      if typing.number(in: 0...30) == 0 {
        terminal.resize(columns: typing.number(in: 1...120), rows: typing.number(in: 1...40))
      }
    }
    terminal.type("\u{3}")
    #expect(terminal.waitForEnd() == 0, seed)
    #expect(terminal.settings == before, seed)
    let screen = terminal.screen
    #expect(!screen.isAlternate && screen.showsCursor && !screen.reportsMouse && !screen.marksPastes, seed)
    // The terminal itself echoes tabs that are typed while the editor has it.
    #expect(screen.unknown.allSatisfy { $0 == "control 9" }, seed)
    #expect(try fixture.sandbox.status() == [], seed)
    #expect(fixture.mixtape(["check"]).status == .done, seed)
  }
}

/// A browser of a real store, without a terminal and without threads.
private struct BrowserRun {
  private(set) var browser = Browser(columns: 80, rows: 24)
  let store: Store
  private let reader: BrowserReader
  private let writer: BrowserWriter
  private let jobs: BrowserJobs
  private var decoder = KeyDecoder()

  init(_ fixture: CommandFixture) throws {
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: CapturedOutput(isTerminal: false, columns: 80),
      errors: CapturedOutput(isTerminal: false, columns: 80))
    store = try Store(
      at: fixture.sandbox.store, context: Store.Context(environment: context.environment, now: context.now))
    reader = BrowserReader(store, context) { _ in }
    writer = BrowserWriter(store, context)
    jobs = BrowserJobs(of: store, Mailbox(), context)
    run(browser.start())
    handle(.storeChanged)
  }

  /// Types a text, and waits after it.
  mutating func type(_ text: String) {
    for key in decoder.decode(Array(text.utf8)) + decoder.flush() {
      if browser.savesMove(before: key) { handle(.idle) }
      handle(.key(key))
    }
  }

  mutating func handle(_ event: BrowserEvent) { run(browser.handle(event)) }

  /// Runs effects in order, and those that follow from them.
  private mutating func run(_ effects: [BrowserEffect]) {
    var pending = effects[...]
    while let effect = pending.popFirst() {
      switch effect {
      case .read(let query): pending += browser.handle(.answer(reader.reply(to: query)))
      case .change(let change): pending = browser.handle(.outcome(writer.perform(change))) + pending
      case .changeLibrary(let change): pending = browser.handle(.outcome(writer.perform(change))) + pending
      case .run(let job): pending += browser.handle(.ended(jobs.run(job)))
      case .restore(let restoration): pending = browser.handle(.outcome(writer.restore(restoration))) + pending
      case .undo: pending = browser.handle(.outcome(writer.perform(.undo))) + pending
      case .redo: pending = browser.handle(.outcome(writer.perform(.redo))) + pending
      // The test in a terminal opens the editor and plays.
      case .edit, .play, .enqueue, .player, .endPlayer, .redraw, .suspend, .quit: break
      }
    }
  }
}

/// Random input of a terminal: keys, texts, pastes and events of the mouse. It neither ends nor suspends the browser.
struct RandomTyping {
  private var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  private static let keys =
    "jkgGJKdyn/fuaAerhlc123450*?xX<>.,{}+-pP[]SRCmsoOt =\"WTNyH!".map(String.init) + [
      "\r", "\t", "\u{7F}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
      "\u{1B}[F", "\u{1B}[3~", "\u{1B}[Z", "\u{12}", "\u{15}", "\u{17}", "\u{0C}", "\u{01}", "\u{0E}",
      "\u{1B}[200~pasted 夜\ntext\u{1B}[201~", "\u{1B}[999;999x", "\u{FF}",
    ]

  /// Texts that lead to changes more often than single keys do.
  private static let phrases = [
    "nNew List\r", "nWalk \u{1F3B2} night\t\tfolder/deep\r", "acom\r\u{1B}[B\r", "*A\t\r", "dy", "crating >= 4\rs",
    "ctitle contains \"a\"\rs", "cm\rs", "NSmart \u{1F3B2}\rrating >= 3\rs", "y\r", "R4", "x", "2TX, y\r", "J", "JJJ",
    "uu", "\u{12}", "r!\r", "hRy", "2j\t", "1", "fsk\r", "1\tp", "5\tjo", "5acom\r",
  ]

  /// Returns the next key or phrase. Escape is followed by a pause in a real terminal, so it is a text of its own.
  mutating func next() -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<4: Self.phrases.randomElement(using: &random) ?? "u"
    case 4..<8: "\u{1B}"
    case 8:
      "\u{1B}[<\([0, 64, 65].randomElement(using: &random) ?? 0);\(Int.random(in: 1...120, using: &random));\(Int.random(in: 1...40, using: &random))M"
    default: Self.keys.randomElement(using: &random) ?? "j"
    }
  }

  /// Returns a random number.
  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
}
