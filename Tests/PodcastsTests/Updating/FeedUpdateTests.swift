import Companions
import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@testable import Podcasts

@Suite("Updates of podcasts from their feeds")
struct FeedUpdateTests {
  private let sandbox: Sandbox
  private let store: Store
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    sandbox = try Sandbox()
    for name in ["rain", "snow"] {
      let feed = "file://\(sandbox.root.appending("\(name).xml"))"
      try sandbox.write("title = \"\(name)\"\nfeed = \"\(feed)\"\nsubscribed = true\n", to: "library/news/\(name).toml")
    }
    try sandbox.write("title = \"No feed\"\n", to: "library/other.toml")
    let context = Store.Context(environment: sandbox.environment, now: { [now] in now })
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context)
    store = try Store(at: sandbox.store, context: context)
  }

  private func write(_ guids: [String], to name: String) throws {
    let items = guids.map {
      "<item><guid>\($0)</guid><title>\($0)</title><enclosure url=\"https://example.org/\($0).mp3\"/></item>"
    }
    let text =
      "<rss><channel><title>\(name)</title>\(items.joined())<item><title>text only</title></item></channel></rss>"
    try text.write(toFile: sandbox.root.appending("\(name).xml").string, atomically: true, encoding: .utf8)
  }

  /// Fetches the feeds of all subscriptions. Those of files need no program.
  private func fetched(_ options: FeedUpdate.Options = .init()) throws -> FeedUpdate {
    var update = try FeedUpdate(of: store.subscriptions(), in: store, now: now, options)
    try update.fetch(with: FeedFetcher(program: "/missing", environment: [:], userAgent: "test"))
    return update
  }

  @Test func theSubscriptionsOfAFolder() throws {
    #expect(try store.subscriptions().map(\.id.rawValue) == ["rain", "snow"])
    #expect(try store.subscriptions(in: Folder(validating: "other")).isEmpty)
    #expect(try store.subscriptions(in: Folder(validating: "news")).count == 2)
  }

  @Test func allFeedsAreOneCommit() throws {
    try write(["a", "b"], to: "rain")
    try write(["c"], to: "snow")
    var update = try fetched()
    let plan = try update.apply()
    #expect(plan.episodes.map(\.description).sorted() == ["rain/a", "rain/b", "snow/c"])
    #expect(update.failures.isEmpty && update.outcomes.map(\.itemsWithoutSound) == [1, 1])
    #expect(try sandbox.git("log", "--format=%s", "-1") == "Update 2 podcasts: 3 new episodes")
    // The next one asks for changes only.
    try write(["c", "d"], to: "snow")
    var next = try fetched()
    #expect(next.outcomes.map { $0.merge == nil } == [true, false])
    #expect(try next.apply().episodes.map(\.description) == ["snow/d"])
    #expect(try fetched(FeedUpdate.Options(overwrites: true)).outcomes.allSatisfy { $0.merge != nil })
  }

  @Test func aFailureStopsNoOtherFeed() throws {
    try write(["a"], to: "rain")
    var update = try fetched()
    #expect(try update.apply().episodes.map(\.description) == ["rain/a"])
    let failure = try #require(update.failures.first)
    #expect(failure.subscription.id.rawValue == "snow")
    guard case .notFetched(let error) = failure.failure else { throw failure.failure }
    #expect(error.code == .unreadableFile)
  }

  @Test func aFileWithErrorsIsNotUpdated() throws {
    try write(["a"], to: "rain")
    try write(["c"], to: "snow")
    try sandbox.write("title = \n", to: "library/news/snow.toml")
    var update = try fetched()
    #expect(try update.apply().episodes.map(\.description) == ["rain/a"])
    guard case .invalidFile? = update.failures.first?.failure else {
      Issue.record("\(update.failures)")
      return
    }
  }

  @Test func aPreviewChangesNothing() throws {
    try write(["a"], to: "rain")
    var update = try fetched()
    #expect(try update.preview().episodes.map(\.description) == ["rain/a"])
    #expect(try sandbox.git("status", "--porcelain").isEmpty && store.readFeedStates() == FeedStates())
  }

  @Test func aPodcastThatWasJustAddedIsNotFetchedAgain() throws {
    try write([], to: "rain")
    try write([], to: "snow")
    let first = try fetched()
    for outcome in first.outcomes {
      try store.keepFeedState(of: outcome.subscription, #require(outcome.validators), at: now)
    }
    #expect(try fetched().outcomes.allSatisfy { $0.merge == nil })
    // After an edit, the file may lack something that the feed has.
    try sandbox.write("title = \"Edited\"\n", to: "library/news/rain.toml")
    #expect(try store.subscriptions().map(\.id.rawValue) == ["snow"])
  }
}
