import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@testable import MixtapePlayer

/// A store with the album `show` of four tracks of 100 seconds, and the playlist `tram` with three of them.
struct SessionSample {
  let sandbox: Sandbox
  let store: Store
  let playlist: Playlist.ID
  let simulator = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))

  /// Makes the store.
  ///
  /// - Parameter kind: The kind of `show`. A podcast keeps positions.
  init(kind: Podcast.Kind = .album) throws {
    sandbox = try Sandbox()
    let episodes = try SampleEpisodes.four().map { "[[episodes]]\nid = \"\($0.id.name)\"\nduration = 100\n" }
    try sandbox.write("kind = \"\(kind.rawValue)\"\ntitle = \"Show\"\n" + episodes.joined(), to: "library/show.toml")
    try sandbox.write("episodes = [\"show/a\", \"show/b\", \"show/c\"]\n", to: "playlists/tram.toml")
    let context = Store.Context(environment: sandbox.environment, now: { Date(timeIntervalSince1970: 1_772_344_800) })
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context)
    store = try Store(at: sandbox.store, context: context)
    playlist = try Playlist.ID(validating: "tram")
  }

  /// Starts a session of the playlist, or of another player.
  func session(
    _ names: [String] = ["a", "b", "c"], of owner: StorePlayer? = nil, on service: SimulatedMusicService? = nil,
    startsOver: Bool = false, recordsPlays: Bool = true, keeping positions: PositionKeeping = .podcasts,
    elapsed: @escaping () -> Duration = { .zero }
  ) throws -> PlayerSession {
    try PlayerSession(
      of: owner ?? .playlist(playlist), try names.map { try SampleEpisodes.episode($0) }, in: store,
      on: service ?? simulator,
      options: ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 1_000_000) }),
      startsOver: startsOver, recordsPlays: recordsPlays, keeping: positions, elapsed: elapsed)
  }
}

/// Episodes of the podcast `show`.
enum SampleEpisodes {
  /// Creates an episode.
  ///
  /// - Parameter seconds: Its length in the library; `nil` if it is unknown.
  static func episode(_ name: String, seconds: Double? = 100) throws -> Episode {
    var fields: Episode.Fields = [.title: .text(name)]
    fields[.duration] = seconds.map { .seconds($0) }
    return Episode(id: try Episode.ID(validating: "show/\(name)"), fields: fields)
  }

  /// Creates four episodes of 100 seconds: `a`, `b`, `c` and `d`.
  static func four() throws -> [Episode] { try ["a", "b", "c", "d"].map { try episode($0) } }
}
