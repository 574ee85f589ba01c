import MixtapeModel
import Testing

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
