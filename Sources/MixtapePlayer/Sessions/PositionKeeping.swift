internal import MixtapeModel
internal import MixtapeStore
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

  /// Looks up the podcasts of episodes in a library, unless they are known.
  func lookUp(_ episodes: [Episode], in store: Store) throws(MixtapeError) {
    guard choice == .podcasts else { return }
    let known = kinds.withLock { $0 }
    let unknown = Set(episodes.lazy.map(\.id.podcast).filter { known[$0] == nil })
    guard !unknown.isEmpty else { return }
    let found = try store.kinds(of: unknown)
    kinds.withLock { $0.merge(found) { $1 } }
  }
}

/// The positions that a session has given to the episodes of its player, and those that they replace.
struct SessionPositions {
  private struct Replacement {
    let library: Double?
    let session: Double?
  }

  /// The values of an episode in the library that change with its plays.
  fileprivate struct Known {
    let plays: KnownPlays
    let count: Int64

    init(_ episode: Episode) { (plays, count) = (KnownPlays(episode), episode.playCount ?? 0) }

    /// Returns the edit by a command since the values were read, if there was one.
    func edit(in episode: Episode) -> Edit? {
      let hasFewerPlays = (episode.playCount ?? 0) < count && episode.lastPlayedAt == plays.lastPlayedAt
      let edit = Edit(
        episode: episode, replacesPosition: plays.wereEdited(in: episode),
        removesPlays: hasFewerPlays || plays.lastPlayedAt != nil && episode.lastPlayedAt == nil)
      return edit.replacesPosition || edit.removesPlays ? edit : nil
    }
  }

  /// An edit of an episode by a command.
  struct Edit {
    /// The episode after the edit.
    let episode: Episode
    /// Whether the position in the library replaces that of the session.
    let replacesPosition: Bool
    /// Whether plays were removed, as by `episode played --never`.
    let removesPlays: Bool
  }

  private var replacements: [Episode.ID: Replacement] = [:]
  /// The values of the library that the session has read last.
  private var known: [Episode.ID: Known] = [:]

  /// Records the values of episodes in the library.
  ///
  /// - Returns: The edits by commands since the values were recorded before.
  mutating func record(_ library: some Sequence<Episode>) -> [Edit] {
    library.compactMap { known.updateValue(Known($0), forKey: $0.id)?.edit(in: $0) }
  }

  /// Records the values of episodes that are new in the player.
  mutating func recordNew(_ episodes: [Episode]) {
    for episode in episodes where known[episode.id] == nil { known[episode.id] = Known(episode) }
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
