import MixtapeModel

/// The numbers of plays and positions that sessions of listening have recorded in the library.
struct RecordedPlays {
  private var played = 0
  private var positions = 0

  /// Makes the numbers of a session.
  ///
  /// - Parameter plan: The change that recorded them, if there is one.
  init(_ plan: PodcastPlan? = nil) { add(plan) }

  /// Adds those of another session.
  mutating func add(_ plan: PodcastPlan?) {
    guard let plan else { return }
    let count = plan.playedEpisodes.count
    played += count
    positions += plan.episodes.count - count
  }

  /// The numbers as an object of "recorded": `1 episode as played and the position of 1 episode`; `nil` if nothing was recorded.
  var text: String? {
    let plays = played == 0 ? nil : "\(counted(played, "episode")) as played"
    let rest = positions == 0 ? nil : "the position\(positions == 1 ? "" : "s") of \(counted(positions, "episode"))"
    let parts = [plays, rest].compactMap(\.self)
    return parts.isEmpty ? nil : listed(parts)
  }
}
