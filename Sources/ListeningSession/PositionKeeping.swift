internal import MixtapeModel
internal import MixtapeStore
internal import Synchronization

/// The episodes whose positions a session keeps in the library.
public enum PositionKeeping: String, CaseIterable, Sendable {
  /// Episodes of podcasts, and others that have a position in the library.
  case podcasts
  /// All episodes.
  case all
  /// No episodes.
  case none
}

/// Decides whether an episode keeps its position.
final class PositionKeeper: Sendable {
  private let choice: PositionKeeping
  /// The podcasts and albums that have been looked up.
  private let kinds = Mutex<[Podcast.ID: Podcast.Kind]>([:])

  init(_ choice: PositionKeeping) { self.choice = choice }

  /// Returns whether an episode keeps its position. Episodes of podcasts that were not looked up do not.
  func keeps(_ episode: Episode) -> Bool {
    switch choice {
    case .podcasts: episode.position != nil || kinds.withLock { $0[episode.id.podcast] } == .podcast
    case .all: true
    case .none: false
    }
  }

  /// Returns the podcasts of episodes that must be looked up.
  func unknown(of episodes: [Episode]) -> Set<Podcast.ID> {
    guard choice == .podcasts else { return [] }
    let known = kinds.withLock { $0 }
    return Set(episodes.lazy.map(\.id.podcast).filter { known[$0] == nil })
  }

  /// Records the kinds of podcasts that were looked up.
  func record(_ found: [Podcast.ID: Podcast.Kind]) { kinds.withLock { $0.merge(found) { $1 } } }
}

extension PositionKeeper {
  /// Looks up the podcasts of episodes in a library, unless they are known.
  ///
  /// - Throws: Errors of ``Store/kinds(of:)``.
  func lookUp(_ episodes: [Episode], in store: Store) throws(MixtapeError) {
    let unknown = unknown(of: episodes)
    if !unknown.isEmpty { record(try store.kinds(of: unknown)) }
  }
}
