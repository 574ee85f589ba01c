import TestSupport
import Testing

@testable import mixtape

/// Ratings and plays are lost when people leave iTunes (elementary/music 417, quodlibet 2779) and Rhythmbox (quodlibet 1463).
@Suite struct ImportListeningTests {
  /// A library of iTunes with 2 heard tracks and a playlist. The first one is in the library.
  private static let library = """
    <plist version="1.0"><dict><key>Tracks</key><dict>
    <key>1</key><dict><key>Track ID</key><integer>1</integer><key>Name</key><string>Auroras</string>
    <key>Artist</key><string>Night Sky Radio</string><key>Rating</key><integer>80</integer>
    <key>Play Count</key><integer>12</integer><key>Play Date UTC</key><date>2020-02-03T04:05:06Z</date>
    <key>Date Added</key><date>2009-05-06T07:08:09Z</date></dict>
    <key>2</key><dict><key>Track ID</key><integer>2</integer><key>Name</key><string>Good</string>
    <key>Artist</key><string>Nina</string><key>Rating</key><integer>100</integer></dict>
    </dict><key>Playlists</key><array><dict><key>Name</key><string>Late</string><key>Playlist Items</key>
    <array><dict><key>Track ID</key><integer>1</integer></dict></array></dict></array></dict></plist>
    """

  private func fixture() throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.sandbox.write(Self.library, to: "Library.xml")
    return fixture
  }

  @Test func `ratings and plays of iTunes are one commit, and a second import changes nothing`() throws {
    try fixture().expect(
      #"""
      $ mixtape import Library.xml --ratings --plays --dry-run
      Would import listening data of 1 episode: 1 rating, 1 play count, 1 last play, 1 date added; 1 not found.
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! Nothing was changed.
      ! hint: without --ratings and --plays, `mixtape import` imports the playlists
      $ git log --oneline | wc -l
      1
      $ mixtape import Library.xml --ratings --plays
      Imported listening data of 1 episode: 1 rating, 1 play count, 1 last play, 1 date added; 1 not found.
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! hint: without --ratings and --plays, `mixtape import` imports the playlists
      $ git diff HEAD~ --unified=0 -- library | grep '^[+-][^+-]'
      +dateAdded = 2009-05-06T07:08:09Z
      +rating = 4
      +playCount = 12
      +lastPlayedAt = 2020-02-03T04:05:06Z
      $ git log --format=%s -2
      Import listening data of 1 episode
      Create the store
      $ mixtape import Library.xml --ratings --plays
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! Nothing to import: no value in the library changes; 1 not found.
      ! hint: without --ratings and --plays, `mixtape import` imports the playlists
      [1]
      $ mixtape undo
      Undone: Import listening data of 1 episode
      ! Next undo: nothing
      ! Next redo: Import listening data of 1 episode
      ! hint: `mixtape redo` redoes it
      """#)
  }

  @Test func `a rating of the library stays without --replace`() throws {
    try fixture().expect(
      #"""
      $ mixtape episode rate 2 night-sky/auroras
      Rated night-sky/auroras 2.
      $ mixtape import Library.xml --ratings --strict
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! note: cannot keep ratings of 1 episode: the library has other ones, which stay; --replace replaces them
      ! error: 2 parts would be lost; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import Library.xml --ratings
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! note: cannot keep ratings of 1 episode: the library has other ones, which stay; --replace replaces them
      ! Nothing to import: no value in the library changes; 1 not found.
      ! hint: without --ratings and --plays, `mixtape import` imports the playlists
      [1]
      $ mixtape import Library.xml --ratings --replace
      Imported listening data of 1 episode: 1 rating; 1 not found.
      ! note: cannot keep listening data of "Nina - Good": the library does not have the track
      ! hint: without --ratings and --plays, `mixtape import` imports the playlists
      """#)
  }

  @Test func `the library of Rhythmbox has no playlists`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '<rhythmdb version="2.0"><entry type="song"><title>Auroras</title><artist>Night Sky Radio</artist><rating>5</rating><play-count>3</play-count><last-played>1580702706</last-played></entry></rhythmdb>' > rhythmdb.xml
      $ mixtape import rhythmdb.xml
      ! note: cannot keep listening data of 1 track: `mixtape import --ratings --plays 'rhythmdb.xml'` imports it
      ! Nothing to import: the files contain no playlists.
      [1]
      $ mixtape import rhythmdb.xml --ratings
      Imported listening data of 1 episode: 1 rating.
      $ mixtape import rhythmdb.xml --plays
      Imported listening data of 1 episode: 1 play count, 1 last play.
      """#)
  }

  @Test func `lists have no ratings and plays`() throws {
    try fixture().expect(
      #"""
      $ printf 'a.mp3\n' > a.m3u8
      $ mixtape import a.m3u8 --plays
      ! error: "a.m3u8": M3U8 has no ratings and plays
      ! hint: the libraries of iTunes and Rhythmbox have them
      [65]
      $ mkdir music
      $ touch music/a.mp3
      $ mixtape import music --ratings
      ! Nothing to import: the library has none of the tracks.
      ! hint: --ratings and --plays read the libraries of iTunes and Rhythmbox, not music files
      [1]
      $ mixtape import Library.xml --plays --replace
      ! error: --replace requires --ratings
      ! Usage: mixtape import [<options>] [<file> ...]
      !   See 'mixtape import --help' for more information.
      [64]
      $ mixtape import Library.xml --plays --folder x
      ! error: --folder is for playlists and podcasts; --ratings and --plays import neither
      ! Usage: mixtape import [<options>] [<file> ...]
      !   See 'mixtape import --help' for more information.
      [64]
      """#)
  }

  @Test func `the result as JSON`() throws {
    let outcome = try fixture().mixtape(["import", "Library.xml", "--ratings", "--plays", "--json"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    for part in [
      #""episode": "night-sky/auroras""#, #""playCount": 12"#, #""lastPlayedAt": "2020-02-03T04:05:06Z""#,
      #""dateAdded": "2009-05-06T07:08:09Z""#, #""missing": 1"#, #""uncertain": 0"#,
    ] { #expect(outcome.output.contains(part)) }
  }
}
