import MixtapeModel
@testable import MixtapePlayer
import MixtapeStore
import TestSupport
import Testing

/// Sessions whose playlist changes while they run.
@Suite struct FollowingSessionTests {
  private let sample: SessionSample
  private let session: PlayerSession

  init() throws {
    sample = try SessionSample()
    session = try sample.session()
    session.player.play()
    sample.simulator.advance(to: .seconds(10))
  }

  private func follow(_ text: String) throws {
    try sample.sandbox.write(text, to: "playlists/tram.toml")
    try session.follow(sample.store)
  }

  private var names: [String] { session.player.allEpisodes.map(\.id.name) }

  @Test func `the queue follows edits of the playlist`() throws {
    try follow("episodes = [\"show/a\", \"show/d\", \"show/c\"]\n")
    #expect(session.player.upNext.map(\.id.name) == ["d", "c"])
    #expect(session.player.state.currentEpisode?.id.name == "a" && session.player.position == .seconds(10))
  }

  @Test func `the name of the playlist is returned`() throws {
    try sample.sandbox.write("name = \"New\"\nepisodes = [\"show/a\"]\n", to: "playlists/tram.toml")
    #expect(try session.follow(sample.store)?.name == "New")
  }

  @Test func `an episode that leaves while it plays is gone in the next session`() throws {
    try follow("episodes = [\"show/c\", \"show/b\"]\n")
    #expect(session.player.state.currentEpisode?.id.name == "a" && names.count == 3)
    session.saveIfDue()
    let bytes = try #require(try sample.store.playerState(of: .playlist(sample.playlist)))
    let saved = try #require(SavedPlayerSession(bytes))
    let listed = try ["c", "b"].map { try SampleEpisodes.episode($0).id }
    #expect(saved.differences(to: listed).removed.map(\.name) == ["a"])
    sample.simulator.advance(to: .seconds(110))
    #expect(names == ["c", "b"])
  }

  @Test func `a smart playlist is evaluated again`() throws {
    try follow("conditions = [\"duration > 200\"]\n")
    #expect(names == ["a"])
    try sample.sandbox.write(
      "title = \"Show\"\n[[episodes]]\nid = \"d\"\nduration = 300\n", to: "library/show.toml")
    try session.follow(sample.store)
    #expect(names.sorted() == ["a", "d"])
  }

  @Test func `a random order stays the same`() throws {
    let text = "conditions = [\"duration > 10\"]\nsort = [\"random\"]\nlimit = 2\n"
    try follow(text)
    let first = names
    for _ in 0..<5 { try session.follow(sample.store) }
    #expect(names == first)
  }

  @Test func `a deleted or broken playlist changes nothing`() throws {
    let before = names
    try follow("episodes = [\n")
    #expect(names == before)
    try sample.sandbox.remove("playlists/tram.toml")
    #expect(try session.follow(sample.store) == nil)
    #expect(names == before)
  }

  @Test func `an episode whose id changes plays on, and its play counts`() throws {
    func rename(to name: String) throws {
      try sample.sandbox.write(
        "kind = \"album\"\n[[episodes]]\nid = \"\(name)\"\nurl = \"https://example.org/a.mp3\"\nduration = 100\n",
        to: "library/show.toml")
      try follow("episodes = [\"show/\(name)\", \"show/b\"]\n")
    }
    try rename(to: "a")
    try rename(to: "z")
    #expect(session.player.state.currentEpisode?.id.name == "z" && session.player.position == .seconds(10))
    #expect(names == ["z"])
    sample.simulator.advance(to: .seconds(95))
    #expect(try session.end()?.playedEpisodes.map(\.name) == ["z"])
  }

  @Test func `new titles appear`() throws {
    try sample.sandbox.write(
      "title = \"Show\"\n[[episodes]]\nid = \"a\"\ntitle = \"New\"\nduration = 100\n", to: "library/show.toml")
    try session.follow(sample.store)
    #expect(session.player.state.currentEpisode?.title == "New")
  }
}
