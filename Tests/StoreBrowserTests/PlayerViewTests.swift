import MixtapeModel
import MixtapePlayer
@testable import StoreBrowser
import Testing

@Suite struct PlayerViewTests {
  private static let page = PlayerPage(.alone, columns: 60, rows: 16)

  private func screen(
    _ player: PlayerSnapshot, _ page: PlayerPage = PlayerViewTests.page, _ columns: Int = 60, _ rows: Int = 16
  ) -> String {
    var page = page
    page.resize(columns: columns, rows: rows)
    let lines = PlayerView(player, page).grid.lines
    return lines.joined(separator: "\n")
  }

  @Test func `the screen shows the current, the next and the recent episodes`() throws {
    #expect(
      screen(try PlayerSample.snapshot()) == """
         Evenings                                    4 in the queue
         shuffled: spread · round 2 · no sound

         ▶ Auroras
           Night Sky Radio
           ━━━━━━━━━━━━━━━━─────────────────────────  12:04 / 30:34

         Up next
         1  Comets and What They Leave B…  Night Sky Radio  1:02:03
         2  A Patch Tuesday on a Monday    Daily Byte          5:55

         Recently played
         ✓  夜の散歩  散歩


         space pause  > < skip  ↑↓ queue  q quit  a add  ? keys
        """)
  }

  @Test func `a screen of 40 columns is readable`() throws {
    #expect(
      screen(try PlayerSample.snapshot(), Self.page, 40, 12)
        == """
         Evenings                4 in the queue
         shuffled: spread · round 2 · no sound

         ▶ Auroras
           Night Sky Radio
           ━━━━━━━━─────────────  12:04 / 30:34

         Up next
         1  Comets and What They Leav…  1:02:03
         2  A Patch Tuesday on a Mond…     5:55

         space pause  > < skip  ? keys
        """)
  }

  @Test(arguments: [(1, " ▶ Auroras"), (2, " ▶ Auroras\n   ━━━━━━━━─────────────  12:04 / 30:34")])
  func `a tiny window shows the current episode`(_ rows: Int, _ text: String) throws {
    #expect(screen(try PlayerSample.snapshot(), Self.page, 40, rows) == text)
  }

  @Test func `every size of the screen is drawn without a crash`() throws {
    let player = try PlayerSample.snapshot()
    for mode in [PlayerPage.Mode.playing, .queue, .search(.add), .help(TextScroll())] {
      var page = Self.page
      page.open(mode)
      page.show(player.entries.map(\.episode), of: "")
      for columns in 0...45 {
        for rows in 0...14 {
          page.resize(columns: columns, rows: rows)
          let grid = PlayerView(player, page).grid
          #expect(grid.lines.count == rows)
          #expect(grid.lines.allSatisfy { $0.displayWidth <= columns })
        }
      }
    }
  }

  @Test func `the screen shows the error or the last message`() throws {
    var failed = try PlayerSample.snapshot { .error(PlaybackFailure($0, .notPlayable("the server says 404"))) }
    failed.failure = "the server says 404"
    #expect(screen(failed).contains(" ! Auroras\n   Night Sky Radio · error\n"))
    #expect(screen(failed).contains("\n ! the server says 404\n space try again"))
    var page = Self.page
    page.message = ScreenMessage("Added Comets")
    #expect(screen(failed, page).contains("\n Added Comets\n space try again"))
    page.message = ScreenMessage("Full", isRefusal: true)
    #expect(screen(failed, page).contains("\n ! Full\n space try again"))
  }

  @Test func `each state has a line on the screen`() throws {
    let states: [(Episode) -> PlaybackState] = [
      { .loading($0) }, { .paused($0) }, { _ in .stopped }, { _ in .empty },
    ]
    let lines = try states.map { state in
      screen(try PlayerSample.snapshot(state)).split(separator: "\n")[2...3].joined(separator: "|")
    }
    #expect(
      lines == [
        " … Auroras|   Night Sky Radio · loading", " ‖ Auroras|   Night Sky Radio · paused",
        " ■ Auroras|   Night Sky Radio · stopped · space plays",
        " The queue is empty. a adds episodes from the library.| Up next",
      ])
  }

  @Test func `the queue view shows its size and a cursor`() throws {
    var page = Self.page
    page.open(.queue)
    page.cursor.select(1)
    #expect(
      screen(try PlayerSample.snapshot(), page, 60, 9) == """
         Queue · Evenings                            4 in the queue

         ▶    Auroras                      Night Sky Radio    30:34
         1  › Comets and What They Leave…  Night Sky Radio  1:02:03
         2    A Patch Tuesday on a Monday  Daily Byte          5:55
         ✓    夜の散歩                     散歩


         enter play  d remove  esc back  o next  u undo  ? keys
        """)
  }

  @Test func `a long list is scrolled to its cursor`() throws {
    var player = try PlayerSample.snapshot()
    let sample = player.entries
    player.upNext = try (1...118).map {
      PlayerSample.entry(try PlayerSample.episode("e\($0)", "Episode \($0)", seconds: 60))
    }
    player.entries = [sample[0]] + player.upNext + [sample[1]]
    var page = Self.page
    page.open(.queue)
    page.cursor.select(60)
    let text = screen(player, page, 40, 8)
    #expect(
      text == """
         Queue · Evenings          120/120 Full

          58    Episode 58                1:00
          59    Episode 59                1:00
          60  › Episode 60                1:00
          61    Episode 61                1:00
          62    Episode 62                1:00
         enter play  d remove  esc back  ? keys
        """)
  }

  @Test func `search results in the queue are marked`() throws {
    var page = Self.page
    page.open(.search(.add))
    page.field = TextField("ro")
    page.show(
      [try PlayerSample.episodes()[0], try PlayerSample.episode("rocks", "Rocks, Large and Small")], of: "ro")
    #expect(
      screen(try PlayerSample.snapshot(), page, 60, 7) == """
         Fill the queue                              4 in the queue
         › ro▏

         ✓  › Auroras                 Night Sky Radio  30:34
              Rocks, Large and Small  Night Sky Radio  30:34

         enter remove  esc back  ↑↓ choose
        """)
  }

  @Test func `the artist stands beside the title if there is room`() throws {
    var player = try PlayerSample.snapshot()
    let fields: Episode.Fields = [
      .title: .text("Auroras"), .album: .text("Night Sky Radio"), .artist: .text("Public Observatory"),
    ]
    player.state = .playing(Episode(id: try Episode.ID(validating: "show/auroras"), fields: fields))
    #expect(screen(player).contains(" ▶ Auroras · Public Observatory\n   Night Sky Radio\n"))
    #expect(screen(player, Self.page, 24, 16).contains(" ▶ Auroras · Public Ob…\n"))
    #expect(screen(player, Self.page, 16, 16).contains("\n▶ Auroras\n"))
  }

  @Test func `an author that is also the title of the podcast is shown once`() throws {
    var player = try PlayerSample.snapshot()
    let fields: Episode.Fields = [.title: .text("Auroras"), .album: .text("Daily"), .artist: .text("Daily")]
    player.state = .playing(Episode(id: try Episode.ID(validating: "show/auroras"), fields: fields))
    #expect(screen(player).contains(" ▶ Auroras\n   Daily\n"))
  }

  @Test func `the chapter stands between the podcast and the progress`() throws {
    var player = try PlayerSample.snapshot()
    player.chapters = ChapterList([
      Chapter("Intro", at: .zero), Chapter("The \u{1B}[31mSun", at: .seconds(700)), Chapter(at: .seconds(800)),
    ])
    #expect(screen(player).contains("   Night Sky Radio\n   2/3 The [31mSun\n   ━"))
    player.position = .seconds(800)
    #expect(screen(player).contains("   Night Sky Radio\n   3/3\n   ━"))
    // A small window shows the podcast first.
    let small = screen(player, Self.page, 40, 4)
    #expect(small.contains("Radio") && !small.contains("3/3"))
    player.state = .empty
    #expect(!screen(player).contains("3/3"))
  }

  @Test func `a stopped player shows its episode`() throws {
    var player = try PlayerSample.snapshot { _ in .stopped }
    player.current = player.entries[0]
    #expect(screen(player).contains(" ■ Auroras\n   Night Sky Radio · stopped · space plays\n   ━"))
    #expect(player.queue.first?.turn == .current)
    player.current = nil
    #expect(screen(player).contains("\n ■ Stopped. space plays.\n"))
  }

  @Test func `speed, volume and the sleep timer are shown if they are set`() throws {
    var player = try PlayerSample.snapshot()
    player.speed = PlaybackSpeed(clamping: 1.25)
    player.volume = Volume(clamping: 80)
    player.timeUntilSleep = .seconds(1799)
    #expect(
      screen(player, Self.page, 100, 16)
        .contains(" speed 1.25× · volume 80% · stops in 29:59 · shuffled: spread · round 2 · no sound\n"))
  }

  @Test func `the queue without a playlist has the name of the program`() throws {
    let player = PlayerSnapshot(isSimulated: true)
    #expect(screen(player).hasPrefix(" Mixtape                                     0 in the queue\n"))
    var page = Self.page
    page.open(.queue)
    #expect(screen(player, page).hasPrefix(" Queue                                       0 in the queue\n"))
  }

  @Test func `a skipped episode has no check mark`() throws {
    var player = try PlayerSample.snapshot()
    #expect(screen(player).contains("✓ 夜の散歩") || screen(player).contains("✓  夜の散歩"))
    player.finished = []
    #expect(!screen(player).contains("✓"))
  }
}
