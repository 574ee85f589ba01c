import MixtapeModel
import MixtapePlayer
@testable import StoreBrowser
import Testing

/// The player in the browser: its keys in the panes, its line, its marks and its page.
@Suite struct BrowserPlayerTests {
  /// A player of the playlist `morning`, whose first episode plays.
  private static func player(
    _ state: (Episode) -> PlaybackState = PlaybackState.playing, chapters: Bool = true, at seconds: Int = 70
  ) throws -> PlayerSnapshot {
    let entries = try ["sky/auroras", "sky/comets", "byte/monday"].enumerated().map { number, text in
      let id = try Sample.episode(text)
      let title = try #require(Sample.titles[text])
      return PlayerEntry(id: number, episode: Episode(id: id, fields: [.title: .text(title), .album: .text("Sky")]))
    }
    return PlayerSnapshot(
      playlist: "Morning Commute", playlistID: try Sample.id("morning"), state: state(entries[0].episode),
      current: entries[0], position: .seconds(seconds), duration: .seconds(1834),
      chapters: chapters
        ? ChapterList([Chapter("Intro", at: .zero), Chapter("The Sun", at: .seconds(60)), Chapter(at: .seconds(724))])
        : .none,
      upNext: Array(entries.dropFirst()), entries: entries, round: 1, shuffle: .off)
  }

  private func browser(_ player: PlayerSnapshot?, columns: Int = 80) throws -> Browser {
    var browser = try Sample.browser(columns: columns)
    _ = browser.handle(.player(player))
    return browser
  }

  private static let nothing = "Nothing is playing here; p plays, and `mixtape player` controls other players"

  // MARK: Keys in the panes

  @Test(arguments: ["", "\t"]) func `the keys of the player are the same in the tree and in the list`(_ pane: String)
    throws
  {
    let keys: [(String, PlayerAction)] = [
      (" ", .toggle), (">", .next), ("<", .previous), (".", .seekBy(.seconds(10))), (",", .seekBy(.seconds(-10))),
      ("}", .chapter(.next)), ("{", .chapter(.previous)), ("]", .speedBy(0.1)), ("[", .speedBy(-0.1)),
      ("+", .volumeBy(5)), ("=", .volumeBy(5)), ("-", .volumeBy(-5)), ("t", .sleepLonger), ("S", .shuffle(.off)),
    ]
    for (key, action) in keys {
      var browser = try browser(Self.player())
      #expect(browser.press(pane + key) == [.player(action)])
      // The page of the player knows them too.
      #expect(browser.press("5" + key) == [.player(action)])
      #expect(browser.page != nil)
    }
    var browser = try browser(Self.player())
    #expect(browser.press(pane + "X") == [.endPlayer])
    #expect(browser.press("5X") == [.endPlayer])
  }

  @Test func `keys say why nothing happens`() throws {
    var browser = try browser(nil)
    for key in [" ", ">", "<", ".", "t", "X", "l", "5", "+"] {
      #expect(browser.press(key) == [])
      #expect(browser.message == Browser.Message(Self.nothing, isRefusal: true))
    }
    #expect(browser.page == nil)
    _ = browser.handle(.player(PlayerSnapshot(playing: nil)))
    for key in [" ", ">"] {
      #expect(browser.press(key) == [])
      #expect(browser.message?.text == "The queue is empty; O adds the selected episode")
    }
    #expect(browser.press("5 ") == [])
    #expect(browser.lines[10] == " ! The queue is empty; a adds episodes from the library")
  }

  // MARK: Playing

  private func play(_ list: BrowserEffect.List, from start: ListEntry? = nil, isShuffled: Bool = false) -> BrowserEffect
  {
    .play(BrowserEffect.Play(list: list, start: start, isShuffled: isShuffled))
  }

  @Test func `a playlist plays from the tree, and from a row on in the list`() throws {
    let morning = BrowserEffect.List.playlist(try Sample.id("morning"))
    var browser = try Sample.browser(episodes: ["sky/auroras", "sky/comets", "sky/auroras"])
    #expect(browser.press("p") == [play(morning)])
    #expect(browser.press("s") == [play(morning, isShuffled: true)])
    for key in ["\n", "p"] {
      var browser = browser
      #expect(browser.press("\tj" + key) == [play(morning, from: ListEntry(try Sample.episode("sky/comets")))])
      // The second entry of an episode is another one than the first.
      let second = ListEntry(try Sample.episode("sky/auroras"), occurrence: 1)
      #expect(browser.press("j" + key) == [play(morning, from: second)])
      #expect(browser.press("s") == [play(morning, isShuffled: true)])
    }
    browser = try Sample.browser(episodes: [])
    #expect(browser.press("\t\n") == [])
    #expect(browser.message == Browser.Message("There is nothing to play here", isRefusal: true))
  }

  @Test func `a podcast, a search and new episodes play as they are shown`() throws {
    let ids = try ["sky/auroras", "sky/comets"].map(Sample.episode)
    let podcast = try #require(ids.first).podcast
    var browser = Browser(columns: 80, rows: 12)
    _ = browser.start()
    _ = browser.press("2")
    let summary = PodcastSummary(head: Podcast(id: podcast, title: "Sky"), episodeCount: 2)
    let contents = SidebarContents([summary], byTag: false)
    _ = browser.handle(.answer(.podcasts(byFolder: contents, byTag: contents)))
    func answer(_ source: Listing.Source, _ title: String) {
      _ = browser.handle(
        .answer(.contents(source, Listing.Contents(ids.map { ListedEpisode($0, .found) }, title: title, summary: ""))))
    }
    answer(.podcast(podcast), "Sky (sky)")
    #expect(browser.press("p") == [play(.podcast(podcast))])
    #expect(browser.press("\tj\n") == [play(.podcast(podcast), from: ListEntry(ids[1]))])
    // Of a filtered list, the rest is not played.
    _ = browser.press("/com\n")
    _ = browser.handle(.answer(.filter("com", .podcast(podcast), [ids[1]])))
    #expect(
      browser.press("\n") == [
        play(.shown([ids[1]], name: "Sky (sky)", words: "podcast sky, com"), from: ListEntry(ids[1]))
      ])
    _ = browser.press("4")
    answer(.new, "New")
    #expect(
      browser.press("j\n").actions == [play(.shown(ids, name: "New", words: "new"), from: ListEntry(ids[1]))])
    #expect(browser.press("s").actions == [play(.shown(ids, name: "New", words: "new"), isShuffled: true)])
    _ = browser.press("fsky\n")
    answer(.search("sky"), "Search: sky")
    #expect(
      browser.press("p").actions == [
        play(.shown(ids, name: "Search: sky", words: "search sky"), from: ListEntry(ids[0]))
      ])
  }

  @Test func `o plays the row or the marked rows next, and O at the end of the queue`() throws {
    let ids = try Sample.morning.map(Sample.episode)
    func enqueuing(_ ids: [Episode.ID], _ place: PlayerAction.QueuePosition) -> [BrowserEffect] {
      [.enqueue(BrowserEffect.Enqueuing(episodes: ids, name: "Morning Commute", place: place))]
    }
    var browser = try Sample.browser()
    #expect(browser.press("o") == enqueuing(ids, .next))
    #expect(browser.press("\tO") == enqueuing([ids[0]], .last))
    #expect(browser.press("mmo") == enqueuing([ids[0], ids[1]], .next))
    #expect(browser.listing.marks == [])
    #expect(browser.press("*O") == enqueuing(ids, .last))
    browser = try Sample.browser(episodes: [])
    #expect(browser.press("\to") == [] && browser.message?.isRefusal == true)
  }

  @Test func `m marks, and space does not`() throws {
    var browser = try browser(Self.player())
    #expect(browser.press("\tm ") == [.player(.toggle)])
    #expect(browser.listing.marks == [0])
  }

  // MARK: Line and marks

  @Test func `the line of the player shows the chapter`() throws {
    func line(_ player: PlayerSnapshot) throws -> String { try browser(player, columns: 60).lines[9] }
    #expect(try line(Self.player()) == "▶ Auroras Sky · 2/3 The Sun                     1:10 / 30:34")
    #expect(try line(Self.player(at: 800)).hasPrefix("▶ Auroras Sky · 3/3   "))
    #expect(try line(Self.player(chapters: false)) == "▶ Auroras Sky                                   1:10 / 30:34")
    #expect(try line(PlayerSnapshot(playing: nil)).hasPrefix("■ The queue is empty"))
    var failed = try Self.player { .error(PlaybackFailure($0, .notPlayable("404"))) }
    failed.failure = "the server says 404"
    #expect(try line(failed).hasPrefix("! Auroras: the server says 404"))
  }

  @Test func `the line of the player shows settings if there is room`() throws {
    var player = try Self.player(chapters: false)
    player.speed = PlaybackSpeed(clamping: 1.5)
    var browser = try browser(player, columns: 60)
    #expect(browser.lines[9].hasSuffix(" speed 1.5× · 1:10 / 30:34"))
    _ = browser.handle(.resized(columns: 36, rows: 12))
    #expect(browser.lines[9].hasSuffix("1:10 / 30:34") && !browser.lines[9].contains("speed"))
  }

  @Test func `the row and the playlist that play have a mark`() throws {
    var browser = try browser(Self.player())
    #expect(browser.lines[7].hasPrefix("› ▶ Morning Commute"))
    #expect(browser.lines[3].contains("│· 1  ▶ Auroras "))
    #expect(browser.lines.filter { $0.contains("▶") }.count == 3)
    _ = browser.handle(.player(try Self.player(PlaybackState.paused)))
    #expect(browser.lines[7].hasPrefix("› ‖ Morning Commute") && browser.lines[3].contains("│· 1  ‖ Auroras "))
    _ = browser.handle(.player(try Self.player { _ in .stopped }))
    #expect(browser.lines[7].hasPrefix("›   Morning Commute") && browser.lines[3].contains("│· 1  Auroras "))
  }

  @Test func `the last line has the keys of the player while something plays`() throws {
    var browser = try browser(nil)
    #expect(browser.lines[11].hasPrefix("enter open  p play  s shuffle  tab pane"))
    _ = browser.press("\t")
    #expect(browser.lines[11].hasPrefix("enter play  s shuffle  o next  m mark  d remove"))
    _ = browser.handle(.player(try Self.player()))
    #expect(browser.lines[11] == "enter play  space pause  > < skip  5 player  . , seek  + - volume  ? keys")
    _ = browser.handle(.player(try Self.player(PlaybackState.paused)))
    _ = browser.handle(.resized(columns: 120, rows: 12))
    #expect(
      browser.lines[11]
        == "enter play  space play  > < skip  5 player  . , seek  + - volume  ] [ speed  t timer  } { chapter  S in order  ? keys"
    )
  }

  @Test func `the help scrolls by letters too, and names the keys of the player`() throws {
    var browser = try browser(Self.player())
    _ = browser.press("?")
    let first = browser.lines[2]
    _ = browser.press("j")
    #expect(browser.lines[2] != first)
    _ = browser.press("k")
    #expect(browser.lines[2] == first)
    _ = browser.press("G")
    #expect(browser.lines[8].hasSuffix("quit"))
    let help = BrowserKeys.help.map(\.key)
    for key in ["space", "> <", ". ,", "} {", "] [", "+ -", "t", "S", "l", "X", "5", "o", "O", "m", "s", "p"] {
      #expect(help.contains(key), "\(key)")
    }
    #expect(Set(help).count == help.count - 1)
  }

  // MARK: Page

  @Test func `5 opens the page of the player, and 1 to 4 and escape close it`() throws {
    var browser = try browser(Self.player())
    #expect(browser.press("5") == [])
    #expect(
      browser.screen == """
         1 Playlists  2 Library  3 Tags  4 New  5 Player
         Morning Commute                                                 3 in the queue
         in order · round 1

         ▶ Auroras
           Sky
           2/3 The Sun
           ━━────────────────────────────────────────────────────────────  1:10 / 30:34
        \("")
         Up next
         1  Comets and What They Leave Behind  Sky
         space pause  > < skip  ↑↓ queue  esc back  a add  f find  s shuffle  ? keys
        """)
    for key in ["\u{1B}", "q", "1"] {
      #expect(browser.press(key) == [] && browser.page == nil)
      _ = browser.press("5")
    }
    #expect(browser.press("4").queries == [.contents(.new)] && browser.page == nil)
    // The tab can be clicked.
    let click = BrowserEvent.key(.mouse(MouseEvent(.press, column: BrowserTab.player.columns.lowerBound, row: 0)))
    #expect(browser.handle(click).actions == [] && browser.page != nil)
    _ = browser.handle(.player(nil))
    #expect(browser.page == nil)
  }

  @Test func `the page shows the work beside the browser, and its result`() throws {
    var browser = try browser(Self.player())
    _ = browser.press("U5\t")
    _ = browser.handle(.progress("1/2"))
    #expect(browser.lines[10].contains("enter play") && browser.lines[11] == "… Updating feeds 1/2")
    let message = Browser.Message("No podcast could be updated.", isRefusal: true)
    _ = browser.handle(.ended(JobResult(message, lines: ["one", "two"])))
    #expect(browser.lines[10] == " ! No podcast could be updated." && browser.page?.mode == .queue)
    // All lines follow when the page closes.
    _ = browser.press("1")
    #expect(browser.page == nil && browser.lines[1...2] == [" one", " two"])
    _ = browser.press("q")
    #expect(browser.dialog == nil)
  }

  @Test func `the page searches the library, and shows details`() throws {
    let player = try Self.player()
    var browser = try browser(player)
    #expect(browser.press("5ax").queries == [.playable("x")])
    #expect(browser.mustWait(for: .enter) && !browser.mustWait(for: .character("5")))
    #expect(browser.press("5").queries == [.playable("x5")])
    let found = [player.entries[1].episode]
    _ = browser.handle(.answer(.playable("x", [])))
    #expect(browser.mustWait(for: .enter))
    _ = browser.handle(.answer(.playable("x5", found)))
    #expect(!browser.mustWait(for: .enter))
    #expect(browser.press("\n") == [.player(.addOrRemove(found[0]))])
    _ = browser.press("\u{1B}fy")
    _ = browser.handle(.answer(.failure(.playable("y"), reason: "no index")))
    #expect(browser.lines[10] == " ! no index" && !browser.mustWait(for: .enter))
    let details = BrowserQuery.details(.episode(player.entries[0].episode.id), width: 78)
    #expect(browser.press("\u{1B}i").queries == [details])
    _ = browser.handle(.answer(.details(.episode(player.entries[0].episode.id), ["All of it"])))
    #expect(browser.lines[1] == " All of it")
    _ = browser.press("x")
    #expect(browser.page?.mode == .playing)
  }

  @Test func `a chapter is chosen from the panes, which come back`() throws {
    var browser = try browser(Self.player())
    #expect(browser.press("l") == [])
    #expect(browser.lines[4].hasPrefix(" ▶  › The Sun"))
    #expect(browser.press("j\n") == [.player(.chapter(.number(3)))])
    #expect(browser.page == nil)
    #expect(browser.press("l\u{1B}") == [] && browser.page == nil)
    // On the page, they lead back to it.
    #expect(browser.press("5l\u{1B}") == [] && browser.page?.mode == .playing)
    _ = browser.press("\u{1B}")
    _ = browser.handle(.player(try Self.player(chapters: false)))
    #expect(browser.press("l") == [])
    #expect(browser.page == nil && browser.message == Browser.Message("No chapters are known", isRefusal: true))
  }

  @Test func `the message about the end of the player is shown in the panes`() throws {
    var browser = try browser(Self.player())
    _ = browser.press("5X")
    _ = browser.handle(.message(Browser.Message("The player has ended")))
    _ = browser.handle(.player(nil))
    #expect(browser.page == nil && browser.message?.text == "The player has ended")
  }
}
