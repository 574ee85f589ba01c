import Foundation
import MixtapeKit
import TestSupport
import Testing

/// The examples in Swift of `README.md` and `docs/embedding.md`.
@Suite struct EmbeddingTests {
  @Test(arguments: ["README.md", "docs/embedding.md"])
  func everyExampleOfThePageIsHere(_ path: String) throws {
    let page = try Markdown(path)
    let blocks = page.blocks(of: "swift").map { page.lines[$0].map(Self.line) }
    #expect(!blocks.isEmpty)
    let source = try Markdown("Tests/DocumentationTests/EmbeddingTests.swift").lines.map(Self.line)
    for block in blocks {
      #expect(Set(source).isSuperset(of: block.filter(Self.isImport)))
      let statements = Array(block.drop { Self.isImport($0) || $0.isEmpty })
      #expect(statements.isEmpty || source.contains(statements), "\(block.joined(separator: "\n"))")
    }
  }

  /// Returns a line without its indentation. The store of the tests stands for that of the pages.
  private static func line(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces).replacing(
      #"at: "/home/ann/mixtapes""#, with: "at: directory, context: context")
  }

  private static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }

  @Test func theManifestHasTheModulesOfTheExamples() throws {
    let lines = try Markdown("docs/embedding.md").lines
    let imports = lines.filter(Self.isImport).map { String($0.dropFirst("import ".count)) }
    let products = lines.joined(separator: "\n").matches(of: #/\.product\(name: "(\w+)"/#).map { String($0.1) }
    #expect(products == ["MixtapeKit"])
    #expect(products == imports.filter { $0 != "Foundation" })
  }

  private let sandbox: Sandbox
  private let directory: FilePath
  private let context: Store.Context
  private let store: Store
  private let focus: Playlist.ID
  private let saturn: Episode.ID

  init() throws {
    sandbox = try Sandbox()
    directory = sandbox.store
    let sample = FilePath(Repository.root.appendingPathComponent("sample-library").path)
    context = Store.Context(environment: sandbox.environment, now: { Date() })
    _ = try Store.initialize(at: directory, from: sample, context: context)
    store = try Store(at: directory, context: context)
    focus = try Playlist.ID(validating: "focus")
    saturn = try Episode.ID(validating: "night-sky/046-saturn")
  }

  /// The first example of `README.md`.
  @Test func firstLines() throws {
    let store = try Store(at: directory, context: context)
    let focus = try Playlist.ID(validating: "focus")
    let calm = try store.episodes(matching: Rule(parsing: "bpm < 70 and rating >= 4"))
    for episode in calm { print(episode.title, episode.artist ?? "") }
    let plan = try store.add(calm.map(\.id), to: focus)
    if plan.savedVersion != nil { try store.undo() }

    #expect(calm.count > 1 && calm.allSatisfy { $0.artist != nil })
    #expect(try store.playlist(focus) == self.store.playlist(focus))
  }

  /// The first example of the README, which begins like that of `docs/embedding.md`.
  @Test func firstLinesOfThePage() throws {
    let store = try Store(at: directory, context: context)
    let focus = try Playlist.ID(validating: "focus")
    let saturn = try Episode.ID(validating: "night-sky/046-saturn")
    let plan = try store.add([saturn], to: focus)
    if let playlist = try store.playlist(focus) { print(playlist) }
    for episode in try store.episodes(matching: Rule(parsing: "rating >= 4")) {
      print(episode.title, episode.artist ?? "")
    }
    if plan.savedVersion != nil { try store.undo() }

    #expect(try store.playlist(focus)?.episodes.contains(saturn) == false)
  }

  @Test func updatingFeeds() throws {
    for podcast in try store.subscriptions() { try store.library.edit(podcast.id, .subscribed(false)) }

    let fetcher = FeedFetcher(
      program: "/usr/local/libexec/mixtape/mixtape-fetch", environment: [:], userAgent: "radio/1.0")
    var update = try FeedUpdate(of: store.subscriptions(), in: store, now: Date())
    try update.fetch(with: fetcher)
    print(try update.apply().episodes.count, "new episodes")
    for (subscription, failure) in update.failures { print(subscription.id, failure) }

    // Nothing is subscribed, so nothing is fetched.
    #expect(update.outcomes.isEmpty)
  }

  @Test func reading() throws {
    for playlist in try store.playlists() { print(playlist) }

    guard let playlist = try store.playlist(focus) else { return }
    let ids = try store.contents(of: playlist).episodes
    let known = try store.episodes(ids)
    for id in ids { print(known[id]?.title ?? "missing: \(id)") }
    let episodes = ids.compactMap { known[$0] }
    #expect("\(playlist)" == "Focus (focus): 9 episodes")
    #expect(ids.count == 9 && ids.count == episodes.count)
    #expect(try store.playlists(withTimes: true).allSatisfy { $0.created != nil })
  }

  @Test func changing() throws {
    let plan = try store.add([saturn], to: focus, at: 0)
    print(plan, plan.savedVersion ?? "nothing to do")
    try store.edit(focus, [.name("Deep Focus"), .setting(.shuffle(false))])
    try store.undo()
    let changed = try #require(try store.playlist(focus))
    #expect(changed.episodes.first == saturn)
    #expect(changed.name == "Focus")

    do throws(MixtapeError) {
      try store.rename(Playlist.ID(validating: "focsu"), to: "Focus")
    } catch {
      guard error.code == .notFound else { throw error }
      print(NearestNames.of("focsu", among: error.candidates))
    }
    let error = #expect(throws: MixtapeError.self) {
      try store.rename(Playlist.ID(validating: "focsu"), to: "Focus")
    }
    #expect(error?.code == .notFound)
    #expect(error.map { NearestNames.of("focsu", among: $0.candidates) } == ["focus"])
  }

  @Test func managingPodcasts() throws {
    let nightSky = try Podcast.ID(validating: "night-sky")
    try store.library.tag([nightSky], "astronomy")
    try store.library.rate([saturn], 5)
    for podcast in try store.library.findByTag("astronomy") { print(podcast) }
    #expect(try store.library.findByTag("astronomy").map(\.id) == [nightSky])
    #expect(try store.episodes([saturn])[saturn]?.rating == 5)

    let playlists = InMemoryPlaylistManager(try store.playlists()) { plan in print("save", plan) }
    let podcasts = InMemoryPodcastManager(try store.podcasts()) { plan in print("save", plan) }
    try playlists.rename(focus, to: "Deep Focus")
    try podcasts.untag([nightSky], "astronomy")
    #expect(try playlists.find(focus)?.name == "Deep Focus")
    #expect(try podcasts.findByTag("astronomy").isEmpty)
    #expect(try store.library.findByTag("astronomy").count == 1)
  }

  @Test func finding() throws {
    let parsed = try Rule(parsing: "duration < 20 min and not played in the last 30 days")
    let long = Rule.comparison(
      try SmartPlaylistCondition(field: .duration, op: .greaterThan, value: .number(Quantity(40, .minutes))))
    let rule = Rule.and([.or([parsed, long]), .not(.inPlaylist(focus))])
    for episode in try store.episodes(matching: rule) {
      print(episode.title, episode.album ?? "", episode.published?.description ?? "")
    }
    let mix = try Playlist(
      id: Playlist.ID(validating: "mix"), criteria: SmartCriteria(conditions: [WrittenRule(rule)], limit: .items(25)))
    try store.create(mix)

    let found = try store.contents(of: mix).episodes
    #expect(found == (try store.episodes(matching: rule).prefix(25).map(\.id)) && !found.isEmpty)
    #expect(try store.playlist(mix.id) == mix)
  }

  @Test(.timeLimit(.generous)) func listening() async throws {
    let watch = try store.watch()
    let listener = Task {
      for await event in watch.events() { print(event) }
    }
    let events = watch.events()
    try store.rename(focus, to: "Deep Focus")
    watch.stop()
    await listener.value
    let texts = await events.reduce(into: []) { $0.append("\($1)") }
    #expect(texts == ["playlists/focus.toml: updated Deep Focus (focus)"])
  }

  @Test func asynchronously() async throws {
    let radio = StoreActor(store)
    let names = try await radio.run { (store) throws(MixtapeError) in try store.playlists().map(\.name) }
    try await radio.change(.describe(focus, as: "\(names.count) playlists"))
    #expect(try store.playlist(focus)?.description == "17 playlists")
  }

  @Test func fillingAPlayer() throws {
    let episodes = (1...130).compactMap { Episode.ID(rawValue: "night-sky/\($0)") }.map { Episode(id: $0) }
    let player = ShufflePlayer(service: SimulatedMusicService())
    do {
      for episode in episodes { try player.add(episode) }
    } catch ShufflePlayerError.capacityReached {
      print("the player is full: \(player.count) episodes")
    }
    player.play()
    #expect(player.count == 120 && player.currentEpisode != nil)
  }

  @Test(.timeLimit(.generous)) func playing() async throws {
    let ids = try #require(try store.playlist(focus)).episodes
    let known = try store.episodes(ids)
    let episodes = ids.compactMap { known[$0] }

    let service = SimulatedMusicService()
    let session = try PlayerSession(of: .playlist(focus), episodes, in: store, on: service)
    session.player.play()
    service.advance(to: .seconds(90))
    session.noteChange()
    session.saveIfDue()
    try session.end()
    #expect(session.savingFailure == nil)

    let states = session.player.states()
    let listening = Task {
      for await state in states { print(state) }
    }
    session.player.endStates()
    await listening.value

    let downloads = [saturn: "/home/ann/Podcasts/046-saturn.mp3"]
    let music = MPVMusicService(localFile: { episode in downloads[episode.id] })
    #expect(try music.search("saturn", limit: 1).isEmpty)
  }
}

extension [String] {
  /// Returns whether lines occur in the list, one after the other.
  fileprivate func contains(_ lines: [String]) -> Bool {
    guard !lines.isEmpty else { return true }
    return indices.contains { self[$0...].starts(with: lines) }
  }
}
