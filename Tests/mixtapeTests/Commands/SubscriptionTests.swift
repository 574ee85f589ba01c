import TestSupport
import Testing

@testable import mixtape

@Suite struct SubscriptionTests {
  private static let list =
    #"<opml><body><outline text=\"Sea\"><outline text=\"Deep\" xmlUrl=\"https://example.org/deep\" category=\"quiet\"/></outline><outline text=\"Sand\" xmlUrl=\"https://example.org/sand\"/><outline type=\"include\" text=\"More\"/></body></opml>"#

  @Test func `two imports of a list at the same time add each podcast once`() throws {
    let fixture = try CommandFixture(with: ["library/first.toml": "title = 'First'\n"])
    _ = try fixture.shell("printf '%s' \"\(Self.list)\" > ../pods.opml")
    let command = ["import", "../pods.opml"]
    let outcome = fixture.mixtape(command, whileRunning: command)
    #expect(outcome.status == .nothingToDo, "\(outcome.errors)")
    let files = try fixture.shell("find library -name '*.toml' | LC_ALL=C sort")
    #expect(files == "library/Sea/deep.toml\nlibrary/first.toml\nlibrary/sand.toml\n")
  }

  @Test func `a list becomes podcasts, in one commit`() throws {
    try CommandFixture().expect(
      #"""
      $ printf "\#(Self.list)" > pods.opml
      $ mixtape import pods.opml --strict
      ! note: cannot keep More: lists that are included are not fetched
      ! error: 1 part would be lost; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import pods.opml --folder casts --dry-run
      Would import 2 podcasts.
        deep  Deep  casts/Sea  quiet
        sand  Sand  casts
      ! note: cannot keep More: lists that are included are not fetched
      ! hint: `mixtape feed update` fetches the episodes
      $ git status --short
      ?? pods.opml
      $ mixtape import pods.opml --folder casts
      Imported 2 podcasts.
        deep  Deep  casts/Sea  quiet
        sand  Sand  casts
      ! note: cannot keep More: lists that are included are not fetched
      ! hint: `mixtape feed update` fetches the episodes
      $ head -3 library/casts/Sea/deep.toml
      title = "Deep"
      feed = "https://example.org/deep"
      tags = ["quiet"]
      $ git log -1 --format=%s
      Add 2 podcasts
      $ mixtape import pods.opml
      ! note: cannot keep More: lists that are included are not fetched
      ! Nothing to import: the library already has all podcasts.
      [1]
      $ mixtape export --output mine.opml
      Exported 2 podcasts to mine.opml.
      $ grep -c '<outline' mine.opml
      4
      $ mixtape undo
      Undone: Add 2 podcasts
      ! Next undo: nothing
      ! Next redo: Add 2 podcasts
      ! hint: `mixtape redo` redoes it
      $ mixtape import mine.opml
      Imported 2 podcasts.
        deep  Deep  casts/Sea  quiet
        sand  Sand  casts
      ! hint: `mixtape feed update` fetches the episodes
      $ mixtape set deep --feed https://ann:secret@example.org/deep
      Updated deep.
      $ mixtape export --output secret.opml
      Exported 2 podcasts to secret.opml.
      ! warning: the list contains the user names and passwords in the feeds of deep
      """#)
  }

  @Test func `plays of episodes of the library are imported, in the same commit`() throws {
    try CommandFixture().expect(
      #"""
      $ printf 'title = "Deep"\nfeed = "https://example.org/deep"\n\n[[episodes]]\nid = "a"\nurl = "https://example.org/a.mp3"\n\n[[episodes]]\nid = "b"\nurl = "https://example.org/b.mp3"\nposition = 7\n' > library/deep.toml
      $ printf "<opml><body><outline text='Deep' xmlUrl='https://example.org/deep'><outline type='podcast-episode' enclosureUrl='https://example.org/a.mp3' played='1'/><outline type='podcast-episode' enclosureUrl='https://example.org/b.mp3' progress='70'/></outline><outline text='Sand' xmlUrl='https://example.org/sand'/></body></opml>" > o.opml
      $ mixtape import o.opml --strict
      ! note: deep: cannot keep positions of 1 episode: the library has other ones, which stay
      ! error: 1 part would be lost; nothing was imported
      ! hint: without --strict, everything else is imported
      [65]
      $ mixtape import o.opml
      Imported sand, and the plays of 1 episode; 1 already in the library.
      ! note: deep: cannot keep positions of 1 episode: the library has other ones, which stay
      ! note: committed a hand edit: Create deep by hand
      ! hint: `mixtape feed update` fetches the episodes
      $ grep -e playCount -e position library/deep.toml
      playCount = 1
      position = 7
      $ git log --format=%s -2
      Add podcast sand and update podcast deep
      Create deep by hand
      $ mixtape import o.opml
      ! note: deep: cannot keep positions of 1 episode: the library has other ones, which stay
      ! Nothing to import: the library already has all podcasts.
      [1]
      """#)
  }

  @Test func `the result as JSON`() throws {
    let fixture = try CommandFixture()
    let outcome = fixture.mixtape(
      ["import", "-", "--json"], input: ["<opml><body><outline text='A' xmlUrl='https://a/f'/></body></opml>"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    #expect(outcome.output.contains(#""feed": "https://a/f""#))
    let other = fixture.mixtape(
      ["import", "-", "--json", "--dry-run"],
      input: ["<opml><body><outline text='B' xmlUrl='https://b/f'/><outline type='rss' text='C'/></body></opml>"])
    #expect(other.status == .done)
    #expect(other.output.contains(#""message": "the outline has no address (xmlUrl)""#))
    #expect(other.output.contains(#""severity": "warning""#) && !other.output.contains(#""severity": "error""#))
    let exported = fixture.mixtape(["export", "--to", "opml", "--json"])
    #expect(exported.output.contains(#""format": "opml""#))
    #expect(exported.output.contains("xmlUrl"))
  }

  @Test func `lists of podcasts and playlists are imported apart`() throws {
    try CommandFixture().expect(
      #"""
      $ mkdir lists && printf "\#(Self.list)" > lists/pods.xml && printf 'a.mp3\n' > lists/a.m3u
      $ mixtape import lists/pods.xml lists/a.m3u
      ! error: "lists/pods.xml" is a list of podcasts, and other files are playlists
      ! hint: import it with a separate command
      [64]
      $ mixtape import lists
      Imported a: 0 episodes, 1 missing.
      ! warning: "lists/pods.xml": skipped a list of podcasts, because other files are playlists
      ! hint: import it with a separate command
      ! hint: `mixtape import --resolve` looks for missing entries again when the library has changed
      $ rm lists/a.m3u
      $ mixtape import lists --dry-run
      Would import 2 podcasts.
        deep  Deep  Sea  quiet
        sand  Sand
      ! note: cannot keep More: lists that are included are not fetched
      ! hint: `mixtape feed update` fetches the episodes
      $ printf 'text' > notes.opml
      $ mixtape import notes.opml
      ! error: "notes.opml": it cannot be read as OPML
      [65]
      """#)
  }

  @Test func `chosen podcasts are exported`() throws {
    try CommandFixture(with: [
      "library/sky.toml": "title = 'Sky'\nfeed = 'https://example.org/sky'\n",
      "library/sea.toml": "title = 'Sea'\nfeed = 'file:///feeds/sea.xml'\nsubscribed = false\n",
      "library/weather.toml": "title = 'Weather'\nkind = 'album'\n",
      "playlists/calm.toml": "name = 'Calm'\n",
    ]).expect(
      #"""
      $ mixtape export sea weather --output chosen.opml
      Exported 1 podcast to chosen.opml.
      ! note: only this computer has the feeds of sea: they are files
      ! note: weather: cannot keep album: OPML contains only podcasts
      $ grep -o 'xmlUrl="[^"]*"\|subscribed="[^"]*"' chosen.opml
      xmlUrl="file:///feeds/sea.xml"
      subscribed="0"
      $ mixtape export Sky --output sky.opml
      Exported 1 podcast to sky.opml.
      $ mixtape export calm --to opml
      ! error: there is no podcast calm
      ! hint: calm is a playlist: `mixtape show calm`
      [66]
      $ mixtape export --to opml --relative-to /
      ! error: --relative-to cannot be used with OPML
      ! Usage: mixtape export [<options>] [<id> ...]
      !   See 'mixtape export --help' for more information.
      [64]
      """#)
  }
}
