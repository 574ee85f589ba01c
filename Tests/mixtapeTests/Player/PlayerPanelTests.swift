import MixtapeModel
import MixtapePlayer
import TerminalUI
import Testing

@testable import mixtape

@Suite struct PlayerPanelTests {
  private let player: PlayerSnapshot
  private let episodes: [Episode]

  init() throws {
    player = try PlayerSample.snapshot()
    episodes = player.entries.map(\.episode)
  }

  private func press(_ keys: Key..., on panel: inout PlayerPanel) -> [PlayerAction] {
    keys.compactMap { key in
      if let query = panel.openQuery { panel.setFound(episodes.filter { $0.title.lowercased().contains(query) }) }
      return panel.press(key, player)
    }
  }

  @Test func `each key of the player has its documented effect`() {
    let cases: [(Key, PlayerAction)] = [
      (.character(" "), .toggle), (.character("n"), .next), (.character("p"), .previous),
      (.left, .seekBy(.seconds(-10))), (.right, .seekBy(.seconds(10))), (.character("s"), .shuffle(nil)),
      (.character("d"), .entry(.remove, PlayerSample.entry(episodes[0]))), (.character("u"), .undo),
      (.character("q"), .quit),
      (.control("c"), .quit), (.control("z"), .suspend), (.character("c"), .clear), (.character("t"), .sleepLonger),
      (.character("<"), .chapter(.previous)), (.character(">"), .chapter(.next)),
      (.character("["), .speedBy(-0.1)), (.character("]"), .speedBy(0.1)), (.character("-"), .volumeBy(-5)),
      (.character("+"), .volumeBy(5)), (.character("="), .volumeBy(5)),
    ]
    for (key, action) in cases {
      var panel = PlayerPanel()
      #expect(press(key, on: &panel) == [action])
      #expect(panel.mode == .playing)
    }
  }

  @Test func `a chapter is chosen from a list, which begins at the current one`() {
    var player = player
    player.chapters = ChapterList([
      Chapter("Intro", at: .zero), Chapter("Sun", at: .seconds(700)), Chapter(at: .seconds(800)),
    ])
    var panel = PlayerPanel()
    #expect(panel.press(.character("l"), player) == nil)
    #expect(panel.mode == .chapters && panel.cursor.row == 1)
    #expect(panel.press(.down, player) == nil)
    #expect(panel.press(.character(" "), player) == .toggle)
    #expect(panel.press(.enter, player) == .chapter(.number(3)))
    #expect(panel.mode == .playing)
    for key in [Key.escape, .character("l"), .character("q")] {
      _ = panel.press(.character("l"), player)
      #expect(panel.press(key, player) == nil)
      #expect(panel.mode == .playing)
    }
    // Without chapters, there is no list.
    player.chapters = .none
    #expect(panel.press(.character("l"), player) == nil)
    #expect(panel.mode == .playing && panel.message?.isRefusal == true)
  }

  @Test func `space also pauses an episode that loads`() throws {
    var panel = PlayerPanel()
    #expect(panel.press(.character(" "), try PlayerSample.snapshot(PlaybackState.loading)) == .pause)
    #expect(panel.press(.character(" "), try PlayerSample.snapshot(PlaybackState.paused)) == .toggle)
  }

  @Test func `keys that choose a result come after the search`() {
    var panel = PlayerPanel()
    #expect(!panel.actsOnResult(.enter) && !panel.actsOnResult(.down))
    _ = panel.press(.character("a"), player)
    let choosing: [Key] = [.enter, .up, .down, .pageUp, .pageDown]
    #expect(choosing.allSatisfy(panel.actsOnResult))
    let typing: [Key] = [.character("j"), .backspace, .control("u"), .escape, .pasted("x")]
    #expect(!typing.contains(where: panel.actsOnResult))
  }

  @Test func `unknown keys are ignored`() {
    var panel = PlayerPanel()
    #expect(press(.character("x"), .escape, .pasted("q"), .backTab, .home, on: &panel) == [])
    #expect(panel == PlayerPanel())
  }

  @Test func `the cursor stays in the list`() {
    var panel = PlayerPanel()
    #expect(press(.down, on: &panel) == [])
    #expect(panel.mode == .queue)
    #expect(press(.up, .enter, on: &panel) == [.entry(.play, PlayerSample.entry(episodes[0]))])
    #expect(press(.down, .down, .character("d"), on: &panel) == [.entry(.remove, PlayerSample.entry(episodes[2]))])
    #expect(press(.pageDown, .character("e"), on: &panel) == [.entry(.playNext, PlayerSample.entry(episodes[3]))])
    #expect(press(.home, .down, .end, .enter, on: &panel) == [.entry(.play, PlayerSample.entry(episodes[3]))])
    #expect(press(.escape, on: &panel) == [])
    #expect(panel.mode == .playing)
  }

  @Test func `letters move the cursor as in the browser`() {
    var panel = PlayerPanel()
    #expect(
      press(.down, .character("j"), .character("j"), .character("d"), on: &panel) == [
        .entry(.remove, PlayerSample.entry(episodes[2]))
      ])
    #expect(
      press(.character("k"), .character("G"), .character("e"), on: &panel) == [
        .entry(.playNext, PlayerSample.entry(episodes[3]))
      ])
    #expect(press(.character("g"), .enter, on: &panel) == [.entry(.play, PlayerSample.entry(episodes[0]))])
  }

  @Test func `details are those of the selected episode`() throws {
    var panel = PlayerPanel()
    #expect(press(.down, .down, .character("i"), on: &panel) == [])
    #expect(panel.mode == .details(episodes[1]))
    panel.textRows = 3
    #expect(press(.down, on: &panel) == [] && panel.cursor.row == 1)
    #expect(press(.end, on: &panel) == [] && panel.cursor.row == 2)
    #expect(press(.escape, on: &panel) == [] && panel.mode == .queue)
    #expect(press(.escape, .character("i"), on: &panel) == [] && panel.mode == .details(episodes[0]))
  }

  @Test func `K and J move an episode of the rest of the round, and the cursor with it`() {
    var panel = PlayerPanel()
    #expect(press(.down, .down, .character("J"), on: &panel) == [.entry(.move(by: 1), PlayerSample.entry(episodes[1]))])
    #expect(panel.cursor.row == 2)
    #expect(press(.character("K"), on: &panel) == [.entry(.move(by: -1), PlayerSample.entry(episodes[2]))])
    #expect(panel.cursor.row == 1)
    // The first one stays first, and the last one last.
    #expect(press(.character("K"), .down, .character("J"), on: &panel) == [])
    #expect(panel.message == nil)
    // The current episode and those that have played stay.
    for key in [Key.home, .end] {
      #expect(press(key, .character("J"), on: &panel) == [])
      #expect(panel.message?.isRefusal == true)
    }
  }

  @Test func `an empty list has no selection`() {
    var panel = PlayerPanel()
    panel.open(.queue)
    let empty = PlayerSnapshot(playlist: "Empty", service: .simulator)
    for key in [Key.enter, .down, .up, .end, .character("d"), .character("e")] {
      #expect(panel.press(key, empty) == nil)
    }
    panel.open(.playing)
    #expect(panel.press(.character("d"), empty) == nil)
  }

  @Test func `letters in a search are text and not commands`() {
    var panel = PlayerPanel()
    #expect(press(.character("a"), .character("q"), .backspace, .character("a"), on: &panel) == [])
    #expect(panel.query == "a")
    #expect(press(.pasted("uro"), on: &panel) == [])
    #expect(panel.openQuery == "auro")
    #expect(press(.enter, on: &panel) == [.addOrRemove(episodes[0])])
    #expect(panel.found == [episodes[0]] && panel.openQuery == nil)
    #expect(panel.mode == .search(.add))
    #expect(press(.control("u"), on: &panel) == [])
    #expect(panel.found == [])
    #expect(press(.enter, .escape, on: &panel) == [])
    #expect(panel.mode == .playing)
  }

  @Test func `a search with / plays the selected episode`() {
    var panel = PlayerPanel()
    #expect(press(.character("/"), .character("o"), .down, .enter, on: &panel) == [.playNow(episodes[1])])
    #expect(panel.mode == .playing)
  }

  @Test func `escape in a search returns to the previous view`() {
    var panel = PlayerPanel()
    #expect(press(.tab, .character("a"), .escape, on: &panel) == [])
    #expect(panel.mode == .queue)
    #expect(press(.character("?"), .character("q"), on: &panel) == [])
    #expect(panel.mode == .queue)
  }

  @Test func `the help lists the keys of the view`() throws {
    var panel = PlayerPanel()
    #expect(press(.tab, .character("?"), on: &panel) == [])
    panel.textRows = 10
    #expect(press(.down, .down, on: &panel) == [])
    #expect(panel.mode == .help && panel.cursor.row == 2)
    let text = PlayerView(player: player, panel: panel, columns: 60, rows: 6).grid.lines.joined(separator: "\n")
    #expect(
      text == """
         Keys

         esc     back to the player (also q)
         e       play the selected episode next
         u       undo the last change of the queue
         ↑↓ more  any other back
        """)
    #expect(press(.character("q"), on: &panel) == [])
    #expect(panel.mode == .queue && panel.cursor.row == 0)
  }

  @Test func `control-w deletes one word`() {
    var panel = PlayerPanel()
    _ = press(.character("/"), .pasted("night  sky "), .control("w"), on: &panel)
    #expect(panel.query == "night  ")
    _ = press(.control("w"), on: &panel)
    #expect(panel.query == "")
  }

  @Test func `every key clears the message`() {
    var panel = PlayerPanel()
    panel.message = PlayerPanel.Message(text: "Added")
    _ = press(.character("x"), on: &panel)
    #expect(panel.message == nil)
  }

  @Test(arguments: [Key.character(" "), .character("n")])
  func `on an empty queue, keys say why nothing plays`(_ key: Key) {
    var panel = PlayerPanel()
    #expect(panel.press(key, PlayerSnapshot(service: .simulator)) == nil)
    #expect(panel.message?.text == "The queue is empty; a adds episodes from the library")
  }
}
