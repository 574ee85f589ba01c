@testable import Companions

/// A player whose episode plays at 10 seconds.
enum MediaPlayerSample {
  static let auroras = PlayerReport.Track(
    id: "night-sky/auroras", title: "Auroras", artist: "A. Astronomer", album: "Night Sky Radio",
    url: "https://example.org/a.mp3", cover: "https://example.org/a.jpg", duration: 1_834)
  static let monday = PlayerReport.Track(id: "daily-byte/monday", title: "Monday", duration: 355)

  static let report = PlayerReport(
    state: "playing", track: auroras, position: 10, pace: 1, shuffle: "weighted", hasEpisodes: true)

  /// Makes the player at time 0.
  static func player(_ report: PlayerReport = report) -> MediaPlayer { MediaPlayer(report, at: .zero) }

  /// Makes a report that differs from the usual one.
  static func report(_ change: (inout PlayerReport) -> Void) -> PlayerReport {
    var report = report
    change(&report)
    return report
  }

  /// A player without episodes.
  static let empty = player(PlayerReport(state: "empty", shuffle: "off", hasEpisodes: false))
}

extension MediaPlayer {
  /// Returns the value of a property of an interface, whose name is shortened.
  func property(_ interface: String, _ name: String, at now: Duration = .zero) -> DBusValue? {
    let call = DBusCall(
      "org.freedesktop.DBus.Properties", "Get", [.string("org.mpris.MediaPlayer2\(interface)"), .string(name)])
    guard case .reply(let values) = answer(to: call, at: now), case .variant(let value)? = values.first else {
      return nil
    }
    return value
  }

  /// Returns the answer to a call of an interface, whose name is shortened.
  func call(_ interface: String, _ member: String, _ arguments: DBusValue...) -> DBusAnswer {
    answer(to: DBusCall("org.mpris.MediaPlayer2\(interface)", member, arguments), at: .zero)
  }

  /// Returns the answer to the setting of a property of the player.
  func set(_ name: String, _ value: DBusValue) -> DBusAnswer {
    let arguments: [DBusValue] = [.string("org.mpris.MediaPlayer2.Player"), .string(name), .variant(value)]
    return answer(to: DBusCall("org.freedesktop.DBus.Properties", "Set", arguments), at: .zero)
  }
}
