import TestSupport
import Testing

@testable import mixtape

@Suite struct ImportTests {
  @Test func `empty standard input is refused`() throws {
    let outcome = try CommandFixture().mixtape(["import", "-"], input: [])
    #expect(outcome.status == .invalid)
    #expect(outcome.errors == "error: standard input is empty\n")
  }

  @Test func `a list becomes a playlist with a comment for what is missing`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '#EXTM3U\n#EXTINF:1834,Night Sky Radio - Auroras\n/a/auroras.mp3\n#EXTINF:61,Nina - "Good"\nx/good.mp3\n' > 'Late Night.m3u8'
      $ mixtape import 'Late Night.m3u8'
      Imported late-night: 1 episode, 1 missing.
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ cat playlists/late-night.toml
      name = "Late Night"

      episodes = [
        "night-sky/auroras",
        "unresolved/nina-good",  # missing: title="\"Good\"" artist="Nina" duration=61 location="STORE/x/good.mp3"
      ]
      """#)
  }

  @Test func `a second import of a list says that the playlist exists`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '#EXTINF:1834,Night Sky Radio - Auroras\nauroras.mp3\n' > win.m3u
      $ mixtape import win.m3u
      Imported win: 1 episode.
      $ mixtape import win.m3u
      Imported win-2: 1 episode.
      ! note: win already exists; the imported playlist is win-2
      ! hint: to replace it: `mixtape undo`, `mixtape delete win`, and import again
      $ mixtape import win.m3u --dry-run
      Would import win-3: 1 episode.
      ! note: win already exists; the imported playlist is win-3
      ! hint: to replace it: `mixtape delete win`, and import again
      """#)
  }

  /// In a list of lines, only a file of that name tells a path from an address. XSPF has only addresses.
  @Test func `a name with a colon is a path if there is such a file`() throws {
    try CommandFixture().expect(
      #"""
      $ touch 'Re:Generation.mp3'
      $ printf 'Re:Generation.mp3\ntidal:track:1\nMission: Impossible.mp3\n' > a.m3u8
      $ mixtape import a.m3u8
      Imported a: 0 episodes, 3 missing.
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ grep -o 'location=.*' playlists/a.toml
      location="STORE/Re:Generation.mp3"
      location="tidal:track:1"
      location="STORE/Mission: Impossible.mp3"
      $ printf '<playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>Re:Generation.mp3</location></track></trackList></playlist>' > b.xspf
      $ mixtape import b.xspf
      Imported b: 0 episodes, 1 missing.
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ grep -o 'location=.*' playlists/b.toml
      location="Re:Generation.mp3"
      """#)
  }

  @Test func `a directory becomes folders, in one commit`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir -p ../lists/Jazz/Late ../lists/.hidden
      $ printf 'a.mp3\n' > ../lists/one.m3u
      $ printf '[playlist]\nFile1=b.mp3\n' > ../lists/Jazz/Late/one.pls
      $ printf 'x' > ../lists/notes.txt
      $ printf '{' > ../lists/broken.jspf
      $ ln -s one.m3u ../lists/link.m3u
      $ printf 'x' > ../lists/.hidden/two.m3u
      $ mixtape import ../lists --folder imported
      Imported 2 playlists: 0 episodes, 2 missing.
        one    one  1 entry  imported/Jazz/Late  ../lists/Jazz/Late/one.pls
        one-2  one  1 entry  imported            ../lists/one.m3u
      ! warning: "../lists/link.m3u": symbolic links are not followed; skipped
      ! warning: "../lists/broken.jspf": line 1: expected a key; skipped
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ mixtape import ../lists --strict
      ! warning: "../lists/link.m3u": symbolic links are not followed; skipped
      ! warning: "../lists/broken.jspf": line 1: expected a key; skipped
      ! error: 2 files would be skipped; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      """#)
  }

  @Test func `feeds of podcasts and web pages are named as what they are`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '<rss><channel><title>A</title><item><title>B</title></item></channel></rss>' > feed.xml
      $ cp feed.xml other.rss
      $ mixtape import feed.xml
      ! error: "feed.xml": this is the feed of a podcast, not a list
      ! hint: `mixtape podcast add 'feed.xml'` adds it
      [65]
      $ mv other.rss other
      $ mixtape import other --as podcast
      ! error: "other": this is the feed of a podcast, not a list
      ! hint: `mixtape podcast add './other'` adds it
      [65]
      $ printf '<html><body>404</body></html>' > page.m3u8
      $ mixtape import page.m3u8
      ! error: "page.m3u8": this is a web page or an XML document, not a playlist
      [65]
      """#)
  }

  @Test func `resolving keeps text of the user and all other comments`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'name = "L"\nepisodes = [\n  # evening\n  "unresolved/a",  # missing: title="Auroras" artist="Night Sky Radio" from Anna\n  # calm\n  "unresolved/b", # missing: title="Auroras" artist="Night Sky Radio"\n]\n' > playlists/l.toml
      $ mixtape import --resolve l
      Resolved 2 entries in 1 playlist.
      ! note: committed a hand edit: Create l by hand
      $ cat playlists/l.toml
      name = "L"
      episodes = [
        # evening
        "night-sky/auroras",  # from Anna
        # calm
        "night-sky/auroras",
      ]
      """#)
  }

  @Test func `nothing is written in a dry run`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape import - --dry-run
      < https://example.org/a.mp3
      Would import imported: 0 episodes, 1 missing.
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ ls playlists/imported.toml 2>&1 | wc -l
      1
      $ git status --short
      """#)
  }

  @Test func `what cannot be read is refused`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape import none.m3u
      ! error: "none.m3u": no such file or directory
      [66]
      $ printf '#EXTM3U\n#EXT-X-TARGETDURATION:9\n' > hls.m3u8
      $ mixtape import hls.m3u8
      ! error: "hls.m3u8": line 2: this is an HLS playlist: segments of one stream, not a list of episodes
      [65]
      $ mixtape import missing --as bogus
      ! error: there is no format "bogus"
      ! hint: the formats are m3u8, m3u, pls, xspf, jspf, podcast, nsp, itunes, wpl, rhythmbox, opml
      [64]
      $ printf 'text' > notes.txt
      $ mixtape import notes.txt
      ! error: "notes.txt": its format is not recognized
      ! hint: --as names the format: m3u8, m3u, pls, xspf, jspf, podcast, nsp, itunes, wpl, rhythmbox, opml
      [65]
      $ git log --oneline | wc -l
      1
      """#)
  }

  @Test func `losses are listed, and refused with --strict`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '{"name":"Loved","any":[{"is":{"loved":true}},{"gt":{"rating":3}}]}' > loved.nsp
      $ mixtape import loved.nsp --strict
      ! note: Loved: cannot keep rule {"is": {"loved": true}}: Mixtape has no field `loved`; without it, the playlist finds fewer episodes
      ! error: 1 part would be lost; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import loved.nsp
      Imported loved.
      ! note: Loved: cannot keep rule {"is": {"loved": true}}: Mixtape has no field `loved`; without it, the playlist finds fewer episodes
      $ cat playlists/loved.toml
      name = "Loved"

      episodes = [
      ]
      # not imported: {"is": {"loved": true}} (without it, the playlist finds fewer episodes)
      conditions = [
        "rating > 3",
      ]
      match = "any"
      sort = ["title"]
      $ mixtape conditions loved --add 'year > 2000'
      Changed the rules of loved.
      $ grep -c 'not imported' playlists/loved.toml
      1
      """#)
  }

  @Test func `a list without a rule left keeps the lost ones above its episodes`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '{"name":"Loved","comment":"Best","all":[{"is":{"loved":true}}]}' > loved.nsp
      $ mixtape import loved.nsp
      Imported loved: 0 episodes.
      ! warning: "loved.nsp": no rule can be converted; the playlist is empty
      ! note: Loved: cannot keep rule {"is": {"loved": true}}: Mixtape has no field `loved`
      $ cat playlists/loved.toml
      name = "Loved"
      description = "Best"

      # not imported: {"is": {"loved": true}}
      episodes = [
      ]
      """#)
  }

  @Test func `a text of a playlist file that cannot be used is a loss`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '{"playlist":{"title":"Late","track":[{"location":"https://example.org/a.mp3"}],"extension":{"urn:mixtape:playlist:1":[{"id":"late","file":"name = \\"Late\\"  # mine\\nepisodes = 1\\n"}]}}}' > late.jspf
      $ mixtape import late.jspf --strict
      ! note: late: cannot keep comments and unknown keys: the text of the file has an error in line 2: `episodes` must be an array of episode ids, but this is a whole number
      ! error: 1 part would be lost; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import late.jspf
      Imported late: 0 episodes, 1 missing.
      ! note: late: cannot keep comments and unknown keys: the text of the file has an error in line 2: `episodes` must be an array of episode ids, but this is a whole number
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ cat playlists/late.toml
      name = "Late"

      episodes = [
        "unresolved/a",  # missing: location="https://example.org/a.mp3"
      ]
      """#)
  }

  @Test func `missing entries are resolved when the library has them`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '#EXTINF:90,Nina - Good\nx.mp3\n#EXTINF:1,Nina - Gone\ny.mp3\n' > a.m3u
      $ mixtape import a.m3u
      Imported a: 0 episodes, 2 missing.
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ mixtape import --resolve
      ! Nothing to resolve: 2 still missing.
      [1]
      $ printf 'kind = "album"\ntitle = "Best"\nauthor = "Nina"\n\n[[episodes]]\nid = "good"\ntitle = "Good"\nduration = 91\n' > library/best.toml
      $ mixtape import --resolve a --dry-run
      Would resolve 1 entry in 1 playlist; 1 still missing.
      $ mixtape import --resolve - --dry-run
      < # none
      ! Nothing to resolve: standard input contains no playlist ids.
      [1]
      $ mixtape import --resolve
      Resolved 1 entry in 1 playlist; 1 still missing.
      ! note: committed a hand edit: Create best by hand
      $ cat playlists/a.toml
      name = "a"

      episodes = [
        "best/good",
        "unresolved/nina-gone",  # missing: title="Gone" artist="Nina" duration=1 location="STORE/y.mp3"
      ]
      $ git log -1 --format=%s
      Resolve 1 episode in a
      """#)
  }

  @Test func `an episode is taken for an uncertain entry`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '#EXTINF:-1,Auroras\nx/a.mp3\n#EXTINF:-1,Gone\nb.mp3\n' > late.m3u
      $ mixtape import late.m3u --dry-run
      Would import late: 0 episodes, 1 missing, 1 uncertain.
      ! note: late: line 2: "Auroras" may be night-sky/auroras
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ mixtape import late.m3u
      Imported late: 0 episodes, 1 missing, 1 uncertain.
      ! note: late: line 2: "Auroras" may be night-sky/auroras; `mixtape import --resolve late --take unresolved/auroras=night-sky/auroras` accepts it
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ mixtape import --resolve late
      ! note: late: "Auroras" may be night-sky/auroras; `mixtape import --resolve late --take unresolved/auroras=night-sky/auroras` accepts it
      ! Nothing to resolve: 2 still missing.
      [1]
      $ mixtape import --resolve late --take unresolved/auroras=night-sky/auroras --dry-run
      Would resolve 1 entry in 1 playlist; 1 still missing.
      $ mixtape import --resolve late --take unresolved/auroras=night-sky/auroras
      Resolved 1 entry in 1 playlist; 1 still missing.
      $ grep / playlists/late.toml
        "night-sky/auroras",
        "unresolved/gone",  # missing: title="Gone" location="STORE/b.mp3"
      $ git log -1 --format=%s
      Resolve 1 episode in late
      $ mixtape import --resolve late --take night-sky/auroras=night-sky/auroras
      ! Nothing to resolve: 1 still missing.
      [1]
      $ mixtape import --resolve late --take night-sky/auroras=night-sky/comets
      ! error: the entry night-sky/auroras is not missing: the library has it
      ! hint: `mixtape remove` and `mixtape add` replace an entry
      [65]
      $ mixtape import --resolve late --take unresolved/gone=night-sky/none
      ! error: there is no episode night-sky/none
      ! hint: `mixtape search` finds episodes
      [66]
      $ mixtape import --resolve late --take unresolved/auroras=night-sky/auroras
      ! error: the playlist does not contain the episode unresolved/auroras
      [66]
      $ mixtape import --resolve late --take auroras
      ! error: "auroras" is not an entry and an episode
      ! hint: write ENTRY=EPISODE
      [64]
      """#)
  }

  @Test func `entries with the same id keep their own descriptions`() throws {
    let library =
      "kind = \"album\"\ntitle = \"Odd\"\n\n"
      + ["one", "two"].enumerated().map {
        "[[episodes]]\nid = \"\($1)\"\ntitle = \"\($1)\"\nurl = \"file:///music/odd/\($0 + 1).flac\"\n"
      }.joined()
    let list = """
      episodes = [
        "todo/x",  # missing: location="/music/odd/1.flac"
        "todo/x",  # missing: location="/music/odd/2.flac"
        "todo/x",
      ]

      """
    try CommandFixture(with: ["library/odd.toml": library, "playlists/todo.toml": list]).expect(
      #"""
      $ mixtape export todo
      #EXTM3U
      #PLAYLIST:Todo
      #EXTINF:-1,
      /music/odd/1.flac
      #EXTINF:-1,
      /music/odd/2.flac
      ! note: todo: cannot keep entry todo/x: it has no address, and M3U8 needs one
      $ mixtape import --resolve
      Resolved 2 entries in 1 playlist.
      $ cat playlists/todo.toml
      episodes = [
        "odd/one",
        "odd/two",
        "todo/x",
      ]
      $ mixtape import --resolve todo --take todo/x=odd/one --take todo/x=odd/two
      ! error: --take names 2 episodes for todo/x: odd/one and odd/two
      [64]
      """#)
  }

  @Test func `lists of formats that are not read are named, also in a directory`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir lists && touch lists/disc.cue lists/zune.zpl && printf '/x/b.mp3\n' > lists/b.m3u8
      $ mixtape import --dry-run --strict lists
      ! warning: "lists/disc.cue": it is a cue sheet, which Mixtape does not read; skipped
      ! warning: "lists/zune.zpl": it is a list of Zune, which Mixtape does not read; skipped
      ! error: 2 files would be skipped; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import lists/disc.cue
      ! error: "lists/disc.cue": it is a cue sheet, which Mixtape does not read
      ! hint: --as names the format: m3u8, m3u, pls, xspf, jspf, podcast, nsp, itunes, wpl, rhythmbox, opml
      [65]
      """#)
  }

  @Test(arguments: [
    ["import", "a.m3u", "--take", "a/b=c/d"], ["import", "--resolve", "--take", "a/b=c/d"],
    ["import", "--resolve", "a", "b", "--take", "a/b=c/d"], ["import", "--resolve", "-", "--take", "a/b=c/d"],
    ["import", "a.m3u", "--take-single"], ["import", "--resolve", "a", "--take-single", "--take", "a/b=c/d"],
  ])
  func `taking episodes requires entries to resolve, and a chosen one its playlist`(_ arguments: [String]) throws {
    #expect(try CommandFixture().mixtape(arguments).status == .usage)
  }

  @Test func `all entries with one candidate are accepted at once`() throws {
    try CommandFixture().expect(
      #"""
      $ printf '#EXTINF:-1,Auroras\nx/a.mp3\n#EXTINF:-1,Comets\nx/c.mp3\n#EXTINF:-1,Gone\nb.mp3\n' > late.m3u
      $ mixtape import late.m3u
      Imported late: 0 episodes, 1 missing, 2 uncertain.
      ! note: late: line 2: "Auroras" may be night-sky/auroras; `mixtape import --resolve late --take unresolved/auroras=night-sky/auroras` accepts it
      ! note: late: line 4: "Comets" may be night-sky/comets; `mixtape import --resolve late --take unresolved/comets=night-sky/comets` accepts it
      ! note: 2 entries have one candidate; `mixtape import --resolve late --take-single` accepts all of these
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ mixtape import --resolve late --take-single
      Resolved 2 entries in 1 playlist; 1 still missing.
      """#)
  }

  @Test func `the result as JSON`() throws {
    let laboratory = try CommandFixture()
    let outcome = laboratory.mixtape(["import", "-", "--json", "--dry-run"], input: ["#EXTINF:1,Auroras", "a.mp3"])
    #expect(outcome.status == .done)
    #expect(outcome.output.contains(#""match": "unsure""#))
    #expect(outcome.output.contains(#""night-sky/auroras""#))
    #expect(laboratory.mixtape(["import", "-"], input: ["#EXTINF:1,Auroras", "a.mp3"]).status == .done)
    let resolved = laboratory.mixtape(["import", "--resolve", "--json"])
    #expect(resolved.output.contains(#""uncertain": 1,"#))
    #expect(resolved.output.contains(#""entry": "unresolved/auroras","#))
  }
}
