import TestSupport
import Testing

@testable import mixtape

@Suite struct ExportTests {
  @Test func `a playlist goes to standard output`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape export calm
      #EXTM3U
      #PLAYLIST:Calm
      ! note: calm: cannot keep folder: M3U8 has no folders
      ! note: calm: cannot keep entry four-seasons/winter: it has no address, and M3U8 needs one
      $ mixtape export calm --strict
      ! note: calm: cannot keep folder: M3U8 has no folders
      ! note: calm: cannot keep entry four-seasons/winter: it has no address, and M3U8 needs one
      ! error: 2 parts would be lost; nothing was exported
      ! hint: without --strict, everything else is exported
      [65]
      """#)
  }

  @Test func `all playlists go to a directory, and come back as they were`() throws {
    let laboratory = try CommandFixture()
    for format in ["xspf", "jspf"] {
      try laboratory.expect(
        """
        $ mixtape export --all --to \(format) --output ../\(format)/
        Exported calm to ../\(format)/evening/calm.\(format).
        Exported empty to ../\(format)/empty.\(format).
        Exported fresh to ../\(format)/fresh.\(format).
        Exported morning to ../\(format)/morning.\(format).
        """)
    }
  }

  @Test(arguments: ["xspf", "jspf"]) func `a round trip keeps every byte of a playlist file`(_ format: String) throws {
    let text = """
      # Mine.
      name = "  Odd "  # one
      description = "bell \\u0007"
      episodes = [
        "four-seasons/winter", # two
        "unresolved/x", # missing: title="X" artist="  sp  " id="x/y"
      ]

      [extra]
      mood = "x"

      """
    let laboratory = try CommandFixture(with: LibrarySample.files.merging(["playlists/odd.toml": text]) { $1 })
    #expect(
      laboratory.mixtape(["export", "odd", "--to", format, "--strict", "--output", "../odd.\(format)"]).status == .done)
    #expect(laboratory.mixtape(["delete", "odd"]).status == .done)
    let outcome = laboratory.mixtape(["import", "../odd.\(format)", "--strict"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    #expect(try laboratory.shell("cat playlists/odd.toml") == text)
    let lossy = laboratory.mixtape(["export", "odd", "--to", "m3u8"])
    #expect(lossy.errors.contains("odd: cannot keep comments: M3U8 does not support them"))
    #expect(lossy.errors.contains("odd: cannot keep [extra]"))
  }

  @Test func `passwords in addresses of episodes are reported`() throws {
    let files = [
      "library/radio.toml":
        "title = \"Radio\"\n[[episodes]]\nid = \"a\"\nurl = \"https://ann:secret@example.org/a.mp3\"\n",
      "playlists/own.toml": "episodes = [\"radio/a\"]\n",
    ]
    let outcome = try CommandFixture(with: files).mixtape(["export", "own"])
    #expect(outcome.status == .done)
    #expect(
      outcome.errors.contains(
        "warning: the export contains the user names and passwords in the addresses of episodes of own"))
  }

  @Test func `a feed contains no passwords`() throws {
    let files = [
      "library/radio.toml": """
      title = "Radio"
      [[episodes]]
      id = "a"
      url = "https://ann:secret@example.org/a.mp3"
      description = "About A"
      published = 2026-03-01T06:00:00Z
      [[episodes]]
      id = "b"
      url = "file:///music/x/b.mp3"

      """,
      "playlists/own.toml": "episodes = [\"radio/a\", \"radio/b\"]\n",
    ]
    let laboratory = try CommandFixture(with: files)
    try laboratory.sandbox.write(
      """
      format = 1
      [export.phone]
      directory = "feeds"
      format = "feed"
      from = "/music"
      base = "https://example.org/m"
      playlists = []

      """, to: "mixtape.toml")
    try laboratory.expect(
      #"""
      $ mixtape export own --to feed
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel>
          <title>Own</title>
          <link>mixtape:own</link>
          <description></description>
          <itunes:type>serial</itunes:type>
          <itunes:block>Yes</itunes:block>
          <item>
            <title>a</title>
            <guid isPermaLink="false">mixtape:own:radio/a</guid>
            <pubDate>1 Mar 2026 06:00:00 GMT</pubDate>
            <itunes:episode>1</itunes:episode>
            <description>&lt;p&gt;Radio, 2026-03-01&lt;/p&gt;
      &lt;p&gt;About A&lt;/p&gt;</description>
            <enclosure url="https://example.org/a.mp3" length="0" type="audio/mpeg"/>
          </item>
        </channel>
      </rss>
      ! note: own: cannot keep entry radio/b: it is a file on this disk: `base`, or --base with --relative-to, gives it a web address
      ! note: own: cannot keep user names and passwords of 1 entry: everybody who gets the feed could read them
      $ mixtape export own --place car
      ! error: mixtape.toml has no place "car"
      ! hint: the places are phone
      [64]
      $ mixtape export own --to feed --base https://example.org
      ! error: --base requires --relative-to
      ! Usage: mixtape export [<options>] [<id> ...]
      !   See 'mixtape export --help' for more information.
      [64]
      $ mixtape import feed.xml --as feed
      ! error: Mixtape writes feed and does not read it
      ! hint: the formats are m3u8, m3u, pls, xspf, jspf, podcast, nsp, itunes, wpl, rhythmbox, opml
      [64]
      """#)
    for options in [
      ["--place", "phone"], ["--to", "feed", "--relative-to", "/music", "--base", "https://example.org/m"],
    ] {
      let outcome = laboratory.mixtape(["export", "own"] + options)
      #expect(outcome.output.contains("<enclosure url=\"https://example.org/m/x/b.mp3\""), "\(outcome.errors)")
    }
    #expect(laboratory.mixtape(["export", "own", "--output", "../own.xml"]).status == .done)
    #expect(try laboratory.shell("head -2 ../own.xml").contains("<rss "))
  }

  @Test func `files of others are not replaced`() throws {
    try CommandFixture().expect(
      #"""
      $ echo mine > focus.pls
      $ mixtape export empty --output focus.pls
      ! note: empty: cannot keep id: PLS has no ids; an import makes one from the name
      ! error: "focus.pls" already exists; nothing was exported
      ! hint: --force replaces it
      [73]
      $ cat focus.pls
      mine
      $ mixtape export empty --output focus.pls --force
      Exported empty to focus.pls.
      ! note: empty: cannot keep id: PLS has no ids; an import makes one from the name
      """#)
  }

  @Test func `exported copies that cannot be written are one line each, with one hint`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'format = 1\n\n[export]\ndirectory = "lists"\nplaylists = ["calm", "morning"]\n' > mixtape.toml
      $ mkdir lists
      $ touch lists/calm.m3u8 lists/morning.m3u8
      $ mixtape describe calm "Work"
      Changed the description of calm.
      ! note: committed a hand edit: Edit mixtape.toml by hand
      ! warning: the export to "STORE/lists/calm.m3u8" is not up to date: another file exists there and was not replaced
      ! hint: move that file, or change the directory in `[export]` of mixtape.toml
      ! warning: the export to "STORE/lists/morning.m3u8" is not up to date: another file exists there and was not replaced
      """#)
  }

  @Test func `a playlist without rules is not exported as rules`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape export morning --to nsp
      ! error: morning has no rules; NSP supports only rules
      ! hint: export it as m3u8 or xspf
      [65]
      $ mixtape export morning --to itunes
      ! error: Mixtape reads itunes and does not write it
      ! hint: the formats are m3u8, m3u, pls, xspf, jspf, podcast, nsp, feed, opml
      [64]
      $ touch two
      $ mixtape export --all --output two
      ! error: several playlists need a directory, and "two" names a file
      ! hint: give one with --output DIR/
      [64]
      $ mixtape export morning --output one.mp3
      ! error: Mixtape writes no format with the extension "mp3"
      ! hint: --to names the format: m3u8, m3u, pls, xspf, jspf, podcast, nsp, feed, opml
      [64]
      $ mixtape export empty --output "Vol. 1"
      Exported empty to Vol. 1.
      ! note: empty: cannot keep id: M3U8 has no ids; an import makes one from the name
      $ mixtape export empty --to m3u8 --output one.txt
      Exported empty to one.txt.
      ! note: empty: cannot keep id: M3U8 has no ids; an import makes one from the name
      $ mixtape export morning fresh
      ! error: several playlists need a directory
      ! hint: give one with --output DIR/
      [64]
      """#)
  }

  @Test func `an export of all playlists says that there are none`() throws {
    try CommandFixture(with: [:]).expect(
      #"""
      $ mixtape export --all
      ! Nothing to export: there are no playlists.
      [1]
      $ mixtape export --all --output ../lists/
      ! Nothing to export: there are no playlists.
      [1]
      $ mixtape export --all --json
      {
        "operation": "export",
        "files": [],
        "losses": []
      }
      [1]
      """#)
  }

  @Test func `a playlist that is skipped is a loss`() throws {
    let laboratory = try CommandFixture()
    try laboratory.expect(
      #"""
      $ printf 'name = ' > playlists/broken.toml
      $ mixtape export --all --to xspf --output ../lists/ --strict
      ! note: broken: cannot keep playlist: its file has errors
      ! warning: playlists/broken.toml has 1 error; it is ignored
      ! hint: `mixtape check` shows the errors
      ! error: 1 part would be lost; nothing was exported
      ! hint: without --strict, everything else is exported
      [65]
      """#)
    let outcome = laboratory.mixtape(["export", "--all", "--to", "nsp", "--output", "../rules/"])
    #expect(outcome.errors.contains("note: calm: cannot keep playlist: it has no rules; NSP supports only rules\n"))
  }
}
