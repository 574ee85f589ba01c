import TestSupport
import Testing

/// The dialogs of `mixtape browse` in a terminal, as whole screens.
@Suite(.timeLimit(.generous)) struct BrowseDialogTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func expect(
    _ terminal: PseudoTerminal, _ screen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    terminal.wait(sourceLocation: sourceLocation) { $0.text == screen }
  }

  @Test func `rules are typed with the episodes that they find, and saved as one change`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 14)
    terminal.type("Gclenght < 2")
    expect(
      terminal,
      """
       1 Playlists  2 Library  3 Tags  4 New  5 Player
       Rules of morning all must match
      ›1  lenght < 2▏
          ^~~~~~
       there is no field `lenght`
       fields: title, artist, albumArtist, album, genre, composer,
       fileFormat, podcast, folder, kind, feed, tag, category,
       year, originalYear, bpm, rating, playCount, trackNumber,
       discNumber, bitrate, sampleRate, fileSize, duration,
       position, published, dateAdded, dateModified, lastPlayedAt



      enter done  tab complete  esc cancel
      """)
    terminal.type("\u{15}dura\t< 30 min")
    expect(
      terminal,
      """
       1 Playlists  2 Library  3 Tags  4 New  5 Player
       Rules of morning all must match
      ›1  duration < 30 min▏
       1 episode; this rule alone: 1 episode
         A Patch Tuesday on a Monday              Daily Byte  5:55








      enter done  tab complete  esc cancel
      """)
    terminal.type("\ratitle contains \"comets\"\rm")
    expect(
      terminal,
      """
       1 Playlists  2 Library  3 Tags  4 New  5 Player
       Rules of morning any of them must match
       1  duration < 30 min
      ›2  title contains "comets"
       search  none
       sort    none
       limit   none
       2 episodes
         A Patch Tuesday on a Monday      Daily Byte          5:55
         Comets                           Night Sky Radio  1:02:03



      s save  a add  enter edit  d remove  esc cancel
      """)
    terminal.type("s", shows: "mixtape conditions morning --match any --add 'duration < 30")
    #expect(try fixture.sandbox.git("rev-list", "--count", "HEAD") == "2")
    #expect(try fixture.text(of: "playlists/morning.toml").contains("# always first"))
    try fixture.quit(terminal)
  }

  @Test func `history shows differences and earlier versions, and restores one`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 14)
    terminal.type("G\tJ\tr!\r", shows: "--name")
    terminal.type("h", shows: #"  name  "Morning Commute" → "Morning Commute!""#)
    terminal.type("j", shows: "  ~  1  Auroras (night-sky/auroras) moved from 2 to 1")
    terminal.type("\t")
    terminal.wait {
      $0.text.contains(
        """
         The playlist after this change
         Morning Commute 3 episodes
         Short news first.
         1  Auroras
         2  A Patch Tuesday on a Monday
         3  missing night-sky/gone
        """)
    }
    terminal.type("R")
    terminal.wait { $0.text.contains("Restore morning as it was") && $0.text.contains("[y/N]") }
    terminal.wait(for: "y yes  any other no")
    terminal.type("y", shows: "Restored morning", "›   Morning Commute  ")
    try fixture.quit(terminal)
  }
}
