internal import MixtapeModel

/// The positions that a session has given to the episodes of its player, and those that they replace.
struct SessionPositions {
  private struct Replacement {
    let library: Double?
    let session: Double?
  }

  private var replacements: [Episode.ID: Replacement] = [:]

  /// Returns an episode with the position that the session has for it; `nil` if it has that position.
  mutating func replace(in episode: Episode, by log: PlayLog) -> Episode? {
    guard let replaced = log.positioned(episode) else { return nil }
    replacements[episode.id] = Replacement(library: inLibrary(episode).position, session: replaced.position)
    return replaced
  }

  /// Returns an episode of the player with its position in the library.
  func inLibrary(_ episode: Episode) -> Episode {
    // An episode with another position was read from the library since.
    guard let replacement = replacements[episode.id], replacement.session == episode.position else { return episode }
    return episode.withPosition(replacement.library)
  }
}
