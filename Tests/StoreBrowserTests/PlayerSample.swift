import MixtapeModel
import MixtapePlayer

@testable import StoreBrowser

/// Episodes and players for tests.
enum PlayerSample {
  static func episode(_ id: String, _ title: String, of album: String = "Night Sky Radio", seconds: Double? = 1834)
    throws
    -> Episode
  {
    var fields: Episode.Fields = [.title: .text(title), .album: .text(album)]
    fields[.duration] = seconds.map { .seconds($0) }
    return Episode(id: try Episode.ID(validating: "show/\(id)"), fields: fields)
  }

  static func episodes() throws -> [Episode] {
    [
      try episode("auroras", "Auroras"),
      try episode("comets", "Comets and What They Leave Behind", seconds: 3723),
      try episode("monday", "A Patch Tuesday on a Monday", of: "Daily Byte", seconds: 355),
      try episode("walk", "夜の散歩", of: "散歩", seconds: nil),
    ]
  }

  /// Returns the only entry of an episode in a sample.
  static func entry(_ episode: Episode) -> PlayerEntry { PlayerEntry(id: episode.id.hashValue, episode: episode) }

  /// Returns a player that plays the first of the given episodes.
  static func snapshot(_ state: (Episode) -> PlaybackState = PlaybackState.playing) throws -> PlayerSnapshot {
    let episodes = try episodes()
    let entries = episodes.map(entry)
    return PlayerSnapshot(
      playlist: "Evenings", state: state(episodes[0]), current: entries[0], position: .seconds(724),
      duration: .seconds(1834), upNext: [entries[1], entries[2]],
      heardBefore: [entries[3]], finished: [entries[3].id], entries: entries, round: 2, shuffle: .spread,
      isSimulated: true)
  }
}
