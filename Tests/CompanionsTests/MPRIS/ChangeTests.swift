import Testing

@testable import Companions

/// The signals after changes of the player.
@Suite struct ChangeTests {
  private typealias Sample = MediaPlayerSample

  /// Returns the signals of a report after two seconds.
  private func signals(of report: PlayerReport, after before: PlayerReport = Sample.report) -> [DBusSignal] {
    var player = Sample.player(before)
    return player.receive(report, at: .seconds(2))
  }

  private func changed(_ values: [String: DBusValue]) -> DBusSignal {
    DBusSignal(
      .properties, "PropertiesChanged", [.string(DBusInterface.player.name), .dictionary(values), .strings([])])
  }

  @Test func `a report that changes nothing has no signal`() {
    #expect(signals(of: Sample.report { $0.position = 12.3 }) == [])
  }

  @Test func `a pause changes the status alone`() {
    let paused = Sample.report { ($0.state, $0.pace, $0.position) = ("paused", 0, 12) }
    #expect(
      signals(of: paused) == [changed(["PlaybackStatus": .string("Paused")])])
  }

  @Test func `a jump of the position is a signal`() {
    let seeked = DBusSignal(.player, "Seeked", [.integer(600_000_000)])
    #expect(signals(of: Sample.report { $0.position = 600 }) == [seeked])
    let paused = Sample.report { ($0.state, $0.pace) = ("paused", 0) }
    let moved = Sample.report { ($0.state, $0.pace, $0.position) = ("paused", 0, 600) }
    #expect(signals(of: moved, after: paused) == [seeked])
  }

  @Test func `a new episode starts at its beginning, or else there is a signal`() {
    let next = Sample.report { ($0.track, $0.position) = (Sample.monday, 0) }
    let metadata = changed(["Metadata": .dictionary(Sample.monday.metadata)])
    #expect(signals(of: next) == [metadata])
    let resumed = Sample.report { ($0.track, $0.position) = (Sample.monday, 100) }
    #expect(
      signals(of: resumed) == [
        metadata, DBusSignal(.player, "Seeked", [.integer(100_000_000)]),
      ])
  }

  @Test func `a queue that becomes empty changes the abilities`() {
    let empty = Sample.report { ($0.hasEpisodes, $0.position) = (false, 12) }
    #expect(
      signals(of: empty) == [
        changed(["CanGoNext": .bool(false), "CanPlay": .bool(false), "CanPause": .bool(false)])
      ])
  }
}
