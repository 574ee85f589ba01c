import MixtapeModel
import MixtapePlayer
@testable import StoreBrowser
import Testing

@Suite struct PlayerPageTests {
  private let player: PlayerSnapshot
  private let episodes: [Episode]

  init() throws {
    player = try PlayerSample.snapshot()
    episodes = player.entries.map(\.episode)
  }

  private func press(_ keys: Key..., on page: inout PlayerPage) -> [PlayerAction] {
    keys.compactMap { key in
      if let query = page.openQuery { page.show(episodes.filter { $0.title.lowercased().contains(query) }, of: query) }
      return page.press(key, player)
    }
  }

  private func screen(_ page: PlayerPage) -> String { PlayerView(player, page).grid.lines.joined(separator: "\n") }

  @Test func `each key of the player has its documented effect`() {
    let cases: [(Key, PlayerAction)] = [
      (.character(" "), .toggle), (.character(">"), .next), (.character("<"), .previous),
      (.character("."), .seekBy(.seconds(10))), (.character(","), .seekBy(.seconds(-10))),
      (.left, .seekBy(.seconds(-10))), (.right, .seekBy(.seconds(10))), (.character("s"), .shuffle(nil)),
      (.character("d"), .entry(.remove, PlayerSample.entry(episodes[0]))), (.character("u"), .undo),
      (.character("q"), .leave), (.character("S"), .shuffle(.off)),
      (.control("c"), .quit), (.control("z"), .suspend), (.character("C"), .clear), (.character("t"), .sleepLonger),
      (.character("{"), .chapter(.previous)), (.character("}"), .chapter(.next)),
      (.character("["), .speedBy(-0.1)), (.character("]"), .speedBy(0.1)), (.character("-"), .volumeBy(-5)),
      (.character("+"), .volumeBy(5)), (.character("="), .volumeBy(5)),
    ]
    for (key, action) in cases {
      var page = PlayerPage(.alone, columns: 60, rows: 16)
      #expect(press(key, on: &page) == [action])
      #expect(page.mode == .playing)
    }
  }

  @Test func `a chapter is chosen from a list, which begins at the current one`() {
    var player = player
    player.chapters = ChapterList([
      Chapter("Intro", at: .zero), Chapter("Sun", at: .seconds(700)), Chapter(at: .seconds(800)),
    ])
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(page.press(.character("l"), player) == nil)
    #expect(page.mode == .chapters && page.cursor.row == 1)
    #expect(page.press(.down, player) == nil)
    #expect(page.press(.character(" "), player) == .toggle)
    #expect(page.press(.enter, player) == .chapter(.number(3)))
    #expect(page.mode == .playing)
    for key in [Key.escape, .character("l"), .character("q")] {
      _ = page.press(.character("l"), player)
      #expect(page.press(key, player) == nil)
      #expect(page.mode == .playing)
    }
    // Without chapters, there is no list.
    player.chapters = .none
    #expect(page.press(.character("l"), player) == nil)
    #expect(page.mode == .playing && page.message?.isRefusal == true)
  }

  @Test func `R and a digit rate the episode that plays, and in the queue the selected one`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.character("R"), on: &page) == [])
    #expect(screen(page).contains("Rate Auroras: 0 to 5, or - for no rating"))
    #expect(press(.character("4"), on: &page) == [.rate(episodes[0], 4)])
    #expect(page.mode == .playing)
    let keys: [Key] = [.tab, .down, .character("R"), .character("-")]
    #expect(keys.compactMap { page.press($0, player) } == [.rate(player.queue[1].entry.episode, nil)])
    #expect(page.mode == .queue && page.cursor.row == 1)
    #expect(press(.character("R"), .character("7"), .character("R"), .escape, on: &page) == [])
    #expect(page.mode == .queue)
  }

  @Test func `space also pauses an episode that loads`() throws {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(page.press(.character(" "), try PlayerSample.snapshot(PlaybackState.loading)) == .pause)
    #expect(page.press(.character(" "), try PlayerSample.snapshot(PlaybackState.paused)) == .toggle)
  }

  @Test func `keys that choose a result come after the search`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(!page.mustWait(for: .enter) && !page.mustWait(for: .down))
    _ = page.press(.character("a"), player)
    #expect(!page.mustWait(for: .enter))
    _ = page.press(.character("x"), player)
    let choosing: [Key] = [.enter, .up, .down, .pageUp, .pageDown]
    #expect(choosing.allSatisfy(page.mustWait(for:)))
    let typing: [Key] = [.character("j"), .backspace, .control("u"), .escape, .pasted("x")]
    #expect(!typing.contains(where: page.mustWait(for:)))
  }

  @Test func `unknown keys are ignored`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.character("x"), .escape, .pasted("q"), .backTab, .home, on: &page) == [])
    #expect(page == PlayerPage(.alone, columns: 60, rows: 16))
  }

  @Test func `the cursor stays in the list`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.down, on: &page) == [])
    #expect(page.mode == .queue)
    #expect(press(.up, .enter, on: &page) == [.entry(.play, PlayerSample.entry(episodes[0]))])
    #expect(press(.down, .down, .character("d"), on: &page) == [.entry(.remove, PlayerSample.entry(episodes[2]))])
    #expect(press(.pageDown, .character("o"), on: &page) == [.entry(.playNext, PlayerSample.entry(episodes[3]))])
    #expect(press(.home, .down, .end, .enter, on: &page) == [.entry(.play, PlayerSample.entry(episodes[3]))])
    #expect(press(.escape, on: &page) == [])
    #expect(page.mode == .playing)
  }

  @Test func `letters move the cursor as in the browser`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(
      press(.down, .character("j"), .character("j"), .character("d"), on: &page) == [
        .entry(.remove, PlayerSample.entry(episodes[2]))
      ])
    #expect(
      press(.character("k"), .character("G"), .character("o"), on: &page) == [
        .entry(.playNext, PlayerSample.entry(episodes[3]))
      ])
    #expect(press(.character("g"), .enter, on: &page) == [.entry(.play, PlayerSample.entry(episodes[0]))])
  }

  @Test func `details are those of the selected episode`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.down, .down, .character("i"), on: &page) == [])
    let asked = page.asksDetails()
    #expect(asked?.subject == .episode(episodes[1].id) && asked?.width == 58 && page.asksDetails() == nil)
    page.show((0..<20).map { StyledText("line \($0)") }, of: .episode(episodes[1].id))
    #expect(screen(page).hasPrefix(" line 0\n line 1\n"))
    #expect(press(.down, .character("j"), on: &page) == [] && screen(page).hasPrefix(" line 2\n"))
    #expect(press(.end, .character("k"), on: &page) == [] && screen(page).hasPrefix(" line 4\n"))
    #expect(press(.escape, on: &page) == [] && page.mode == .queue)
    #expect(press(.escape, .character("i"), on: &page) == [])
    #expect(page.asksDetails()?.subject == .episode(episodes[0].id))
  }

  @Test func `K and J move an episode of the rest of the round, and the cursor with it`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.down, .down, .character("J"), on: &page) == [.entry(.move(by: 1), PlayerSample.entry(episodes[1]))])
    #expect(page.cursor.row == 2)
    #expect(press(.character("K"), on: &page) == [.entry(.move(by: -1), PlayerSample.entry(episodes[2]))])
    #expect(page.cursor.row == 1)
    // The first one stays first, and the last one last.
    #expect(press(.character("K"), .down, .character("J"), on: &page) == [])
    #expect(page.message == nil)
    // The current episode and those that have played stay.
    for key in [Key.home, .end] {
      #expect(press(key, .character("J"), on: &page) == [])
      #expect(page.message?.isRefusal == true)
    }
  }

  @Test func `an empty list has no selection`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    page.open(.queue)
    let empty = PlayerSnapshot(playlist: "Empty", isSimulated: true)
    for key in [Key.enter, .down, .up, .end, .character("d"), .character("o")] {
      #expect(page.press(key, empty) == nil)
    }
    page.open(.playing)
    #expect(page.press(.character("d"), empty) == nil)
  }

  @Test func `letters in a search are text and not commands`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.character("a"), .character("q"), .backspace, .character("a"), on: &page) == [])
    #expect(page.field.text == "a")
    #expect(press(.pasted("uro"), on: &page) == [])
    #expect(page.openQuery == "auro")
    #expect(press(.enter, on: &page) == [.addOrRemove(episodes[0])])
    #expect(page.found == [episodes[0]] && page.openQuery == nil)
    #expect(page.mode == .search(.add))
    #expect(press(.control("u"), on: &page) == [])
    #expect(page.found == [])
    #expect(press(.enter, .escape, on: &page) == [])
    #expect(page.mode == .playing)
  }

  @Test func `a search with f plays the selected episode`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.character("f"), .character("o"), .down, .enter, on: &page) == [.playNow(episodes[1])])
    #expect(page.mode == .playing)
  }

  @Test func `escape in a search returns to the previous view`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.tab, .character("a"), .escape, on: &page) == [])
    #expect(page.mode == .queue)
    #expect(press(.character("?"), .character("q"), on: &page) == [])
    #expect(page.mode == .queue)
  }

  @Test func `the help lists the keys of the view`() throws {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(press(.tab, .character("?"), on: &page) == [])
    page.resize(columns: 60, rows: 6)
    #expect(press(.down, .character("j"), on: &page) == [])
    #expect(
      screen(page) == """
         Keys

         esc     back to the player (also q)
         o       play the selected episode next
         u       undo the last change of the queue
         ↑↓ scroll  any other back
        """)
    #expect(press(.character("q"), on: &page) == [])
    #expect(page.mode == .queue && page.cursor.row == 0)
  }

  @Test func `control-w deletes one word`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    _ = press(.character("f"), .pasted("night  sky "), .control("w"), on: &page)
    #expect(page.field.text == "night  ")
    _ = press(.control("w"), on: &page)
    #expect(page.field.text == "")
  }

  @Test func `every key clears the message`() {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    page.message = ScreenMessage("Added")
    _ = press(.character("x"), on: &page)
    #expect(page.message == nil)
  }

  @Test(arguments: [Key.character(" "), .character(">")])
  func `on an empty queue, keys say why nothing plays`(_ key: Key) {
    var page = PlayerPage(.alone, columns: 60, rows: 16)
    #expect(page.press(key, PlayerSnapshot(isSimulated: true)) == nil)
    #expect(page.message?.text == "The queue is empty; a adds episodes from the library")
  }
}
