import MixtapeModel
import MixtapePlayer
import Testing

extension Episode {
  /// Returns an episode by its id, or by a name in the podcast `show`.
  static func named(
    _ name: String, duration: Double? = nil, _ fields: Fields = [:]
  ) throws -> Episode {
    let id = try #require(Episode.ID(rawValue: name.contains("/") ? name : "show/\(name)"))
    var fields = fields
    if let duration { fields[.duration] = .seconds(duration) }
    return Episode(id: id, fields: fields)
  }

  /// Returns episodes of the podcast `show` with names of one letter.
  static func lettered(_ letters: String, duration: Double? = nil) throws -> [Episode] {
    try letters.map { try named(String($0), duration: duration) }
  }

  /// Returns the episodes of podcasts of given sizes, podcast by podcast.
  static func grouped(_ sizes: [Int]) throws -> [Episode] {
    try sizes.enumerated().flatMap { podcast, size in try (0..<size).map { try named("p\(podcast)/\($0)") } }
  }
}

extension [Episode] {
  /// The names in their podcasts, concatenated.
  var letters: String { map(\.id.name).joined() }
}

extension PlaybackState {
  /// The state and the name of its episode.
  var words: String {
    switch self {
    case .empty: "empty"
    case .stopped: "stopped"
    case .loading(let episode): "loading \(episode.id.name)"
    case .playing(let episode): "playing \(episode.id.name)"
    case .paused(let episode): "paused \(episode.id.name)"
    case .error(let failure): "error \(failure.episode.id.name)"
    }
  }
}
