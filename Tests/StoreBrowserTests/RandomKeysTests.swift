import Foundation
import MixtapeModel
import MixtapePlayer
@testable import StoreBrowser
import TestSupport
import Testing

/// Random keys on a browser of playlists in memory, at random sizes of the screen.
@Suite struct RandomKeysTests {
  private static let keys: [Key] =
    "qjkgGJKd dyn/fuaAerhilc12345*?xX<>.,{}+-tpP[]SRCmoOs=\"UIwWTNyH!0".map(Key.character) + [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
      .control("r"), .control("u"), .control("w"), .control("l"), .control("a"), .control("n"),
      .pasted("pasted 夜 text"),
    ]

  @Test func `random keys leave a valid state, and each screen fits`() throws {
    var random = SeededGenerator()
    var store = try MemoryStore()
    var browser = Browser(columns: 80, rows: 24)
    store.run(browser.start(), &browser)
    for _ in 0..<TestSteps.count(300) {
      store.run(browser.handle(try Self.event(&random)), &browser)
      let grid = BrowserView(browser).grid
      #expect(grid.lines.allSatisfy { $0.displayWidth <= browser.columns }, random.comment)
      #expect(browser.listing.marks.allSatisfy { browser.listing.entries.indices.contains($0) }, random.comment)
      #expect(browser.listing.cursor.row <= max(0, browser.listing.count - 1), random.comment)
    }
    // The browser shows the present state of the store.
    store.run(browser.handle(.idle) + browser.handle(.storeChanged), &browser)
    let ids = try store.manager.all().map(\.id)
    #expect(Set(browser.sidebars[.playlists]?.playlists ?? []) == Set(ids), random.comment)
    if let shown = browser.listing.playlist { #expect(try store.manager.find(shown.id)?.episodes == shown.episodes) }
  }

  private static func event(_ random: inout SeededGenerator) throws -> BrowserEvent {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: .resized(columns: .random(in: 0...120, using: &random), rows: .random(in: 0...40, using: &random))
    case 1: .idle
    case 2: .storeChanged
    case 3: .player(Bool.random(using: &random) ? nil : try player(&random))
    case 4:
      .key(
        .mouse(
          MouseEvent(
            [.press, .wheelUp, .wheelDown].randomElement(using: &random) ?? .press,
            column: .random(in: 0...120, using: &random), row: .random(in: 0...40, using: &random))))
    default: .key(keys.randomElement(using: &random) ?? .enter)
    }
  }

  private static func player(_ random: inout SeededGenerator) throws -> PlayerSnapshot {
    var player = try PlayerSample.snapshot()
    let count = Int.random(in: 0...50, using: &random)
    player.chapters = ChapterList((0..<count).map { Chapter("Chapter \($0)", at: .seconds($0 * 60)) })
    if Bool.random(using: &random) { (player.entries, player.upNext, player.state) = ([], [], .empty) }
    return player
  }
}

/// Playlists in memory, which run the effects of a browser as the program does.
private struct MemoryStore {
  let manager: InMemoryPlaylistManager

  init() throws {
    manager = InMemoryPlaylistManager(
      try (0..<12).map { number in
        try Playlist(
          id: try Sample.id("list-\(number)"), folder: try Sample.folder(["", "a", "a/b", "c"][number % 4]),
          episodes: try (0..<number * 3).map { try Sample.episode("show/e\($0 % 7)") })
      }, now: { Date(timeIntervalSince1970: 0) })
  }

  /// Runs effects, and those that follow from them.
  mutating func run(_ effects: [BrowserEffect], _ browser: inout Browser) {
    var pending = effects[...]
    while let effect = pending.popFirst() {
      switch effect {
      case .read(let query): pending += browser.handle(.answer(answer(to: query)))
      case .change(let change): pending = browser.handle(.outcome(outcome(of: change))) + pending
      case .changeLibrary: pending = browser.handle(.outcome(BrowserOutcome(Browser.Message("done")))) + pending
      case .run(let job):
        pending += browser.handle(.progress("1/2"))
        pending += browser.handle(.ended(JobResult(Browser.Message(job.title), lines: ["one", "two"])))
      default: break
      }
    }
  }

  private func outcome(of change: BrowserEffect.Change) -> BrowserOutcome {
    do {
      let plan = try manager.perform(change.operation)
      return BrowserOutcome(Browser.Message("done"), playlist: plan.after)
    } catch {
      return BrowserOutcome(Browser.Message("\(error)", isRefusal: true))
    }
  }

  private func answer(to query: BrowserQuery) -> BrowserAnswer {
    do {
      switch query {
      case .lastPlaylists:
        let names = try manager.all().map { (id: $0.id, folder: $0.folder) }
        return .lastPlaylists(SidebarContents(named: names, in: []))
      case .playlists:
        let all = try manager.all()
        return .playlists(SidebarContents(all.map(PlaylistSummary.init), in: all.folders))
      case .podcasts:
        return .podcasts(byFolder: SidebarContents([], byTag: false), byTag: SidebarContents([], byTag: true))
      case .contents(let source): return .contents(source, try contents(of: source))
      case .texts(let ids): return .texts(ids, [:])
      case .filter(let text, let source):
        return .filter(text, source, Set(try (0..<7).map { try Sample.episode("show/e\($0)") }.prefix(text.count)))
      case .search(let text):
        let found = try (0..<7).map {
          Picker.Found(try Sample.episode("show/e\($0)"), EpisodeText(title: text, collection: "", playingTime: ""))
        }
        return .search(text, found)
      case .playable(let text): return .playable(text, try PlayerSample.episodes())
      case .history(let item):
        return .history(item, ChangesPage.Contents((0..<(item?.id.utf8.count ?? 40)).map { Self.change($0) }))
      case .conflicts: return .conflicts([])
      case .bringIn(let text): return .bringIn(text, .refusal("\(text): no such file or directory"))
      case .rules(let question):
        let length = if case .rule(let text, _)? = question.typed { text.utf8.count } else { 0 }
        return .rules(
          question,
          length.isMultiple(of: 2)
            ? .matches(RulePreview.Matches(count: length)) : .fault(RulePreview.Fault("odd", at: length - 1..<length)))
      case .change(_, let change, let detail): return .change(change, detail, ["\(change.subject)"])
      case .details(let subject, let width):
        return .details(subject, [StyledText(String(repeating: "wide ", count: width))])
      case .containing(let ids):
        let all = try manager.all()
        let held = Dictionary(uniqueKeysWithValues: all.map { ($0.id, Set($0.episodes).intersection(ids)) })
        return .containing(ids, all.map(PlaylistSummary.init), held.filter { !$0.value.isEmpty })
      }
    } catch {
      return .failure(query, reason: "\(error)")
    }
  }

  private static func change(_ number: Int) -> ChangesPage.Change {
    ChangesPage.Change(revision: "\(number)", parent: nil, label: "label", subject: "Change \(number)")
  }

  private func contents(of source: Listing.Source) throws -> Listing.Contents {
    guard case .playlist(let id) = source, let playlist = try manager.find(id) else {
      throw MixtapeError(.notFound)
    }
    let found = try playlist.episodes.isEmpty ? [] : [ListedEpisode(Sample.episode("rule/found"), .found)]
    return Listing.Contents(
      playlist.episodes.map { ListedEpisode($0, .picked) } + found, title: playlist.name, summary: "",
      playlist: playlist)
  }
}
