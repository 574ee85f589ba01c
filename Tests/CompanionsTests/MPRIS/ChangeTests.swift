import Testing

@testable import Companions

/// The signals after changes of the player.
@Suite struct ChangeTests {
  private typealias Sample = MediaPlayerSample

  /// Returns the signals of an update after two seconds.
  private func signals(of update: PlayerUpdate, from report: PlayerReport = Sample.report) -> [DBusSignal] {
    var player = Sample.player(report)
    return player.receive(update, at: .seconds(2))
  }

  private func changed(
    _ interface: DBusInterface, _ values: [String: DBusValue], names: [String] = []
  ) -> DBusSignal {
    DBusSignal(
      .properties, "PropertiesChanged", [.string(interface.name), .dictionary(values), .strings(names)])
  }

  @Test func `an update that changes nothing has no signal`() {
    #expect(signals(of: PlayerUpdate()) == [])
    #expect(signals(of: PlayerUpdate(player: Sample.report { $0.position = 12.3 })) == [])
    let same = Sample.player()
    #expect(signals(of: PlayerUpdate(tracks: same.tracks, playlists: same.playlists)) == [])
  }

  @Test func `a pause changes the status alone`() {
    let paused = Sample.report { ($0.state, $0.pace, $0.position) = ("paused", 0, 12) }
    #expect(
      signals(of: PlayerUpdate(player: paused)) == [changed(.player, ["PlaybackStatus": .string("Paused")])])
  }

  @Test func `a jump of the position is a signal`() {
    let seeked = DBusSignal(.player, "Seeked", [.integer(600_000_000)])
    #expect(signals(of: PlayerUpdate(player: Sample.report { $0.position = 600 })) == [seeked])
    let paused = Sample.report { ($0.state, $0.pace) = ("paused", 0) }
    let moved = Sample.report { ($0.state, $0.pace, $0.position) = ("paused", 0, 600) }
    #expect(signals(of: PlayerUpdate(player: moved), from: paused) == [seeked])
  }

  @Test func `a new episode starts at its beginning, or else there is a signal`() {
    let next = Sample.report { ($0.track, $0.position) = (Sample.monday, 0) }
    let metadata = changed(.player, ["Metadata": .dictionary(Sample.monday.metadata)])
    #expect(signals(of: PlayerUpdate(player: next)) == [metadata])
    let resumed = Sample.report { ($0.track, $0.position) = (Sample.monday, 100) }
    #expect(
      signals(of: PlayerUpdate(player: resumed)) == [
        metadata, DBusSignal(.player, "Seeked", [.integer(100_000_000)]),
      ])
  }

  @Test func `a new queue invalidates the tracks, and lists them`() {
    let tracks = [Sample.monday, Sample.auroras]
    let paths = DBusValue.paths(tracks.map { .track($0.id) })
    #expect(
      signals(of: PlayerUpdate(tracks: tracks)) == [
        changed(.trackList, [:], names: ["Tracks"]),
        DBusSignal(.trackList, "TrackListReplaced", [paths, .path(.track("night-sky/auroras"))]),
      ])
    #expect(
      signals(of: PlayerUpdate(tracks: [])).last
        == DBusSignal(.trackList, "TrackListReplaced", [.paths([]), .path(.track("night-sky/auroras"))]))
  }

  @Test func `a new title changes the metadata of its track`() {
    let renamed = PlayerReport.Track(id: "night-sky/comets", title: "Comets and Meteors")
    #expect(
      signals(of: PlayerUpdate(tracks: [Sample.auroras, renamed, Sample.monday])) == [
        DBusSignal(
          .trackList, "TrackMetadataChanged", [.path(.track("night-sky/comets")), .dictionary(renamed.metadata)])
      ])
  }

  @Test func `playlists change in number and in name`() {
    let renamed = PlayerReport.Playlist(id: "morning", name: "Tram")
    #expect(
      signals(of: PlayerUpdate(playlists: [renamed])) == [
        changed(.playlists, ["PlaylistCount": .unsigned(1)]),
        DBusSignal(.playlists, "PlaylistChanged", [renamed.value]),
      ])
  }
}
