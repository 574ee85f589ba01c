import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import Podcasts

/// Downloads that Mixtape makes and removes by itself.
@Suite(.timeLimit(.generous)) struct AutomaticDownloadsTests {
  private let trial: DownloadTrial
  private let server: WebServer
  private let podcast: Podcast.ID

  init() throws {
    trial = try DownloadTrial()
    let file = ServedFile(count: 1_000)
    server = try WebServer { file.reply(to: $0) }
    podcast = try Podcast.ID(validating: "night-sky")
  }

  private func download(_ names: String..., isAutomatic: Bool) throws {
    let episodes = names.map { (id: "night-sky/\($0)", address: server.address("/\($0).mp3")) }
    for outcome in try trial.download(episodes, isAutomatic: isAutomatic) { _ = try outcome.get() }
  }

  private func episode(_ name: String, day: Int, _ fields: Episode.Fields = [:]) throws -> (Episode.ID, Episode) {
    let id = try Episode.ID(validating: "night-sky/\(name)")
    let published = Date(timeIntervalSince1970: Double(day) * 86_400)
    return (id, Episode(id: id, published: published, fields: fields))
  }

  @Test func `only what Mixtape downloaded by itself is removed`() throws {
    try download("a", "b", "c", "d", "e", isAutomatic: true)
    try download("mine", isAutomatic: false)
    let downloads = try LockedDownloads(trial.directory)
    let library = Dictionary(
      uniqueKeysWithValues: try [
        episode("a", day: 1, [.playCount: .integer(1)]), episode("b", day: 2),
        episode("c", day: 3, [.position: .seconds(5)]), episode("d", day: 4),
        episode("mine", day: 0, [.playCount: .integer(3)]),
      ])
    let automatic = try AutomaticDownloads(of: [podcast], in: downloads)
    #expect(Set(automatic.episodes.map(\.name)) == ["a", "b", "c", "d", "e"])
    let removed = try automatic.removeFinished(library, keeping: 1)
    let reasons = Dictionary(removed.map { ($0.item.name.episode.name, $0.reason) }) { first, _ in first }
    #expect(reasons == ["a": .played, "b": .older(kept: 1), "e": .unknown])
    #expect(try trial.names.filter { !$0.hasPrefix(".") } == ["c.mp3", "d.mp3", "mine.mp3"])
    let others = try AutomaticDownloads(of: [Podcast.ID(validating: "other")], in: downloads)
    #expect(others.episodes.isEmpty)
  }

  @Test(arguments: [
    (chosen: ["d"], count: 1, kept: ["d"]), (["d"], 2, ["c", "d"]), (["a", "b"], 2, ["a", "b"]),
    (["mine"], 1, ["c"]),
  ])
  func `chosen episodes stay, and others as far as there is room`(chosen: [String], count: Int, kept: [String]) throws {
    try download("a", "b", "c", "d", isAutomatic: true)
    let downloads = try LockedDownloads(trial.directory)
    // "c" is the newest, and the others have the same date.
    let library = Dictionary(
      uniqueKeysWithValues: try ["a", "b", "c", "d"].map { try episode($0, day: $0 == "c" ? 2 : 1) })
    let automatic = try AutomaticDownloads(of: [podcast], in: downloads)
    let ids = Set(try chosen.map { try Episode.ID(validating: "night-sky/\($0)") })
    let removed = try automatic.removeFinished(library, keeping: count, including: ids)
    #expect(removed.allSatisfy { $0.reason == .older(kept: count) })
    #expect(try trial.names.filter { !$0.hasPrefix(".") } == kept.map { "\($0).mp3" })
    #expect(try automatic.removeFinished(library, keeping: nil).isEmpty)
  }

  @Test func `a download that the user asks for is one of the user`() throws {
    try download("a", isAutomatic: true)
    let downloads = try LockedDownloads(trial.directory)
    let names = try trial.directory.contents().all.map(\.name)
    try downloads.claim(names)
    #expect(try AutomaticDownloads(of: [podcast], in: downloads).episodes.isEmpty)
    #expect(downloads.mark(of: try #require(names.first))?.isOf(server.address("/a.mp3")) == true)
  }

  @Test(arguments: [true, false]) func `who began a download has made it`(isAutomatic: Bool) throws {
    let file = ServedFile(count: 900_000)
    let count = Recorder<Int>()
    let server = try WebServer { request in
      count.record(1)
      return file.reply(to: request, breakingAfter: count.values.count == 1 ? 400_000 : nil)
    }
    let episodes = [("night-sky/a", server.address("/a.mp3"))]
    _ = try trial.download(episodes, isAutomatic: isAutomatic)
    _ = try trial.download(episodes, isAutomatic: true)
    let automatic = try AutomaticDownloads(of: [podcast], in: LockedDownloads(trial.directory))
    #expect(automatic.episodes.isEmpty != isAutomatic && count.values.count == 2)
  }
}
