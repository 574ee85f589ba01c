import ArgumentParser
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

struct FeedCommandTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: ["library/album.toml": "kind = \"album\"\ntitle = \"Album\"\n"]) }

  /// Writes a feed with some episodes, and returns its address.
  @discardableResult
  private func write(
    _ episodes: [(guid: String, title: String, day: Int)], to name: String = "slow-water.xml",
    title: String = "Slow Water"
  ) throws -> String {
    try fixture.writeFeed(CommandFixture.feed(episodes, title: title), to: name)
  }

  @Test func `a feed becomes a file of the library`() throws {
    let address = try write([("b", "Rain", 12), ("a", "Snow &amp; ice", 5)])
    let outcome = fixture.mixtape(["podcast", "add", address, "--folder", "podcasts", "--tag", "calm"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    #expect(outcome.output == "Added slow-water: 2 episodes.\n")
    let text = try fixture.text(of: "library/podcasts/slow-water.toml")
    #expect(text.contains("title = \"Slow Water\"\nfeed = \"\(address)\"\ntags = [\"calm\"]"))
    #expect(text.contains("id = \"rain\"\ntitle = \"Rain\"\nguid = \"b\"\n"))
    #expect(text.contains("title = \"Snow & ice\""))
    #expect(try fixture.shell("git log -1 --format=%s") == "Add podcast slow-water: 2 episodes\n")
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(throws: (any Error).self) { try fixture.text(of: "library/podcasts/slow-water.toml") }
  }

  @Test func `a feed is added once, also by two commands at the same time`() throws {
    let address = try write([("a", "Rain", 12)])
    let add = ["podcast", "add", address]
    let outcome = fixture.mixtape(add, whileRunning: add)
    #expect(outcome.status == .exists)
    #expect(outcome.errors.contains("the library has this feed already: slow-water"), "\(outcome.errors)")
    #expect(try fixture.shell("ls library") == "album.toml\nslow-water.toml\n")
  }

  @Test func `addresses in a private network are named if the feed is public`() throws {
    let feed = CommandFixture.feed([("a", "Rain", 12)], title: "Slow Water")
      .replacing("https://example.org/a.mp3", with: "http://127.0.0.1:9/a.mp3")
    let proxy = try WebServer { _ in .text(feed) }
    fixture.environment["http_proxy"] = proxy.address("")
    let warning =
      "is public, but names addresses in private networks, which Mixtape does not use: \"http://127.0.0.1:9/a.mp3\"\n"
    let added = fixture.mixtape(["podcast", "add", "http://feeds.example.org/feed.xml"])
    #expect(added.status == .done && added.errors.contains("warning: the feed \(warning)"), "\(added.errors)")
    let updated = fixture.mixtape(["feed", "update"])
    #expect(updated.errors.contains("warning: the feed of slow-water \(warning)"), "\(updated.errors)")
    #expect(proxy.requests.count == 2)
  }

  @Test func `a feed is known by another spelling of its address`() throws {
    let feed = "<rss><channel><title>In</title></channel></rss>"
    #expect(
      fixture.mixtape(["podcast", "add", "-", "--feed", "https://Example.org:443/feed/"], input: [feed]).status == .done
    )
    let again = fixture.mixtape(["podcast", "add", "-", "--feed", "http://example.org/feed"], input: [feed])
    #expect(again.status == .exists, "\(again.errors)")
  }

  @Test func `a feed that moves to the feed of another podcast is not mixed with it`() throws {
    let feed: @Sendable (String) -> String = { title in
      "<rss><channel><title>\(title)</title><item><title>E</title><enclosure url='https://x/\(title).mp3'/></item></channel></rss>"
    }
    let hasMoved = Recorder<Bool>()
    let server = try WebServer { request in
      if request.target == "/new" { return .text(feed("New")) }
      return hasMoved.values.isEmpty ? .text(feed("Old")) : .redirect(301, to: "/new")
    }
    for path in ["/old", "/new"] {
      let added = fixture.mixtape(["podcast", "add", server.address(path)])
      #expect(added.status == .done, "\(added.errors)")
    }
    hasMoved.record(true)
    let before = try fixture.text(of: "library/old.toml")
    let outcome = fixture.mixtape(["feed", "update"])
    #expect(outcome.status == .unavailable)
    #expect(outcome.errors.contains("old is not updated: its feed moved to"), "\(outcome.errors)")
    #expect(outcome.errors.contains("the feed of new"))
    #expect(try fixture.text(of: "library/old.toml") == before)
    #expect(fixture.mixtape(["delete", "new"]).status == .done)
    let preview = fixture.mixtape(["feed", "update", "--dry-run"])
    #expect(
      preview.errors.contains("the feed of old moved to \"\(server.address("/new"))\"; its file would be updated"))
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.errors.contains("the feed of old moved to \"\(server.address("/new"))\"; its file is updated"))
    #expect(try fixture.text(of: "library/old.toml").contains("feed = \"\(server.address("/new"))\""))
  }

  @Test func `the new address of an added feed is reported`() throws {
    let feed = CommandFixture.feed([("a", "Rain", 12)], title: "Slow Water")
    let server = try WebServer { $0.target == "/new" ? .text(feed) : .redirect(301, to: "/new") }
    let outcome = fixture.mixtape(["podcast", "add", server.address("/old")])
    #expect(outcome.status == .done)
    #expect(
      outcome.errors == "note: the feed moved to \"\(server.address("/new"))\"; the podcast has this address\n")
  }

  @Test func `a feed comes from standard input`() throws {
    let feed =
      "<rss><channel><title>In</title><podcast:guid>g-1</podcast:guid><item><title>E</title><enclosure url='https://x/e.mp3'/></item></channel></rss>"
    let outcome = fixture.mixtape(["podcast", "add", "-", "--feed", "https://x/feed"], input: [feed])
    #expect(outcome.output == "Added in: 1 episode.\n", "\(outcome.errors)")
    #expect(try fixture.text(of: "library/in.toml").contains("feed = \"https://x/feed\"\nguid = \"g-1\"\n"))
    #expect(fixture.mixtape(["show", "in"]).output.contains("\nguid        g-1\n"))
  }

  @Test func `an update adds what is new and keeps what is yours`() throws {
    let address = try write([("b", "Rain", 12), ("a", "Snow", 5)])
    let other = try write([("x", "One", 3)], to: "other.xml", title: "Other")
    for feed in [address, other] { #expect(fixture.mixtape(["podcast", "add", feed]).status == .done) }
    #expect(fixture.mixtape(["episode", "rate", "slow-water/rain", "4"]).status == .done)
    let path = fixture.sandbox.store.pushing("library/slow-water.toml").string
    let edited = try fixture.text(of: "library/slow-water.toml")
      .replacing("id = \"rain\"", with: "# mine\nid = \"rain\" # too")
    try Data(edited.utf8).write(to: URL(fileURLWithPath: path))
    try write([("c", "Fog", 19), ("b", "Rain again", 12)])
    try write([("y", "Two", 4), ("x", "One", 3)], to: "other.xml", title: "Other")
    let outcome = fixture.mixtape(["feed", "update"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Updated 2 podcasts: 2 new episodes.\n"))
    #expect(try fixture.shell("git log -1 --format=%s") == "Update 2 podcasts: 2 new episodes\n")
    let text = try fixture.text(of: "library/slow-water.toml")
    #expect(text.contains("# mine\nid = \"rain\" # too\n"))
    #expect(text.contains("title = \"Rain again\""))
    #expect(text.contains("rating = 4"))
    let ids = text.split(separator: "\n").filter { $0.hasPrefix("id = ") }
    #expect(ids.map(String.init) == ["id = \"fog\"", "id = \"rain\" # too", "id = \"snow\""])
    let again = fixture.mixtape(["feed", "update"])
    #expect(again.status == .done)
    #expect(again.errors == "Nothing new.\n")
    #expect(try fixture.shell("git status --porcelain") == "")
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(try !fixture.text(of: "library/slow-water.toml").contains("fog"))
  }

  @Test func `edits stay until the feed changes the value`() throws {
    let address = try write([("b", "Rain", 12), ("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let edit = ["set", "slow-water/rain", "--set", "title=My rain", "--set", "id=mine"]
    #expect(fixture.mixtape(edit).status == .done)
    // By hand, too.
    _ = try fixture.shell("sed -i 's/^title = \"Slow Water\"/title = \"Quiet\"/' library/slow-water.toml")
    for day in [19, 26] {
      try write([("c\(day)", "Fog", day), ("b", "Rain", 12), ("a", "Snow", 5)])
      let outcome = fixture.mixtape(["feed", "update"])
      #expect(outcome.output.hasPrefix("Updated slow-water: 1 new episode.\n    03-"), "\(outcome.errors)")
      let text = try fixture.text(of: "library/slow-water.toml")
      #expect(text.contains("id = \"mine\"\ntitle = \"My rain\""), "\(text)")
      #expect(text.hasPrefix("title = \"Quiet\""), "\(text)")
    }
    try write([("b", "Hail", 12), ("a", "Snow", 5)])
    let outcome = fixture.mixtape(["feed", "update"])
    #expect(
      outcome.errors.contains(
        "note: slow-water: the feed changed values that you had edited, and replaced yours: mine (title)\n"))
    #expect(outcome.output == "Updated slow-water.\n  slow-water: 1 changed episode\n")
    #expect(try fixture.text(of: "library/slow-water.toml").contains("title = \"Hail\""))
  }

  @Test func `an update keeps values that were written by hand, and --overwrite replaces them`() throws {
    let address = try write([("b", "Rain", 12), ("a", "Snow", 5)])
    let text = """
      title = "Mine"
      feed = "\(address)"

      [[episodes]]
      id = "one"
      title = "My rain" # yes
      guid = "b"
      published = 2026-03-12

      """
    let path = fixture.sandbox.store.pushing("library/mine.toml").string
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let outcome = fixture.mixtape(["feed", "update", "--all"])
    #expect(
      outcome.output
        == "Updated mine: 1 new episode.\n  mine: 1 new episode, 1 changed episode\n    03-05  Snow  mine/snow\n",
      "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "note: mine: kept your values of title, one (title, published), which differ from the feed; `mixtape feed update mine --overwrite` replaces yours"
      ), "\(outcome.errors)")
    #expect(try fixture.text(of: "library/mine.toml").contains("title = \"My rain\" # yes"))
    // The feed is another file, but nothing new is in it.
    try write([("b", "Rain", 12), ("a", "Snow", 5)], title: "Slow Water ")
    #expect(fixture.mixtape(["feed", "update"]).errors == "Nothing new.\n")
    try write([("b", "Rain", 12), ("a", "Snow", 5)], title: " Slow Water")
    let named = fixture.mixtape(["feed", "update", "mine"])
    #expect(named.errors.contains("kept your values of title"), "\(named.errors)")
    let overwritten = fixture.mixtape(["feed", "update", "mine", "--overwrite"])
    #expect(
      overwritten.output == "Updated mine.\n  mine: 1 changed episode, new title\n",
      "\(overwritten.output)\(overwritten.errors)")
    #expect(try fixture.text(of: "library/mine.toml").contains("title = \"Rain\" # yes"))
    #expect(try fixture.text(of: "library/mine.toml").hasPrefix("title = \"Slow Water\""))
  }

  @Test(arguments: [["feed", "update"], ["feed", "update", "slow-water"]])
  func `an update reports items without sound`(_ command: [String]) throws {
    let address = try write([("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let path = String(address.dropFirst(7))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("</channel>", with: "<item><title>T</title></item></channel>").utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(fixture.mixtape(command).errors.contains("note: skipped 1 item without sound: slow-water (1)\n"))
    // The feed is unchanged, so there is nothing to say.
    #expect(!fixture.mixtape(command).errors.contains("without sound"))
  }

  @Test(arguments: [["feed", "update"], ["feed", "update", "--dry-run"]])
  func `removed and moved episodes stay away`(_ command: [String]) throws {
    let address = try write([("c", "Fog", 19), ("b", "Rain", 12), ("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    #expect(fixture.mixtape(["episode", "move", "slow-water/snow", "--to", "album"]).status == .done)
    let path = fixture.sandbox.store.pushing("library/slow-water.toml").string
    let blocks = try fixture.text(of: "library/slow-water.toml").split(
      separator: "\n[[episodes]]\n", omittingEmptySubsequences: false)
    let rest = blocks.filter { !$0.contains("title = \"Rain\"") }.joined(separator: "\n[[episodes]]\n")
    try Data(rest.utf8).write(to: URL(fileURLWithPath: path))
    try write([("d", "Ice", 26), ("c", "Fog", 19), ("b", "Rain", 12), ("a", "Snow", 5)])
    let outcome = fixture.mixtape(command)
    #expect(outcome.output.contains("1 new episode"), "\(outcome.output)\(outcome.errors)")
    #expect(
      fixture.mixtape(["feed", "update", "--all"]).output.contains("Updated slow-water: \(command.count) new episodes"))
  }

  @Test func `an undone removal is no removal`() throws {
    let address = try write([("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    try write([("b", "Rain", 12), ("a", "Snow", 5)])
    #expect(fixture.mixtape(["feed", "update"]).status == .done)
    #expect(fixture.mixtape(["episode", "remove", "slow-water/rain"]).status == .done)
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(try !fixture.text(of: "library/slow-water.toml").contains("Rain"))
    #expect(
      fixture.mixtape(["feed", "update"]).output
        == "Updated slow-water: 1 new episode.\n    03-12  Rain  slow-water/rain\n")
    #expect(fixture.mixtape(["episode", "remove", "slow-water/rain"]).status == .done)
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(fixture.mixtape(["redo"]).status == .done)
    #expect(fixture.mixtape(["feed", "update"]).status == .done)
    #expect(try !fixture.text(of: "library/slow-water.toml").contains("Rain"))
  }

  @Test func `older episodes are left out, unless all are wanted`() throws {
    let address = try write([("c", "C", 20), ("b", "B", 12), ("a", "A", 5)])
    #expect(
      fixture.mixtape(["podcast", "add", address, "--latest", "1"]).output == "Added slow-water: 1 episode.\n")
    // An unchanged feed is not read again.
    #expect(fixture.mixtape(["feed", "update"]).errors == "Nothing new.\n")
    try write([("c", "C", 20), ("b", "B", 12), ("a", "A", 5)])
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.errors.contains("skipped 2 episodes older than those in the file"))
    #expect(
      fixture.mixtape(["feed", "update", "slow-water", "--all"]).output
        == "Updated slow-water: 2 new episodes.\n    03-12  B  slow-water/b\n    03-05  A  slow-water/a\n")
  }

  @Test func `a dry run changes nothing`() throws {
    let address = try write([("a", "A", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    try write([("b", "B", 12), ("a", "A", 5)])
    let outcome = fixture.mixtape(["feed", "update", "--dry-run"])
    #expect(
      outcome.output
        == "Would update slow-water: 1 new episode.\n  slow-water: 1 new episode\n    03-12  B  slow-water/b\n")
    let json = fixture.mixtape(["feed", "update", "--dry-run", "--json"]).output
    for field in [
      "\"dryRun\": true", "\"changed\": false", "\"failed\": []", "\"changedEpisodes\": []", "\"slow-water/b\"",
    ] {
      #expect(json.contains(field), "\(json)")
    }
    #expect(try fixture.shell("git log -1 --format=%s") == "Add podcast slow-water: 1 episode\n")
  }

  @Test func `a library file with an error does not stop the others`() throws {
    let address = try write([("a", "A", 5)])
    let other = try write([("x", "One", 3)], to: "other.xml", title: "Other")
    for feed in [address, other] { #expect(fixture.mixtape(["podcast", "add", feed]).status == .done) }
    try write([("b", "B", 12), ("a", "A", 5)])
    try write([("y", "Two", 9), ("x", "One", 3)], to: "other.xml", title: "Other")
    _ = try fixture.shell("echo 'rating = ' >> library/other.toml")
    let outcome = fixture.mixtape(["feed", "update"])
    #expect(outcome.status == .unavailable)
    #expect(outcome.output == "Updated slow-water: 1 new episode.\n    03-12  B  slow-water/b\n")
    #expect(outcome.errors.contains("other is not updated: library/other.toml has errors"))
  }

  @Test(arguments: [["./gone.xml"], ["example.org/feed.xml"], ["Title", "--feed", "nonsense"]])
  func `a mistyped feed is an error`(_ arguments: [String]) throws {
    let outcome = fixture.mixtape(["podcast", "add"] + arguments)
    #expect(outcome.status == (arguments.count == 1 ? .notFound : .usage))
    #expect(outcome.errors.contains("https://"))
    #expect(outcome.output == "")
  }

  @Test func `a feed that is cut off is reported and damages no episode`() throws {
    let address = try write([("b", "Rain", 12), ("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let before = try fixture.text(of: "library/slow-water.toml")
    let path = String(address.dropFirst(7))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let cut = try #require(text.range(of: "https://example.org/a.mp3"))
    try Data(text[..<cut.upperBound].dropLast(6).utf8).write(to: URL(fileURLWithPath: path))
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.errors.contains("the feed of slow-water is cut off"), "\(update.errors)")
    #expect(try fixture.text(of: "library/slow-water.toml") == before)
    let other = try write([("x", "One", 3)], to: "other.xml", title: "Other")
    try Data(text.replacing("Slow Water", with: "Other").dropLast(80).utf8)
      .write(to: URL(fileURLWithPath: String(other.dropFirst(7))))
    let added = fixture.mixtape(["podcast", "add", other])
    #expect(added.status == .done)
    #expect(added.errors.contains("the feed is cut off"), "\(added.errors)")
    #expect(added.errors.contains("hint: `mixtape feed update --all other` adds them later"), "\(added.errors)")
  }

  @Test func `a feed without episodes is reported`() throws {
    let outcome = fixture.mixtape(["podcast", "add", try write([])])
    #expect(outcome.status == .done)
    #expect(outcome.errors.contains("the feed has no episodes"), "\(outcome.errors)")
  }

  @Test func `an unsupported scheme is refused`() {
    for arguments in [["feed", "check", "gopher://x/"], ["podcast", "add", "gopher://x/"]] {
      let outcome = fixture.mixtape(arguments)
      #expect(outcome.status == .usage, "\(outcome.errors)")
      #expect(outcome.errors.contains("the scheme of the address is not supported"), "\(outcome.errors)")
    }
  }

  @Test func `a feed is checked`() throws {
    let address = try write([("a", "A & B", 5)])
    let file = fixture.mixtape(["feed", "check", "../slow-water.xml"])
    #expect(file.output.hasPrefix("../slow-water.xml:"), "\(file.output)")
    let outcome = fixture.mixtape(["feed", "check", address])
    #expect(outcome.status == .done)
    #expect(
      outcome.output.contains(":1:76: warning: \"&\" is not escaped as \"&amp;\"")
        || outcome.output.contains("warning: \"&\""))
    #expect(outcome.output.contains("episodes       1\n"))
    let json = fixture.mixtape(["feed", "check", address, "--json"])
    #expect(json.output.contains("\"severity\": \"warning\""))
    #expect(json.output.contains("\"url\": \"https://example.org/a.mp3\""), "\(json.output)")
    let page = fixture.mixtape(["feed", "check", "-"], input: ["<!DOCTYPE html><html></html>"])
    #expect(page.status == .invalid)
    #expect(page.errors.contains("standard input: this is a web page, not a feed"))
  }

  // gPodder 490: episodes are missing, and nothing says why.
  @Test func `feed check names each item that it skips, before the faults`() throws {
    let feed = """
      <rss version="2.0"><channel><title>Slow Water</title>
      <item><title>Fog</title><pubDate>never</pubDate><enclosure url="https://example.org/a.mp3"/></item>
      <item><title>News</title><guid>n1</guid></item>
      <item><title>Fog</title><enclosure url="https://example.org/a.mp3"/></item></channel></rss>
      """
    let outcome = fixture.mixtape(["feed", "check", "-"], input: [feed])
    #expect(
      outcome.output.hasPrefix(
        """
        standard input:3:1: note: the item "News" is skipped: it has no enclosure
        standard input:2:25: error: "never" is not a date
        standard input:4:1: warning: the item "Fog" is skipped: it occurs twice, with the address https://example.org/a.mp3

        title          Slow Water
        """), "\(outcome.output)")
    #expect(outcome.output.contains("without sound  1 item\nfaults         1 error, 1 warning\n"), "\(outcome.output)")
    #expect(outcome.status == .invalid)
    let json = fixture.mixtape(["feed", "check", "-", "--json"], input: [feed]).output
    #expect(
      json.contains("\"skippedItem\": {\n        \"title\": \"News\",\n        \"guid\": \"n1\"\n      }"), "\(json)")
  }

  @Test(arguments: [
    ["podcast", "add", "Title", "--latest", "3"], ["podcast", "add", "https://x/f", "--kind", "album"],
    ["feed", "update", "a", "--folder", "b"], ["podcast", "add", "https://x/f", "--latest", "-1"],
    ["podcast", "add", "https://x/f", "--latest", "0"],
  ])
  func `options that do not fit are refused`(arguments: [String]) {
    #expect(fixture.mixtape(arguments).status == .usage)
  }
}

struct IntervalArgumentTests {
  @Test(arguments: [
    ("90s", 90), ("1m", 60), ("1h", 3600), ("1h30m", 5400), ("1d", 86_400), ("2 days", 172_800), ("30 MIN", 1800),
  ])
  func `intervals are read`(text: String, seconds: Int64) {
    #expect(IntervalArgument(argument: text)?.duration == .seconds(seconds))
  }

  @Test func `intervals are at least a minute`() throws {
    for text in ["0h", "59s"] {
      let interval = try #require(IntervalArgument(argument: text))
      #expect(throws: ValidationError.self) { try interval.requireMinute("--feeds") }
    }
    try #require(IntervalArgument(argument: "60s")).requireMinute("--feeds")
  }

  @Test(arguments: ["", "1", "h", "-1h", "1x", "99999999999999999999h"])
  func `nonsense is no interval`(text: String) { #expect(IntervalArgument(argument: text) == nil) }
}
