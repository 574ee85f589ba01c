import MixtapeModel
import MixtapePlayer
import MixtapeStore
import SystemPackage
@testable import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

/// The changes of the library by the browser, and its work beside the screen, on a real store.
@Suite struct BrowserJobTests {
  private let fixture: CommandFixture
  private let store: Store
  private let reader: BrowserReader
  private let writer: BrowserWriter
  private let jobs: BrowserJobs
  private let mailbox = Mailbox<BrowserMessage>()

  init() throws {
    fixture = try CommandFixture()
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: CapturedOutput(isTerminal: false),
      errors: CapturedOutput(isTerminal: false))
    store = try Store(
      at: fixture.sandbox.store, context: Store.Context(environment: context.environment, now: context.now))
    reader = BrowserReader(store, context) { _ in }
    writer = BrowserWriter(store, context)
    jobs = BrowserJobs(of: store, mailbox, context)
  }

  private func subjects(_ count: Int) throws -> [String] {
    try fixture.sandbox.git("log", "-\(count)", "--format=%s").split(separator: "\n").map(String.init)
  }

  private func lines(_ result: JobResult) -> [String] { result.lines.map { $0.rendered(colored: false) } }

  // MARK: Changes

  @Test func `a form of a playlist that was renamed meanwhile is refused`() throws {
    let id = try Playlist.ID(validating: "morning")
    let change = BrowserEffect.Change(.edit(id, []), expecting: .fields([.name: "Another name"]))
    let message = writer.perform(change).message
    #expect(message.isRefusal)
    #expect(message.text == "The name of morning has changed in the meantime; escape discards your text")
  }

  @Test func `episodes are rated and marked as the commands do`() throws {
    let ids = try ["night-sky/auroras", "night-sky/comets"].map(Episode.ID.init(validating:))
    let rated = writer.perform(.rate(ids, 4)).message
    #expect(
      rated.text == "Rated 2 episodes 4."
        && rated.command == "mixtape episode rate 4 night-sky/auroras night-sky/comets")
    #expect(writer.perform(.rate(ids, 4)).message.isRefusal)
    // One was played: the other one is marked. All were played: none is any more.
    let played = writer.perform(.togglePlayed([ids[0]])).message
    #expect(played.command == "mixtape episode played night-sky/auroras")
    #expect(writer.perform(.togglePlayed(ids)).message.text == "Recorded plays of night-sky/comets.")
    #expect(try store.episodes(ids).values.allSatisfy { $0.listeningState == .played && $0.playCount == 1 })
    let unplayed = writer.perform(.togglePlayed(ids)).message
    #expect(unplayed.text == "Marked 2 episodes as not played.")
    #expect(unplayed.command == "mixtape episode played --never night-sky/auroras night-sky/comets")
    #expect(try store.episodes(ids).values.allSatisfy { $0.listeningState == .unplayed })
    #expect(
      try subjects(4) == [
        "Mark 2 episodes as not played", "Record plays of 1 episode", "Record plays of 1 episode",
        "Rate 2 episodes 4 stars",
      ])
  }

  @Test func `tags are changed as one change`() throws {
    let id = try Podcast.ID(validating: "night-sky")
    let message = writer.perform(.tags(id, added: ["space", "calm"], removed: [])).message
    #expect(message.command == "mixtape set night-sky --add-tag space --add-tag calm")
    _ = writer.perform(.tags(id, added: ["weekly"], removed: ["calm"]))
    #expect(try store.library.find(id)?.tags == ["space", "weekly"])
    #expect(try subjects(2) == ["Update tags of podcast night-sky", "Update tags of podcast night-sky"])
  }

  // MARK: Work

  @Test func `a feed is added and updated with the messages of the commands`() throws {
    let feed = CommandFixture.feed([("w1", "First walk", 1)], title: "Night Walks")
    let address = try fixture.writeFeed(feed, to: "walks.xml")
    let path = String(address.dropFirst("file://".count))
    guard case .command(let way) = reader.way(toBringIn: path) else { throw CancellationError() }
    let added = jobs.run(.bringIn(way))
    #expect(added.message.text == "Added night-walks: 1 episode.")
    #expect(added.message.command?.hasPrefix("mixtape podcast add /") == true)
    try fixture.writeFeed(
      CommandFixture.feed([("w1", "First walk", 1), ("w2", "Second walk", 2)], title: "Night Walks"), to: "walks.xml")
    let updated = jobs.run(.updateFeeds(nil))
    #expect(updated.message.text == "Updated night-walks: 1 new episode: Second walk")
    #expect(updated.message.command == "mixtape feed update" && !updated.message.isRefusal)
    #expect(try subjects(1) == ["Update podcast night-walks: 1 new episode"])
    #expect(jobs.run(.updateFeeds(try Podcast.ID(validating: "night-walks"))).message.text == "Nothing new.")
    #expect(fixture.mixtape(["undo"]).output == "Undone: Update podcast night-walks: 1 new episode\n")
  }

  @Test func `progress comes as messages, and not more often than they are taken`() throws {
    for name in ["one", "two", "three"] {
      let feed = CommandFixture.feed([(name, name, 1)], title: name)
      _ = fixture.mixtape(["podcast", "add", try fixture.writeFeed(feed, to: "\(name).xml")])
    }
    #expect(jobs.run(.updateFeeds(nil)).message.text == "Nothing new.")
    guard case .progress? = mailbox.next(waiting: .zero) else { throw CancellationError() }
    #expect(mailbox.next(waiting: .zero) == nil)
    // The line disappears at the end.
    #expect(jobs.takeProgress() == "")
  }

  @Test func `a failure is the message, and all lines are kept`() throws {
    let none = jobs.run(.updateFeeds(nil))
    #expect(none.message.text == "No podcast of the library is subscribed." && !none.message.isRefusal)
    let failed = jobs.run(.updateFeeds(try Podcast.ID(validating: "night-sky")))
    #expect(failed.message.text == "night-sky has no feed" && failed.message.isRefusal)
    #expect(
      lines(failed) == ["error: night-sky has no feed", "hint: `mixtape set night-sky --feed URL` sets it"])
  }

  @Test func `the way to bring something in is decided by its content`() throws {
    let files = [
      "late.m3u": "#EXTM3U\n#EXTINF:355,Daily Byte - A Patch Tuesday on a Monday\nx.mp3\n",
      "subs.opml":
        #"<opml version="2.0"><body><outline type="rss" text="X" xmlUrl="https://example.org/x.xml"/></body></opml>"#,
      "walks.xml": CommandFixture.feed([("w1", "First walk", 1)], title: "Night Walks"),
    ]
    for (name, text) in files { try fixture.sandbox.write(text, to: "../\(name)") }
    let directory = fixture.sandbox.store.removingLastComponent()
    func arguments(_ text: String) -> String? {
      guard case .command(let way) = reader.way(toBringIn: text) else { return nil }
      return way.arguments.joined(separator: " ").replacing(directory.string, with: "~")
    }
    #expect(arguments("https://example.org/feed.xml") == "podcast add https://example.org/feed.xml")
    #expect(arguments("ftp://example.org/feed.xml") == "podcast add ftp://example.org/feed.xml")
    #expect(arguments("..") == "scan ~")
    #expect(arguments("../late.m3u") == "import ~/late.m3u")
    #expect(arguments("../subs.opml") == "import ~/subs.opml")
    #expect(arguments("../walks.xml") == "podcast add ~/walks.xml")
    guard case .refusal(let reason) = reader.way(toBringIn: "example.org/feed") else { throw CancellationError() }
    #expect(reason.hasSuffix("; the address of a feed is like https://example.org/feed"))
    guard case .command(let way) = reader.way(toBringIn: "../late.m3u") else { throw CancellationError() }
    let result = jobs.run(.bringIn(way))
    #expect(result.message.text == "Imported late: 1 episode.")
    #expect(try subjects(1) == ["Import late"])
  }

  @Test func `a request to play is sent to the player of another program`() throws {
    let (morning, sky) = (try Playlist.ID(validating: "morning"), try Podcast.ID(validating: "night-sky"))
    let comets = ListEntry(try Episode.ID(validating: "night-sky/comets"))
    func words(_ list: BrowserEffect.List, from start: ListEntry? = nil, isShuffled: Bool = false) -> [String] {
      BrowserEffect.Play(list: list, start: start, isShuffled: isShuffled).controlWords.map(RunningPlayer.line)
    }
    #expect(words(.playlist(morning)) == ["play"])
    #expect(words(.playlist(morning), isShuffled: true) == ["shuffle", "play"])
    #expect(words(.playlist(morning), from: comets) == ["now night-sky/comets"])
    #expect(words(.podcast(sky)) == ["now night-sky"])
    #expect(words(.podcast(sky), isShuffled: true) == ["now night-sky", "shuffle"])
    // No command names a list as it is shown.
    let new = BrowserEffect.List.shown([comets.episode], name: "New", words: "new")
    #expect(words(new) == [] && words(new, from: comets) == [])
  }

  // MARK: History

  @Test func `the history of the store has the next undo, also of a hand edit`() throws {
    _ = fixture.mixtape(["rename", "morning", "Tram"])
    _ = fixture.mixtape(["rename", "calm", "Quiet"])
    _ = fixture.mixtape(["undo"])
    let contents = try reader.changes(of: nil)
    #expect(
      contents.undo?.subject == "Rename morning to \"Tram\"" && contents.redo?.subject == "Rename calm to \"Quiet\"")
    #expect(contents.changes.contains { $0.revision == contents.undo?.revision })
    let lines = try reader.difference(contents.changes[2], of: nil).map { $0.rendered(colored: false) }
    #expect(lines.joined(separator: "\n").contains("Tram"))
    try fixture.sandbox.write("name = \"By hand\"\n", to: "playlists/empty.toml")
    let edited = try reader.changes(of: nil).undo
    #expect(edited?.revision == nil && edited?.subject.hasSuffix("(not committed yet)") == true)
    let podcast = StoreItem.podcast(try Podcast.ID(validating: "night-sky"))
    #expect(try reader.changes(of: podcast).changes.count == 1)
  }

  @Test func `values of the library complete a rule`() throws {
    func values(_ rule: String) throws -> [String] { try ValueCompletion(rule).map(reader.store.values) ?? [] }
    #expect(try values("podcast = \"n") == ["night-sky"])
    #expect(try values("in playlist \"") == ["calm", "empty", "fresh", "morning"])
    #expect(try values("title = \"a pa") == ["A Patch Tuesday on a Monday"])
    #expect(try values("rating >= ") == [])
    // Each value of a list completes by itself.
    _ = fixture.mixtape(["set", "night-sky/auroras", "--set", "artist=Zoe Quill; Zoltan / Ann"])
    #expect(try values("artist = \"zo") == ["Zoe Quill", "Zoltan"])
  }

  @Test func `an order and a limit are checked in the words of the commands`() throws {
    func message(_ typed: RuleQuestion.Typed) throws -> String? {
      let preview = try reader.preview(RuleQuestion(playlist: nil, criteria: SmartCriteria(), typed: typed))
      guard case .fault(let fault) = preview else { return nil }
      return fault.message
    }
    #expect(try message(.sort("-rating, title")) == nil)
    #expect(try message(.sort("shoe")) == "cannot sort by \"shoe\"")
    #expect(try message(.limit("90 min, 3 per podcast")) == nil)
    #expect(try message(.limit("many")) == "\"many\" is not a valid limit")
  }
}
