import FeedFetching
import Foundation
import ListeningSession
import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import Subscriptions
import SystemPackage
import TestSupport
import Testing

/// The examples of `docs/embedding.md`.
@Suite struct EmbeddingTests {
  @Test func everyExampleOfThePageIsHere() throws {
    let page = try Markdown("docs/embedding.md")
    let blocks = page.blocks(of: "swift").map { page.lines[$0].map { $0.trimmingCharacters(in: .whitespaces) } }
    #expect(!blocks.isEmpty)
    let source = try Markdown("Tests/DocumentationTests/EmbeddingTests.swift").lines
      .map { $0.trimmingCharacters(in: .whitespaces) }
    for block in blocks { #expect(source.contains(block), "\(block.joined(separator: "\n"))") }
  }

  @Test func theManifestHasTheModulesOfTheExamples() throws {
    let lines = try Markdown("docs/embedding.md").lines
    let imports = lines.filter { $0.hasPrefix("import ") }.map { String($0.dropFirst("import ".count)) }
    let products = lines.joined(separator: "\n").matches(of: #/\.product\(name: "(\w+)"/#).map { String($0.1) }
    #expect(imports.contains("MixtapeStore"))
    #expect(products.sorted() == imports.filter { $0 != "Foundation" }.sorted())
    let versions = lines + (try Markdown("Package.swift").lines)
    #expect(
      versions.filter { $0.contains(#".package(url: "https://github.com/apple/swift-system", from: "1.6.0")"#) }.count
        == 2)
  }

  private let sandbox: Sandbox
  private let directory: FilePath
  private let store: Store
  private let id: Playlist.ID

  init() throws {
    sandbox = try Sandbox()
    directory = sandbox.store
    let sample = FilePath(Repository.root.appendingPathComponent("sample-library").path)
    let context = Store.Context(environment: sandbox.environment, now: { Date() })
    _ = try Store.initialize(at: directory, from: sample, context: context)
    store = try Store(at: directory, context: context)
    id = try Playlist.ID(validating: "focus")
  }

  @Test func updatingFeeds() throws {
    for podcast in try store.subscriptions() { _ = try store.library.perform(.edit(podcast.id, [.subscribed(false)])) }

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
    let store = try Store(at: directory)
    for playlist in try store.playlists(withTimes: false) {
      print(playlist.id, playlist.name, playlist.episodes.count)
    }

    let id = try Playlist.ID(validating: "focus")
    guard let focus = try store.playlist(id, withTimes: false) else { return }
    let ids = try store.contents(of: focus).episodes
    let episodes = try store.episodes(ids)
    for id in ids { print(episodes[id]?.title ?? "missing: \(id)") }
    #expect(!ids.isEmpty)
    #expect(ids.count == episodes.count)

    let rule = try WrittenRule(validating: "duration < 20 min and not played in the last 30 days")
    let query = EpisodeQuery(SmartCriteria(conditions: [rule]), now: Date())
    try store.forEachEpisode(matching: query) { episode in
      print(episode.title)
      return true
    }
    #expect(try store.count(matching: query) > 0)
  }

  @Test func changing() throws {
    let saturn = try Episode.ID(validating: "night-sky/046-saturn")
    let plan = try store.change(.add([saturn], to: id, at: 0))
    print(plan.savedVersion ?? "nothing to do")
    try store.change(.edit(id, [.name("Deep Focus"), .setting(.shuffle(false))]))
    try store.undo()
    let changed = try #require(try store.playlist(id, withTimes: false))
    #expect(changed.episodes.first == saturn)
    #expect(changed.name == "Focus")

    do throws(MixtapeError) {
      try store.change(.rename(Playlist.ID(validating: "focsu"), to: "Focus"))
    } catch {
      guard error.code == .notFound else { throw error }
      print(NearestNames.of("focsu", among: error.candidates))
    }
    let error = #expect(throws: MixtapeError.self) {
      try store.change(.rename(Playlist.ID(validating: "focsu"), to: "Focus"))
    }
    #expect(error?.code == .notFound)
    #expect(error.map { NearestNames.of("focsu", among: $0.candidates) } == ["focus"])
  }

  @Test(.timeLimit(.generous)) func listening() async throws {
    let watch = try store.watch()
    let listener = Task {
      for await event in watch.events() { print(event) }
    }
    let events = watch.events()
    try store.change(.rename(id, to: "Deep Focus"))
    watch.stop()
    await listener.value
    var names: [String] = []
    for await event in events {
      if case .playlist(.updated(_, let after), _) = event { names.append(after.name) }
    }
    #expect(names == ["Deep Focus"])
  }

  @Test func asynchronously() async throws {
    let radio = StoreActor(store)
    let names = try await radio.run { (store) throws(MixtapeError) in
      try store.playlists(withTimes: false).map(\.name)
    }
    try await radio.change(.describe(id, as: "\(names.count) playlists"))
    #expect(try store.playlist(id, withTimes: false)?.description == "17 playlists")
  }

  @Test(.timeLimit(.generous)) func playing() async throws {
    let ids = try #require(try store.playlist(id, withTimes: false)).episodes
    let episodes = try store.episodes(ids)

    let service = SimulatedMusicService()
    let session = try PlayerSession(of: .playlist(id), ids.compactMap { episodes[$0] }, in: store, on: service)
    session.player.play()
    service.advance(to: .seconds(90))
    print(session.player.state)
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

    let saturn = try Episode.ID(validating: "night-sky/046-saturn")
    let downloads = [saturn: "/home/ann/Podcasts/046-saturn.mp3"]
    let music = MPVMusicService(localFile: { episode in downloads[episode.id] })
    #expect(try music.search("saturn", limit: 1).isEmpty)

    let player = ShufflePlayer(service: SimulatedMusicService())
    for episode in episodes.values { try player.add(episode) }
    player.play()
    #expect(player.allEpisodes.count == episodes.count)
  }
}

extension [String] {
  /// Returns whether lines occur in the list, one after the other.
  fileprivate func contains(_ lines: [String]) -> Bool {
    guard !lines.isEmpty else { return true }
    return indices.contains { self[$0...].starts(with: lines) }
  }
}
