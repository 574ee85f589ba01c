/// The state of an episode for a listener: new, started or played.
public enum ListeningState: Hashable, Sendable {
  /// Unplayed, and awaited: its podcast is subscribed, and it was published after the podcast was added.
  case new
  /// Started and not played to the end; with the seconds that are left, if they are known.
  case started(left: Double?)
  /// Played to the end at least once.
  case played
  /// Neither of these.
  case unplayed

  /// The name in JSON.
  public var name: String {
    switch self {
    case .new: "new"
    case .started: "started"
    case .played: "played"
    case .unplayed: "unplayed"
    }
  }
}

extension Episode {
  /// The state for a listener. An episode that is played again counts as started.
  public var listeningState: ListeningState {
    if let position, position > 0 { return .started(left: duration.map { max(0, $0 - position) }) }
    if (playCount ?? 0) > 0 { return .played }
    return traits.contains(.awaited) ? .new : .unplayed
  }

  /// Returns the episode with the facts about its podcast.
  func withTraits(of podcast: Podcast) -> Episode {
    var copy = self
    copy.traits = podcast.kind == .album ? .track : []
    guard podcast.kind == .podcast, podcast.subscribed else { return copy }
    if podcast.newSince.map({ since in published.map { $0 >= since } ?? false }) ?? true {
      copy.traits.insert(.awaited)
    }
    return copy
  }
}
