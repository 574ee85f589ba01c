internal import MixtapeModel

/// The positions that a session has given to the episodes of its player, and those that they replace.
struct SessionPositions {
  private struct Replacement {
    let library: Double?
    let session: Double?
  }

  private var replacements: [Episode.ID: Replacement] = [:]
  /// The values of the library that the session has read last.
  private var known: [Episode.ID: KnownPlays] = [:]

  /// Notes the values of episodes in the library.
  ///
  /// - Returns: The episodes whose values a command has edited since they were noted before.
  mutating func learn(_ library: some Sequence<Episode>) -> [Episode] {
    library.filter { episode in
      known.updateValue(KnownPlays(episode), forKey: episode.id)?.wereEdited(in: episode) ?? false
    }
  }

  /// Notes the values of episodes that are new in the player.
  mutating func learnNew(_ episodes: [Episode]) {
    for episode in episodes where known[episode.id] == nil { known[episode.id] = KnownPlays(episode) }
  }

  /// Gives episodes their new ids.
  mutating func rename(_ ids: [Episode.ID: Episode.ID]) {
    known = Dictionary(known.map { (ids[$0] ?? $0, $1) }) { first, _ in first }
  }

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
