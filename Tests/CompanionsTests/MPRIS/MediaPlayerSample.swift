@testable import Companions

/// A player with three episodes, the first of which plays at 10 seconds.
enum MediaPlayerSample {
  static let auroras = PlayerReport.Track(
    id: "night-sky/auroras", title: "Auroras", artist: "A. Astronomer", album: "Night Sky Radio",
    url: "https://example.org/a.mp3", cover: "https://example.org/a.jpg", duration: 1_834)
  static let comets = PlayerReport.Track(id: "night-sky/comets", title: "Comets")
  static let monday = PlayerReport.Track(id: "daily-byte/monday", title: "Monday", duration: 355)
  static let focus = PlayerReport.Playlist(id: "focus", name: "Deep Focus")
  static let morning = PlayerReport.Playlist(id: "morning", name: "Morning Commute")

  static let report = PlayerReport(
    state: "playing", track: auroras, position: 10, pace: 1, shuffle: "weighted", playlist: focus)

  /// Makes the player at time 0.
  static func player(
    _ report: PlayerReport = report, tracks: [PlayerReport.Track] = [auroras, comets, monday],
    playlists: [PlayerReport.Playlist] = [focus, morning]
  ) -> MediaPlayer {
    guard
      let player = MediaPlayer(PlayerUpdate(player: report, tracks: tracks, playlists: playlists), at: .zero)
    else { preconditionFailure("the update has all parts") }
    return player
  }

  /// Makes a report that differs from the usual one.
  static func report(_ change: (inout PlayerReport) -> Void) -> PlayerReport {
    var report = report
    change(&report)
    return report
  }

  /// A player without episodes.
  static let empty = player(PlayerReport(state: "empty", shuffle: "off"), tracks: [], playlists: [])
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
